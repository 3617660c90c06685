import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { fields } from '../../cli/declare/answer.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { text } from '../../cli/declare/view.ts';
import { checkJournal } from '../../cli/profile/service-address.ts';
import type { Journal } from '../../client/guard/journal.ts';
import type { JournalContents, JournalMark } from '../../client/guard/journal-contents.ts';

export const move = command({
  name: 'move',
  summary: 'Move the journal of this machine to one that several machines share, or back',
  about: `Moves calls with their steps and tokens, approvals, budgets and marks of replies in one transaction. Calls to the sandbox of this machine stay. A move that was interrupted is finished by the same line; until then, calls that the journal guards are refused.

After a move to postgres://…, such calls are refused on this machine unless OUTREACH_JOURNAL or the setting \`journal\` of the profile names a shared journal. Calls that only read still work.

\`--to local\` copies the ended calls and the marks of replies back and lifts that refusal. Approvals that wait and budgets stay in the shared journal: they would be usable in both. Calls of this machine that are open there are settled first.`,
  uses: [],
  tool: { never: 'changes the journal' },
  answer: fields('from to dryRun calls added approvals budgets replyMarks'),
  local: true,
  fails: ['not-confirmed', 'conflict', 'unreachable'],
  args: {
    to: opt.requiredText('where to: postgres://user@host/db, or local', { hint: 'journal' }),
    dryRun: opt.flag('say what would be moved, and change nothing'),
    yes: opt.yes(),
  },
  examples: [
    'outreach journal move --to postgres://outreach@db.example.com/outreach --dry-run',
    'outreach journal move --to postgres://outreach@db.example.com/outreach',
    'outreach journal move --to local',
  ],
  async run(context, { to, dryRun, yes }) {
    await checkJournal(to);
    const ways = await waysOf(context, to);
    if (ways.isDone) return answerOf(ways, dryRun, undefined, 0);
    const source = await context.world.journal.open(ways.from);
    const target = await context.world.journal.open(ways.to);
    const identity = await target.moves.identity();
    if (dryRun) return answerOf(ways, dryRun, await source.moves.give(identity), 0);
    if (!yes && !(await context.ask.confirm(questionOf(await source.moves.give(identity), to), false)))
      throw new Failure('declined', 'Cancelled. The journal is where it was.');
    return moveAll(ways, source, target, identity);
  },
  view: ({ to, dryRun, calls, added }) =>
    text(
      dryRun
        ? `Would move ${counted(calls, 'call')} to ${to}.`
        : `Moved the journal to ${to}: ${counted(calls, 'call')}, ${added} of them new there.`,
    ),
  next: ({ to, dryRun }) =>
    dryRun || to === 'local'
      ? []
      : [
          ['check it', 'outreach doctor'],
          ['name it in a profile', `outreach profiles set <profile> --journal ${to}`],
        ],
});

interface Ways {
  /** Null: of this machine. */
  readonly from: string | null;
  readonly to: string | null;
  readonly isDone: boolean;
}

async function waysOf({ world: { journal } }: Context, to: string): Promise<Ways> {
  const mark = await (await journal.open(null)).moves.mark();
  if (to !== 'local') return { from: null, to, isDone: isMovedTo(mark, to) };
  const from = mark?.address ?? (await journal.where());
  return { from, to: null, isDone: from === null };
}

const isMovedTo = (mark: JournalMark | undefined, to: string): boolean =>
  mark?.isWhole === true && mark.address === to;

/** From the first step on, no guarded call begins in the journal that is left. */
async function moveAll(ways: Ways, source: Journal, target: Journal, identity: string) {
  const contents = await source.moves.give(identity, ways.to ?? undefined);
  const added = await target.moves.take(contents);
  await source.moves.end();
  return answerOf(ways, false, contents, added);
}

const answerOf = (
  { from, to }: Ways,
  dryRun: boolean,
  contents: JournalContents | undefined,
  added: number,
) => ({
  from: from ?? 'local',
  to: to ?? 'local',
  dryRun,
  calls: contents?.intents.length ?? 0,
  added,
  approvals: contents?.approvals.length ?? 0,
  budgets: contents?.budgets.length ?? 0,
  replyMarks: contents?.replies.length ?? 0,
});

function questionOf({ intents }: JournalContents, to: string): string {
  const what = `Move the journal with ${counted(intents.length, 'call')} to ${to}?`;
  return to === 'local'
    ? `${what} Other machines go on with the shared one, and do not see calls made here from then on.`
    : `${what} From then on, calls that it guards need OUTREACH_JOURNAL or the journal of the profile.`;
}
