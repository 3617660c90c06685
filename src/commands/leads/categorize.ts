import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { leadCategories, leads } from '../../contract/areas/leads.ts';

export const categorize = command({
  name: 'categorize',
  summary: 'Set the category of a lead',
  about:
    'meeting_booked also records the meeting if none is marked. A later change of category keeps the meeting; `leads meeting clear` removes it.',
  uses: [leads.setCategory, leads.list],
  tool: 'work',
  args: {
    lead: arg.text('id or email address', { asked: 'lead' }),
    category: arg.choice('the category', leadCategories),
  },
  examples: ['outreach leads categorize 1 interested'],
  async run({ service, screen }, { lead, category }) {
    const answer = await service.api(leads.setCategory, {
      params: { id: await service.find.lead(lead) },
      body: { category },
    });
    screen.note(answer.message ?? 'Saved.');
    return answer.lead;
  },
  view: (lead) =>
    record(
      ['ID', lead.id, 'id'],
      ['Category', lead.tag, 'state'],
      ['Meeting', lead.meetingBookedAt ?? undefined],
    ),
});
