import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { refuseMoved } from '../../cli/connect/moved-journal.ts';
import { approveLine, endedApproval, nextApproval } from '../../cli/consent/approve-line.ts';
import { command, type Files, type Verbs } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { text } from '../../cli/declare/view.ts';
import { fullTime } from '../../cli/output/text/times.ts';
import { requirePerson } from '../../cli/profile/agree-to-lower.ts';
import type { AskedApproval } from '../../client/guard/approvals.ts';
import { type Entry, entryFields, entryOf } from './entry.ts';
import { list } from './list.ts';
import { protect } from './protect.ts';

const approve = command({
  name: 'approve',
  summary: 'Approve a call that waits: a person reads the facts and agrees, at a terminal',
  about: `Shows what the command would do now, at current prices. Saying yes does not run it: the agent may then run it once, within 15 minutes of asking. If the facts have changed since, it exits with code 7.

Only a person at a terminal can answer: there is no option for it, and keys typed ahead are ignored.

--next takes the oldest call that waits. If none does, it waits for the next one, rings the bell, and asks. Enter or n leaves that call waiting.`,
  uses: [],
  tool: { never: 'changes approvals' },
  answer: entryFields,
  local: true,
  interactive: true,
  fails: ['not-confirmed', 'not-found', 'conflict'],
  args: {
    code: arg.optionalText('its code'),
    next: opt.flag('the oldest waiting request, or else the next one'),
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
  commands: [list, approve, deny, protect],
};

/** The approval of this code. Throws `not-found`, and `conflict` where it has ended. */
async function waitingApproval(
  { world }: Pick<Files, 'world'>,
  word: string,
  states: readonly AskedApproval['state'][],
): Promise<AskedApproval> {
  const code = word.toUpperCase();
  const journal = await world.journal.open();
  const approval = await journal.approvals.find(code, await journal.now(world.clock.now()));
  if (approval && states.includes(approval.state)) return approval;
  if (approval) throw endedApproval(approval);
  await refuseMoved(world);
  throw new Failure('not_found', `No call waits for approval as ${code}`, {
    hint: 'See: outreach approvals list --all',
  });
}
