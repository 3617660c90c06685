import { advise } from '../../cli/advice/advise.ts';
import { recordOf } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { acceptOption } from '../../cli/declare/shared-options.ts';
import { record, stack, text } from '../../cli/declare/view.ts';
import { blocklist } from '../../contract/areas/blocklist.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { leads } from '../../contract/areas/leads.ts';
import { replies } from '../../contract/areas/replies.ts';
import { senders } from '../../contract/areas/senders.ts';
import type { Output } from '../../contract/operation.ts';
import { addresses, draftArgument } from './draft.ts';

export const send = command({
  name: 'send',
  summary: 'Send a draft, as a real email that cannot be recalled',
  about: `The email is sent from the mailbox of the conversation. If the draft changes after you agree, nothing is sent (exit 7). A change in the last instant can go unnoticed; if the text or recipients turn out different, the exit code is 14.

With --yes, a reply that you already answered with \`drafts send\` is not answered twice (exit 7), unless you add --again.

If the person is on the blocklist, said no or unsubscribed, you must confirm that you want to send anyway. With --yes, that needs --accept with the rule (blocklisted, said-no, unsubscribed) and a reason, or the exit code is 16. The service does not list who unsubscribed: give saved events with --events. The digest for --expect comes from \`replies next\` or \`drafts show --digest\`.`,
  uses: [drafts.list, drafts.send, leads.get, leads.conversation, replies.list, senders.list, blocklist.list],
  tool: 'effects',
  core: true,
  answer: recordOf(drafts.send),
  fails: ['ended-badly'],
  args: {
    draft: draftArgument,
    expect: opt.text('send the draft only if it still has this digest', { hint: 'digest' }),
    events: opt.files(
      'file of saved events, to find people who unsubscribed (`webhooks listen --save`)',
      'document',
    ),
    ...acceptOption,
  },
  examples: [
    'outreach drafts send "$(outreach drafts list --limit 1 --fields id)"',
    'outreach drafts send "$(outreach drafts list --limit 1 --fields id)" --yes',
  ],
  run: async (context, values) => (await import('./send-draft.ts')).sendDraft(context, values),
  next: [advise('drafts list')],
  view: (sent) =>
    stack(
      text(sentText(sent)),
      record(
        ['Draft', sent.id, 'id'],
        ['Status', sent.status ?? undefined, 'state'],
        // Of one whose answer was lost, the client says what is known.
        ['Note', typeof sent.message === 'string' ? sent.message : undefined],
        ['Cc', addresses(sent.cc), 'id'],
        ['Subject', sent.subject],
      ),
    ),
});

/** The answer has no time: what is only scheduled shows in the conversation once it has left. */
function sentText({ recipient, to, status, leadId }: Output<typeof drafts.send>): string {
  const person = recipient ?? addresses(to ?? undefined) ?? 'the lead';
  if (status === null) return `The service gave no status of the email to ${person}`;
  if (status !== 'scheduled') return `Sent to ${person}`;
  const look = leadId === null || leadId === undefined ? '' : `: outreach leads conversation ${leadId}`;
  return `Scheduled to ${person}. It leaves next from the mailbox of the conversation; the service does not say when. To see whether it has left${look}`;
}
