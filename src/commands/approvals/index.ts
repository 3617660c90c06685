import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { approveLine, endedApproval } from '../../cli/consent/approve-line.ts';
import { command, type Verbs } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { text } from '../../cli/declare/view.ts';
import { fullTime } from '../../cli/output/text/times.ts';
import { requirePerson } from '../../cli/profile/agree-to-lower.ts';
import { type Entry, entryFields, entryOf } from './entry.ts';
import { list } from './list.ts';
import { protect } from './protect.ts';
import { show } from './show.ts';
import { waitingApproval } from './waiting.ts';

const approve = command({
  name: 'approve',
  summary: 'Approve a call that waits: a person reads the facts and agrees, at a terminal',
  about:
    'Runs the line of the call up to its question: the facts and the price are read anew. After a yes nothing is sent: the same call, made again by the agent or the script, runs once, within 15 minutes of asking. Where it would ask for something else by now, this ends with 7.\n\nOnly a person at a terminal can answer: no option does, and keys typed ahead count for nothing.',
  uses: [],
  tool: { never: 'changes approvals' },
  answer: entryFields,
  local: true,
  interactive: true,
  fails: ['not-confirmed', 'not-found', 'conflict'],
  args: { code: arg.text('its code') },
  examples: ['outreach approvals approve K7MPXR4D'],
  async run(context, { code }): Promise<Entry> {
    requirePerson(
      context.consent.ask,
      context.files.world,
      'Only a person at a terminal approves a call',
      say`A person runs this at a terminal: ${advise('approvals approve', { code })}`,
    );
    const approval = await waitingApproval(context.files, code, ['waiting']);
    return entryOf(await approveLine(context, approval));
  },
  next: () => [advise('approvals list')],
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
  async run(context, { code }) {
    const { files } = context;
    const approval = await waitingApproval(context.files, code, ['waiting', 'approved']);
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
