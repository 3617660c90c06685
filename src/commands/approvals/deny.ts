import { endedApproval } from '../../cli/consent/approve-line.ts';
import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { text } from '../../cli/declare/view.ts';
import { entryFields, entryOf } from './entry.ts';
import { waitingApproval } from './waiting.ts';

export const deny = command({
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
