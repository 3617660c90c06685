import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { refuseMoved } from '../../cli/connect/moved-journal.ts';
import { approveLine, endedApproval, nextApproval } from '../../cli/consent/approve-line.ts';
import { command, type Files, type Verbs } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { type OutlineLine, outline, record, stack, text } from '../../cli/declare/view.ts';
import { fullTime } from '../../cli/output/text/times.ts';
import { requirePerson } from '../../cli/profile/agree-to-lower.ts';
import { factIn } from '../../cli/spending/fact-lines.ts';
import type { AskedApproval } from '../../client/guard/approvals.ts';
import { type Entry, entryFields, entryOf, spentCredits } from './entry.ts';
import { list } from './list.ts';
import { protect } from './protect.ts';

const show = command({
  name: 'show',
  summary: 'Show a call that waits for approval, or has waited: its line, facts and price',
  about:
    'Facts and price are those of the time when it was asked about, or approved. `approvals approve` reads them anew, and shows all texts.',
  uses: [],
  tool: 'read',
  answer: entryFields,
  local: true,
  fails: ['not-found'],
  args: { code: arg.text('its code') },
  examples: ['outreach approvals show K7MPXR4D'],
  run: async (context, { code }) => entryOf(await approvalOf(context.files, code)),
  next: ({ code, state }) => (state === 'waiting' ? [advise('approvals approve', { code })] : []),
  view: (entry) =>
    stack(
      record(
        ['Code', entry.code, 'id'],
        ['State', entry.state, 'state'],
        ['Outcome', entry.state === 'unacknowledged' ? notKnown : undefined, 'prose'],
        ['Profile', entry.profile],
        ['Host', entry.host ?? undefined],
        ['Line', entry.line, 'prose'],
        ['Credits', spentCredits(entry), 'number'],
        ['Price', entry.price.usd || undefined, 'money'],
        ['People', entry.price.recipients || undefined, 'number'],
        ['Asked', entry.askedAt, 'wall-time'],
        ['Until', entry.expiresAt, 'wall-time'],
        ['Decided', entry.decidedAt ?? undefined, 'wall-time'],
        ['Used', entry.usedAt ?? undefined, 'wall-time'],
      ),
      outline(entry.facts.filter((fact) => !fact.startsWith('Line: ')).map(lineOf)),
    ),
});

const notKnown =
  'Not known: its call may have happened. Look at what it changes. The same line, run again, asks a person anew, and says so.';

function lineOf(line: string): OutlineLine {
  const fact = factIn(line);
  return typeof fact === 'string'
    ? { level: 0, parts: [{ text: fact }] }
    : { level: 0, parts: [{ text: fact.theirs }], quoted: true };
}

const approve = command({
  name: 'approve',
  summary: 'Approve a call that waits: a person reads the facts and agrees, at a terminal',
  about: `Runs the line of the call up to its question: the facts and the price are read anew. A yes sends nothing. It allows the same call once, within 15 minutes of asking. If the call asks for something else by now, this ends with 7.

Only a person at a terminal can answer: no option does, and keys typed ahead count for nothing.

--next takes the oldest call that waits. If none does, it waits for the next one, rings the bell, and asks. Enter or n leaves that call waiting.`,
  uses: [],
  tool: { never: 'changes approvals' },
  answer: entryFields,
  local: true,
  interactive: true,
  fails: ['not-confirmed', 'not-found', 'conflict'],
  args: {
    code: arg.optionalText('its code'),
    next: opt.flag('the oldest that waits, or the next that is asked for'),
  },
  excludes: [['next', 'code']],
  examples: ['outreach approvals approve K7MPXR4D', 'outreach approvals approve --next'],
  async run(context, { code, next }): Promise<Entry> {
    if (code === undefined && !next)
      throw new Failure('missing_argument', 'Name a code, or pass --next', {
        hint: 'See: outreach approvals list',
      });
    requirePerson(
      context.consent.ask,
      context.files.world,
      'Only a person at a terminal approves a call',
      code === undefined
        ? undefined
        : say`A person runs this at a terminal: ${advise('approvals approve', { code })}`,
    );
    const approval =
      code === undefined
        ? await nextApproval(context)
        : await waitingApproval(context.files, code, ['waiting']);
    return entryOf(await approveLine(context, approval));
  },
  view: ({ code, expiresAt }) =>
    text(`Approved ${code}. When the same call is made again, it runs, once, until ${fullTime(expiresAt)}.`),
});

const deny = command({
  name: 'deny',
  summary: 'Deny a call that waits for approval, or take an approval back',
  uses: [],
  tool: { never: 'changes approvals' },
  answer: entryFields,
  local: true,
  fails: ['not-found', 'conflict'],
  args: { code: arg.text('its code') },
  examples: ['outreach approvals deny K7MPXR4D'],
  async run({ files }, { code }) {
    const approval = await waitingApproval(files, code, ['waiting', 'approved']);
    const journal = await files.world.journal.open();
    const { approvals } = journal;
    const now = await journal.now(files.world.clock.now());
    const denied = await approvals.end(approval.code, 'denied', now);
    const after = (await approvals.find(approval.code, now)) ?? approval;
    if (!denied) throw endedApproval(after);
    return entryOf(after);
  },
  view: ({ code }) => text(`Denied ${code}. Nothing was sent.`),
});

export const group: Verbs = {
  commands: [list, show, approve, deny, protect],
};

/** The approval of this code. Throws `not-found`. */
async function approvalOf({ world }: Pick<Files, 'world'>, word: string): Promise<AskedApproval> {
  const code = word.toUpperCase();
  const journal = await world.journal.open();
  const approval = await journal.approvals.find(code, await journal.now(world.clock.now()));
  if (approval) return approval;
  await refuseMoved(world);
  throw new Failure('not_found', `No call waits for approval as ${code}`, {
    hint: 'See: outreach approvals list --all',
  });
}

/** The same, which must not have ended. Throws `conflict` where it has. */
async function waitingApproval(
  context: Pick<Files, 'world'>,
  word: string,
  states: readonly AskedApproval['state'][],
): Promise<AskedApproval> {
  const approval = await approvalOf(context, word);
  if (!states.includes(approval.state)) throw endedApproval(approval);
  return approval;
}
