import { Failure } from '../../base/errors.ts';
import { advise } from '../../cli/advice/advise.ts';
import { onePage } from '../../cli/answer/one-page.ts';
import { allOf } from '../../cli/declare/answer.ts';
import { type Context, command, type Verbs } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { type Column, text } from '../../cli/declare/view.ts';
import { agreeToLower } from '../../cli/profile/agree-to-lower.ts';
import { forgetAccount } from '../../cli/profile/forget-account.ts';
import { namedProfile } from '../../cli/profile/named-profile.ts';
import { loweredGuards } from '../../cli/profile/profile-guards.ts';
import { existing, resolveSettings } from '../../cli/profile/settings.ts';
import * as s from '../../contract/schema/schema.ts';
import { card, describe, profileFields } from './describe.ts';
import { route } from './route.ts';
import { set } from './set.ts';

const columns = (inUse: Column<Shown>[1]): Column<Shown>[] => [
  ['PROFILE', 'profile', 'id'],
  ['IN USE', inUse],
  ['TARGET', 'target'],
  ['BASE URL', 'baseUrl', 'id', 4],
  ['KEY', 'hasKey'],
  ['SCOPE', 'scope', 'choice'],
  ['WORKSPACE', 'workspace'],
];

const list = command({
  name: 'list',
  summary: 'List the profiles on this machine',
  uses: [],
  tool: 'read',
  onePiece: true,
  answer: s.array(allOf(profileFields, s.object({ inUse: s.boolean() }))),
  local: true,
  examples: ['outreach profiles list', 'outreach profiles list --json'],
  run(context) {
    const { files, screen } = context;
    const used = usedProfile(context);
    const items = files.profiles
      .names()
      .map((name) => ({ ...describe(files.profiles, name), inUse: name === used }));
    return onePage(items, screen.globals);
  },
  table: columns('inUse'),
  atTerminal: columns(({ inUse }) => (inUse ? '*' : '')),
});

/** The one that other commands use now: none where the key is that of the environment, or where they ask for a choice. */
function usedProfile(context: Pick<Context, 'files' | 'screen'>): string | undefined {
  const named = namedProfile(context.screen.globals, context.files);
  try {
    return (
      resolveSettings(context.files.world, context.screen.globals, context.files.profiles).profile ??
      undefined
    );
  } catch (failure) {
    if (failure instanceof Failure) return context.files.world.env.OUTREACH_API_KEY ? undefined : named;
    throw failure;
  }
}

type Shown = ReturnType<typeof describe> & { readonly inUse: boolean };

const show = command({
  name: 'show',
  summary: 'Show the settings of a profile, without its key',
  uses: [],
  tool: 'read',
  answer: profileFields,
  local: true,
  args: { name: arg.optionalText('profile name (default: the one in use)', { names: 'profiles' }) },
  examples: ['outreach profiles show', 'outreach profiles show prod --json'],
  run: (context, { name }) =>
    describe(
      context.files.profiles,
      name ?? namedProfile(context.screen.globals, context.files) ?? 'sandbox',
    ),
  view: card,
});

const use = command({
  name: 'use',
  summary: 'Choose the default profile',
  uses: [],
  tool: { never: 'changes profiles' },
  answer: s.object({ profile: s.string(), before: s.string() }),
  local: true,
  args: { name: arg.text('profile name', { asked: 'profile' }) },
  examples: ['outreach profiles use prod', 'outreach profiles use sandbox'],
  async run({ files, screen }, { name }) {
    existing(files.profiles, name);
    const before = files.profiles.chosen() ?? null;
    await files.profiles.choose(name);
    const { OUTREACH_PROFILE: named } = files.world.env;
    if (named && named !== name) screen.warn(`OUTREACH_PROFILE=${named} is set and overrides this choice.`);
    return { profile: name, before };
  },
  next: [advise('whoami')],
  view: ({ profile }) => text(`Commands now use the profile '${profile}'.`),
});

const remove = command({
  name: 'remove',
  summary: 'Delete a profile and its key from this machine',
  about:
    'It asks first; without a terminal, add --yes. If the profile has protected settings, --yes is not enough: a person must confirm at a terminal, and the journal records it. Protected settings are --read-only, daily limits, and paths of requests that spend, buy or send.',
  uses: [],
  tool: { never: 'changes profiles' },
  answer: s.object({ profile: s.string(), removed: s.boolean() }),
  local: true,
  fails: ['not-confirmed'],
  args: { name: arg.text('profile name', { asked: 'profile', names: 'savedProfiles' }), yes: opt.yes() },
  examples: ['outreach profiles remove trial', 'outreach profiles remove trial --yes'],
  async run(context, { name, yes }) {
    const { consent, files } = context;
    files.profiles.checkName(name);
    const guarding = loweredGuards(existing(files.profiles, name), {}, files.profiles.key(name));
    const hasKey = files.profiles.key(name) !== undefined;
    const question = (what: string) =>
      `Delete the profile '${name}'${hasKey ? ' and its key' : ''} from this machine${what === '' ? '' : `, with its guards (${what})`}?`;
    const writeDown = await agreeToLower(context, name, guarding, question);
    if (guarding.length === 0 && !yes)
      await consent.ask.agree(question(''), `The profile '${name}' is still there.`);
    await writeDown();
    await forgetAccount(context, existing(files.profiles, name), files.profiles.key(name), () =>
      files.profiles.remove(name),
    );
    return { profile: name, removed: true };
  },
  view: ({ profile }) => text(`Deleted the profile '${profile}' from this machine.`),
});

export const group: Verbs = {
  commands: [list, set, use, show, route, remove],
  examples: [
    'outreach profiles list',
    'outreach profiles set prod --base-url https://api.example.com/r --max-credits 500',
    'outreach profiles use prod',
  ],
};
