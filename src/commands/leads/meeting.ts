import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { leads } from '../../contract/areas/leads.ts';

const verb = (
  name: 'mark' | 'clear',
  summary: string,
  operation: typeof leads.markMeeting | typeof leads.clearMeeting,
) =>
  command({
    name,
    summary,
    uses: [operation, leads.list],
    tool: 'work',
    args: { lead: arg.text('id or email address', { asked: 'lead' }) },
    examples: [`outreach leads meeting ${name} 1`],
    run: async ({ service }, { lead }) =>
      (await service.api(operation, { params: { id: await service.find.lead(lead) } })).lead,
    view: ({ id, tag, meetingBookedAt }) =>
      record(['ID', id, 'id'], ['Category', tag, 'state'], ['Meeting', meetingBookedAt ?? 'none']),
  });

export const meeting = {
  name: 'meeting',
  summary: 'Mark or clear a booked meeting',
  commands: [
    verb('mark', 'Mark a meeting with a lead as booked', leads.markMeeting),
    verb('clear', "Clear a lead's booked meeting", leads.clearMeeting),
  ],
};
