import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { heading, quote, record, stack, text } from '../../cli/declare/view.ts';
import { leads } from '../../contract/areas/leads.ts';

export const conversation = command({
  name: 'conversation',
  summary: 'Show the emails to and from a lead',
  uses: [leads.conversation, leads.list],
  args: { lead: arg.text('id or email address', { asked: 'lead' }) },
  examples: ['outreach leads conversation 1'],
  async run({ api, find }, { lead }) {
    const { conversation } = await api(leads.conversation, { params: { id: await find.lead(lead) } });
    return {
      items: conversation,
      total: conversation.length,
      page: 1,
      limit: conversation.length,
      hasMore: false,
    };
  },
  view: ({ items }) =>
    items.length === 0
      ? text('No emails yet.')
      : stack(
          ...items.map((message) =>
            stack(
              heading(message.subject ?? '(no subject)'),
              record(
                ['From', message.fromAddress, 'id'],
                ['Direction', message.direction],
                ['Status', message.isDraft === true ? 'draft' : message.status, 'state'],
                ['Sent', message.sentAt ?? 'not yet'],
                ['Category', message.responseCategory ?? undefined, 'state'],
              ),
              quote(message.body ?? ''),
            ),
          ),
        ),
});
