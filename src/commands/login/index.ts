import { Failure, isStop } from '../../base/errors.ts';
import { advise } from '../../cli/advice/advise.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import type { Settings } from '../../cli/declare/settings.ts';
import { record, stack, text } from '../../cli/declare/view.ts';
import { changeProfile } from '../../cli/profile/change-profile.ts';
import { endpointAddress, type ServiceAddress, serviceAddress } from '../../cli/profile/service-address.ts';
import type { Api } from '../../client/api/api.ts';
import { autopilot } from '../../contract/areas/autopilot.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { isSandboxKey, sandboxKey, sandboxReadOnlyKey } from '../../contract/keys.ts';
import * as s from '../../contract/schema/schema.ts';
import { keyKeeper } from './key-keeper.ts';
import { workingKey } from './working-key.ts';

export const login = command({
  name: 'login',
  summary: 'Log in with an API key, and save it in a profile',
  about: `Asks for the key without showing it, or reads it from standard input or a file. Never give it as an argument.

Before the key is saved, one read request tests it. A second request, which changes nothing, finds out whether the key can write.

The key is saved in a file that only you can read. --storage keychain uses the keychain of macOS (\`security\`) or the keyring of a Linux desktop (\`secret-tool\`). The keychain can't be used if OUTREACH_HOME or CI is set. A later login keeps the storage you chose. The key is sent only to the address it was tested with, and to --mcp-url.`,
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
    mcpUrl: opt.text('address of the MCP server; the key is also sent there', { hint: 'url' }),
    keyStdin: opt.flag('read the key from standard input'),
    keyFile: opt.file('read the key from a file', 'secret'),
    storage: opt.choice('where the key is saved (default: as before, else file)', ['file', 'keychain']),
    workspace: opt.text('your name for the workspace; shown before anything is spent or sent', {
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
        await api(campaigns.list, { query: { limit: 1 } }).catch((error: unknown) => {
          throw ofTrial(error, address);
        });
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
        ['Scope', scope, 'choice'],
        ['Key saved in', keyStorage === 'file' ? `${keptIn} (plain text, readable only by you)` : keptIn],
      ),
    ),
});

const scopeWords = { read: ' with a read-only key', read_write: ' with a read-and-write key', unknown: '' };

/**
 * What the key may do. The service has no call that tells, so a harmless one that needs read-and-write is tried:
 * refused as read-only means `read`; answered in any shape, or refused for its content, means `read_write`; all else is
 * `unknown`.
 */
async function scopeOf(api: Api, key: string): Promise<'read' | 'read_write' | 'unknown'> {
  if (key === sandboxKey) return 'read_write';
  if (key === sandboxReadOnlyKey) return 'read';
  try {
    await api(autopilot.plan, { body: { budgetUsd: 1 } });
    return 'read_write';
  } catch (error) {
    if (!(error instanceof Failure) || isStop(error)) throw error;
    if (error.status === 400 || error.is('unreadable_answer')) return 'read_write';
    return error.status === 403 && /read-only|read_write/i.test(error.message) ? 'read' : 'unknown';
  }
}

/** Nothing is saved yet: a command that looks at saved addresses looks at another one, or finds no profile. */
function ofTrial(error: unknown, { baseUrl }: ServiceAddress): unknown {
  if (!(error instanceof Failure)) return error;
  if (error.kind === 'unauthenticated')
    return error.with({ hint: 'Run the same command again with a valid key. Nothing was saved.' });
  const isElsewhere = error.is('not_the_service', 'other_shape', 'redirected');
  if (!isElsewhere && !['unreachable', 'not-found'].includes(error.kind)) return error;
  return error.with({
    hint: `Check the address ${baseUrl}, the network and the proxy variables (HTTPS_PROXY, NO_PROXY). Nothing was saved.`,
  });
}

/** The way to the service with a key that is not saved yet. Throws where the two do not belong together. */
function trialSettings(profile: string, { baseUrl, loopback }: ServiceAddress, key: string): Settings {
  const target = isSandboxKey(key) ? 'sandbox' : 'live';
  if (target === 'sandbox' && !loopback)
    throw new Failure(
      'wrong_key_for_target',
      `A sandbox key does not go to ${baseUrl}: only to this machine`,
      {
        kind: 'unauthenticated',
        hint: 'The built-in sandbox needs no login: --profile sandbox',
      },
    );
  return {
    profile,
    target,
    baseUrl,
    inProcess: false,
    key,
    keySource: 'the key you gave',
    scope: 'unknown',
    routes: {},
    readOnly: false,
    notices: [],
    warnings: [],
  };
}

/** The name to save under: the one that was given, the live one in use, or `default`. */
function profileToSave({ files, screen }: Context): string {
  const given = screen.globals.profile ?? (files.world.env.OUTREACH_PROFILE || undefined);
  const name = given ?? files.profiles.chosen() ?? 'default';
  if (given === undefined && name === 'sandbox') return 'default';
  files.profiles.checkName(name);
  return name;
}

/** From the flag, the environment, the profile as it was, or the person. */
async function askForAddress(
  { consent, files }: Context,
  profile: string,
  flag: string | undefined,
): Promise<ServiceAddress> {
  if (flag !== undefined) return serviceAddress(flag, '--base-url');
  if (files.world.env.OUTREACH_BASE_URL)
    return serviceAddress(files.world.env.OUTREACH_BASE_URL, 'OUTREACH_BASE_URL');
  const before = files.profiles.get(profile)?.baseUrl;
  if (consent.ask.possible) {
    const answer = await consent.ask.text('Base URL of the service (ends in /r)', {
      ...(before !== undefined && { fallback: before }),
      check: problemOf,
    });
    return serviceAddress(answer, 'your answer');
  }
  if (before !== undefined) return serviceAddress(before, `profile ${profile}`);
  throw new Failure('no_base_url', 'The address of the live service is missing', {
    hint: 'Pass --base-url https://…/r, or set OUTREACH_BASE_URL.',
  });
}

function problemOf(text: string): string | true {
  try {
    serviceAddress(text, 'your answer');
    return true;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}
