import { Failure } from '../../base/errors.ts';
import { onePage } from '../../cli/answer/one-page.ts';
import { allOf } from '../../cli/declare/answer.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { type Cell, type Column, table } from '../../cli/declare/view.ts';
import { namedProfile } from '../../cli/profile/named-profile.ts';
import { resolveSettings } from '../../cli/profile/settings.ts';
import * as s from '../../contract/schema/schema.ts';
import { describe, profileFields } from './describe.ts';

export const list = command({
  name: 'list',
  summary: 'List the profiles of this machine',
  uses: [],
  tool: 'read',
  onePiece: true,
  answer: s.array(allOf(profileFields, s.object({ inUse: s.boolean() }))),
  local: true,
  examples: ['outreach profiles list', 'outreach profiles list --json'],
  run(context) {
    const { files } = context;
    const used = usedProfile(context);
    const items = files.profiles
      .names()
      .map((name) => ({ ...describe(files.profiles, name), inUse: name === used }));
    return onePage(items, context.screen.globals);
  },
  view: ({ items }) =>
    table(
      items,
      columns(({ inUse }) => inUse),
      undefined,
      columns(({ inUse }) => (inUse ? '*' : '')),
    ),
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

const columns = (inUse: (profile: Shown) => Cell): Column<Shown>[] => [
  ['PROFILE', ({ profile }) => profile, 'id'],
  ['IN USE', inUse],
  ['TARGET', ({ target }) => target],
  ['BASE URL', ({ baseUrl }) => baseUrl, 'id', 4],
  ['KEY', ({ hasKey }) => hasKey],
  ['SCOPE', ({ scope }) => scope],
  ['WORKSPACE', ({ workspace }) => workspace],
];
