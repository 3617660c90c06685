import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { heading, quote, record, screen, stack, table, text } from '../../cli/declare/view.ts';
import { leads } from '../../contract/areas/leads.ts';

export const conversation = command({
  name: 'conversation',
  summary: 'Show the conversation with a lead',
  uses: [leads.conversation, leads.list],
  tool: 'read',
  core: true,
  args: { lead: arg.text('id or email address', { asked: 'lead' }) },
  examples: ['outreach leads conversation 1'],
  async run({ service }, { lead }) {
    const { conversation } = await service.api(leads.conversation, {
      params: { id: await service.find.lead(lead) },
    });
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
      : screen(
          // What a pipe gets: a message on each line.
          table(
            items,
            [
              ['ID', 'id', 'id'],
              ['Direction', 'direction'],
              ['From', 'fromAddress', 'id'],
              ['Subject', 'subject'],
              ['Status', ({ status, isDraft }) => (isDraft === true ? 'draft' : status), 'state'],
              ['Category', 'responseCategory', 'state'],
              ['Sent', 'sentAt', 'time'],
              ['Body', 'body'],
            ],
            'No emails yet.',
          ),
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
