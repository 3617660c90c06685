import { advise } from '../../cli/advice/advise.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { record, stack, text } from '../../cli/declare/view.ts';
import { changeProfile } from '../../cli/profile/change-profile.ts';
import { endpointAddress } from '../../cli/profile/service-address.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { isSandboxKey } from '../../contract/keys.ts';
import * as s from '../../contract/schema/schema.ts';
import { askForAddress, profileToSave } from './address.ts';
import { keyKeeper } from './key-keeper.ts';
import { scopeOf } from './scope.ts';
import { trialSettings } from './trial.ts';
import { workingKey } from './working-key.ts';

export const login = command({
  name: 'login',
  summary: 'Log in with an API key, and save it in a profile',
  about: [
    'Needs an API key; a read-only key is enough to look around. Asks for the key without showing it, or reads it from standard input or a file; never give it as an argument. At a terminal it asks again if the key is malformed or refused.',
    'Login tries the key with one read call before it saves it. To find out whether it can write, it asks for a budget plan, which needs a read-and-write key and changes nothing.',
    'The key is saved as plain text in a file that only you can read, or with --storage keychain by the system: in the keychain of macOS (`security`), on Linux in the keyring of the desktop (`secret-tool`). A later login leaves it where it was. The keychain is not used where OUTREACH_HOME or CI is set. The key is sent only to the address it was tried with, and to the address of --mcp-url.',
  ].join('\n\n'),
  uses: [campaigns.list],
  tool: { never: 'takes a secret' },
  answer: s.object({
    ...s.each(['profile', 'target', 'baseUrl', 'workspace'], s.string()),
    scope: s.oneOf(['read', 'read_write', 'unknown']),
    keyStorage: s.oneOf(['file', 'keychain']),
    keptIn: s.string(),
  }),
  local: true,
  interactive: true,
  fails: ['not-confirmed', 'conflict'],
  args: {
    baseUrl: opt.text('address of the service, ending in /r', { hint: 'url' }),
    mcpUrl: opt.text('address of the agent-protocol server; the key is also sent there', { hint: 'url' }),
    keyStdin: opt.flag('read the key from standard input'),
    keyFile: opt.file('read the key from a file', 'secret'),
    storage: opt.choice('where the key is saved (default: as before, else file)', ['file', 'keychain']),
    workspace: opt.text('your name for the workspace; shown before anything that spends or sends', {
      hint: 'name',
    }),
  },
  excludes: [['keyStdin', 'keyFile']],
  examples: [
    'outreach login --base-url https://api.example.com/r',
    'outreach login --profile prod --base-url https://api.example.com/r --key-file key.txt',
    'outreach login --base-url https://api.example.com/r --storage keychain',
  ],
  async run(context, { baseUrl, mcpUrl, keyStdin, keyFile, storage, workspace }) {
    const { service, files, screen } = context;
    const profile = profileToSave(context);
    const keeper = await keyKeeper(context, profile, storage);
    const agentUrl = mcpUrl === undefined ? undefined : endpointAddress(mcpUrl);
    const address = await askForAddress(context, profile, baseUrl);
    const { key, found: scope } = await workingKey(context, { keyStdin, keyFile }, (given) => {
      const settings = trialSettings(profile, address, given);
      return screen.progress('Trying the key', async () => {
        const { api } = await service.connect(settings);
        await api(campaigns.list, { query: { limit: 1 } });
        return scopeOf(api, given);
      });
    });
    const saved = await keeper.save({ key, origin: address.origin }, () =>
      changeProfile(
        context,
        profile,
        (before) => ({
          ...before,
          baseUrl: address.baseUrl,
          scope,
          ...(agentUrl !== undefined && { mcpUrl: agentUrl }),
          ...(workspace !== undefined && { workspace }),
        }),
        () => undefined,
      ),
    );
    const chosen = files.profiles.chosen() ?? profile;
    if (files.profiles.chosen() === undefined) await files.profiles.choose(profile);
    if (chosen !== profile)
      screen.note(
        `Commands still use the profile '${chosen}'. To change that: ${pattern('profiles use', { name: profile })}`,
      );
    if (files.world.env.OUTREACH_API_KEY)
      screen.warn('OUTREACH_API_KEY is set and is used instead of the saved key.');
    return {
      profile,
      target: isSandboxKey(key) ? 'sandbox' : 'live',
      baseUrl: address.baseUrl,
      workspace: saved.workspace,
      scope,
      keyStorage: keeper.storage,
      keptIn: keeper.storage === 'file' ? files.profiles.keysFile : 'the keychain',
    };
  },
  next: ({ profile, target }) => [
    advise('whoami', { profile }),
    ...(target === 'live'
      ? [['which undocumented paths this service has', advise('doctor', { routes: true, profile })] as const]
      : []),
  ],
  view: ({ profile, target, baseUrl, workspace, scope, keyStorage, keptIn }) =>
    stack(
      text(`Logged in to ${baseUrl}${scopeWords[scope]}.`),
      record(
        ['Profile', profile],
        ['Target', target === 'live' ? 'LIVE' : 'SANDBOX'],
        ['Base URL', baseUrl],
        ['Workspace', workspace ?? undefined],
        ['Scope', scope],
        ['Key saved in', keyStorage === 'file' ? `${keptIn} (plain text, readable only by you)` : keptIn],
      ),
    ),
});

const scopeWords = { read: ' with a read-only key', read_write: ' with a read-and-write key', unknown: '' };
