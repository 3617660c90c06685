import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { forgetUsed } from '../../cli/connect/moved-journal.ts';
import { fields } from '../../cli/declare/answer.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { text } from '../../cli/declare/view.ts';
import { agreeToJournal } from '../../cli/profile/agree-to-lower.ts';
import { checkJournal } from '../../cli/profile/service-address.ts';
import type { Journal } from '../../client/guard/journal.ts';
import type { Giving, JournalContents, JournalMark, TakenIn } from '../../client/guard/journal-contents.ts';

export const move = command({
  name: 'move',
  summary: 'Move the journal of this machine to one that several machines share, or back',
  about: `Moves calls with their steps and tokens, approvals, budgets and marks of replies in one transaction. Calls to the sandbox of this machine stay. A move that was interrupted is finished by the same line; until then, calls that the journal guards are refused.

After a move to postgres://…, such calls are refused on this machine unless OUTREACH_JOURNAL or the setting \`journal\` of the profile names a shared journal. Calls that only read still work.

\`--to local\` copies the ended calls and the marks of replies back and lifts that refusal. Approvals that wait and budgets stay in the shared journal: they would be usable in both. Calls of this machine that are open there are settled first.

Where the database is lost, \`--to local --lost\` goes back without it: only a person at a terminal can say so. What was done through the shared journal since the move is not known here, so a --once token that was used since then is free. Calls that were open at the move come back as unknown.`,
  uses: [],
  tool: { never: 'changes the journal' },
  answer: fields('from to dryRun lost calls added sharedTokens approvals budgets replyMarks'),
  local: true,
  fails: ['not-confirmed', 'conflict', 'unreachable'],
  args: {
    to: opt.requiredText('where to: postgres://user@host/db, or local', { hint: 'journal' }),
    dryRun: opt.flag('say what would be moved, and change nothing'),
    lost: opt.flag('with --to local: the database that the journal was moved to is gone'),
    yes: opt.yes(),
  },
  excludes: [
    ['lost', 'yes'],
    ['lost', 'dryRun'],
  ],
  examples: [
    'outreach journal move --to postgres://outreach@db.example.com/outreach --dry-run',
    'outreach journal move --to postgres://outreach@db.example.com/outreach',
    'outreach journal move --to local',
  ],
  async run(context, { to, dryRun, lost, yes }) {
    await checkJournal(to);
    if (lost) return goOnWithout(context, to);
    const ways = await waysOf(context, to);
    if (ways.isDone) return answerOf(ways, dryRun);
    const source = await context.world.journal.open(ways.from);
    refuseReplaced(source);
    if (dryRun && ways.to !== null && !(await context.world.journal.isAt(ways.to))) {
      const contents = await source.moves.give({ to: '', now: context.world.clock.now() });
      return answerOf(ways, dryRun, contents, { added: contents.intents.length, sharedTokens: 0 });
    }
    const target = await context.world.journal.open(ways.to);
    refuseReplaced(target);
    const identity = await target.moves.identity();
    const { now } = context.world.clock;
    const give = () => source.moves.give({ to: identity, now: now() });
    if (dryRun) {
      const contents = await give();
      return answerOf(ways, dryRun, contents, await target.moves.wouldTake(contents));
    }
    if (!yes && !(await context.ask.confirm(questionOf(await give(), to), false)))
      throw new Failure('declined', 'Cancelled. The journal is where it was.');
    const moved = await moveAll(ways, source, target, {
      to: identity,
      now: now(),
      leavesFor: ways.to ?? undefined,
    });
    if (ways.to === null && ways.from) forgetUsed(context.world, ways.from);
    return moved;
  },
  view: (moved) => text(wordsOf(moved)),
  next: ({ to, dryRun }) => (dryRun || to === 'local' ? [] : [['check it', 'outreach doctor']]),
});

function wordsOf({
  to,
  dryRun,
  lost,
  calls,
  added,
  sharedTokens,
}: Awaited<ReturnType<typeof moveAll>>): string {
  if (lost)
    return `This machine uses its own journal again. Of ${counted(calls, 'call')} in it, it is not known how they ended: outreach journal list --open`;
  const known = `${counted(calls, 'call')}, ${added} of them new there`;
  return [
    dryRun ? `Would move the journal to ${to}: ${known}.` : `Moved the journal to ${to}: ${known}.`,
    ...(sharedTokens > 0
      ? [
          `${counted(sharedTokens, '--once token')} ${sharedTokens === 1 ? 'was' : 'were'} used in both journals: used for good, and the call that was done first counts.`,
        ]
      : []),
    ...(dryRun
      ? []
      : [
          to === 'local'
            ? 'Where OUTREACH_JOURNAL or a profile still names the shared journal, calls go there: unset it, or: outreach profiles set <profile> --unset journal'
            : `From now on, calls that it guards need OUTREACH_JOURNAL=${to}, or in each profile: outreach profiles set <profile> --journal ${to}`,
        ]),
  ].join('\n');
}

function refuseReplaced(journal: Journal): void {
  const replaced = journal.replaced?.();
  if (replaced) throw replaced;
}

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
async function moveAll(ways: Ways, source: Journal, target: Journal, giving: Giving) {
  const contents = await source.moves.give(giving);
  const taken = await target.moves.take(contents);
  await source.moves.end(giving.now);
  return answerOf(ways, false, contents, taken);
}

const answerOf = (
  { from, to }: Ways,
  dryRun: boolean,
  contents?: JournalContents,
  { added, sharedTokens }: TakenIn = { added: 0, sharedTokens: 0 },
) => ({
  from: from ?? 'local',
  to: to ?? 'local',
  dryRun,
  lost: false,
  calls: contents?.intents.length ?? 0,
  added,
  sharedTokens,
  approvals: contents?.approvals.length ?? 0,
  budgets: contents?.budgets.length ?? 0,
  replyMarks: contents?.replies.length ?? 0,
});

/** Back to the journal of this machine, where that which it was moved to is gone. */
async function goOnWithout(context: Context, to: string) {
  if (to !== 'local') throw new Failure('contradicting_options', '--lost goes with --to local');
  const { journal, clock } = context.world;
  const local = await journal.open(null);
  const mark = await local.moves.mark();
  const why = mark && (await whyLost(journal, mark));
  if (mark === undefined || why === undefined)
    throw new Failure(
      'journal_not_lost',
      mark ? `The journal at ${mark.address} answers` : 'The journal of this machine was not moved',
      { hint: mark ? 'Move it back as usual: outreach journal move --to local' : undefined },
    );
  await agreeToJournal(context, {
    agreed: [
      `The journal of this machine was moved to ${mark.address} at ${new Date(mark.at).toISOString()}. ${why}`,
      'What was bought, spent or sent through it since then, from here or from elsewhere, is not known here',
      'A --once token that was used since then is free here, and budgets and approvals that it has are gone',
      `Of calls that were open at the move, ${mark.open} come back as unknown`,
    ],
    question: 'Go on with the journal of this machine without it?',
    summary: `Go back from the lost journal at ${mark.address}`,
    journal: local,
  });
  const calls = await local.moves.lost(clock.now());
  forgetUsed(context.world, mark.address);
  const ways = { from: mark.address, to: null, isDone: false };
  return { ...answerOf(ways, false), lost: true, calls };
}

/** Undefined where the very journal answers that it was moved to, and has all that this machine saw there. */
async function whyLost(
  { open }: Context['world']['journal'],
  { address, journal }: JournalMark,
): Promise<string | undefined> {
  try {
    const shared = await open(address);
    const replaced = shared.replaced?.();
    if (replaced) return replaced.message;
    const isAnother = journal !== '' && (await shared.moves.identity()) !== journal;
    return isAnother ? 'Another journal is there now' : undefined;
  } catch (error) {
    if (!(error instanceof Failure) || !error.is('journal_unreachable', 'invalid_journal')) throw error;
    return error.message;
  }
}

function questionOf({ intents }: JournalContents, to: string): string {
  const what = `Move the journal with ${counted(intents.length, 'call')} to ${to}?`;
  return to === 'local'
    ? `${what} Other machines go on with the shared one, and do not see calls made here from then on.`
    : `${what} From then on, calls that it guards need OUTREACH_JOURNAL or the journal of the profile.`;
}
