import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { advise } from '../../cli/advice/advise.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { identityOf } from '../../cli/connect/moved-journal.ts';
import { command } from '../../cli/declare/command.ts';
import { opt, required } from '../../cli/declare/params.ts';
import { text } from '../../cli/declare/view.ts';
import { checkJournal } from '../../cli/profile/service-address.ts';
import type { Journal } from '../../client/guard/journal.ts';
import type { JournalContents, TakenIn } from '../../client/guard/journal-contents.ts';
import * as s from '../../contract/schema/schema.ts';

export const move = command({
  name: 'move',
  summary: 'Move the journal on this machine to one that several machines share',
  about: `Moves all entries, approvals, budgets and marks on replies, in one transaction. Sandbox entries stay on this machine. If a request is open, nothing is moved: settle it first. If the move is interrupted, run the same command again to finish it. Until then, this machine refuses to spend, send or create anything.

After the move, requests that spend, send or create need OUTREACH_JOURNAL, or \`journal\` in the profile. Requests that only read work without it. The move cannot be undone.`,
  uses: [],
  tool: { never: 'changes the journal' },
  answer: s.object({
    ...s.each(['from', 'to'], s.string()),
    dryRun: s.boolean(),
    ...s.each(['calls', 'added', 'sharedTokens', 'approvals', 'budgets', 'replyMarks'], s.integer()),
  }),
  local: true,
  fails: ['not-confirmed', 'conflict', 'unreachable'],
  args: {
    to: required(opt.text('the shared journal: postgres://user@host/db', { hint: 'journal' })),
    dryRun: opt.flag('show what would be moved, and change nothing'),
    yes: opt.yes(),
  },
  examples: [
    'outreach journal move --to postgres://outreach@db.example.com/outreach --dry-run',
    'outreach journal move --to postgres://outreach@db.example.com/outreach',
  ],
  async run({ consent, files }, { to, dryRun, yes }) {
    const { journal, clock } = files.world;
    await checkJournal(to);
    if (to === 'local') throw notShared();
    const source = await journal.open(null);
    const { leaving } = source;
    if (leaving === undefined) throw new Error('the journal on this machine cannot be moved');
    refuseReplaced(source);
    const seen = () => leaving.give({ address: to, now: clock.now() });
    if (dryRun && !(await journal.isAt(to))) {
      const contents = await seen();
      return answerOf(to, dryRun, contents, { added: contents.intents.length, sharedTokens: 0 });
    }
    const target = await journal.open(to);
    const { taking } = target;
    if (taking === undefined) throw notShared();
    refuseReplaced(target);
    const before = await seen();
    if (dryRun) return answerOf(to, dryRun, before, await taking.wouldTake(before));
    if (!yes) {
      const question = `Move the journal with ${counted(before.intents.length, 'entry', 'entries')} to ${to}? From then on, requests that spend, send or create need OUTREACH_JOURNAL or the journal of the profile.`;
      await consent.ask.agree(question, 'The journal is where it was.');
    }
    // From here on no guarded call begins in the journal that is left.
    const giving = { address: to, to: await identityOf(target), now: clock.now() };
    const contents = await leaving.give(giving);
    const taken = await taking.take(contents);
    await leaving.end();
    return answerOf(to, dryRun, contents, taken);
  },
  view: (moved) => text(...wordsOf(moved)),
  next: ({ dryRun }) => (dryRun ? [] : [['check it', advise('doctor')]]),
});

const notShared = (): Failure =>
  new Failure('invalid_value', '--to must name a shared journal: postgres://user@host/database');

function wordsOf({ to, dryRun, calls, added, sharedTokens }: ReturnType<typeof answerOf>): string[] {
  const known = `${counted(calls, 'entry', 'entries')}, ${added} of them new there`;
  return [
    dryRun ? `Would move the journal to ${to}: ${known}.` : `Moved the journal to ${to}: ${known}.`,
    ...(sharedTokens > 0
      ? [
          `${counted(sharedTokens, '--once token')} ${sharedTokens === 1 ? 'was' : 'were'} used in both journals: used for good, and the request that was made first counts.`,
        ]
      : []),
    ...(dryRun
      ? []
      : [
          `From now on, requests that spend, send or create need OUTREACH_JOURNAL=${to}, or in each profile: ${pattern('profiles set', { name: '<profile>', journal: to })}`,
        ]),
  ];
}

function refuseReplaced(journal: Journal): void {
  const replaced = journal.replaced?.();
  if (replaced) throw replaced;
}

const answerOf = (
  to: string,
  dryRun: boolean,
  { intents, approvals, budgets, replies }: JournalContents,
  { added, sharedTokens }: TakenIn,
) => ({
  from: 'local',
  to,
  dryRun,
  calls: intents.length,
  added,
  sharedTokens,
  approvals: approvals.length,
  budgets: budgets.length,
  replyMarks: replies.length,
});
