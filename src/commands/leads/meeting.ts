import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { leads } from '../../contract/areas/leads.ts';

const lead = arg.text('id or email address', { asked: 'lead' });

const view = (marked: {
  id: number;
  tag?: string | null | undefined;
  meetingBookedAt?: string | null | undefined;
}) =>
  record(
    ['ID', marked.id, 'id'],
    ['Category', marked.tag, 'state'],
    ['Meeting', marked.meetingBookedAt ?? 'none'],
  );

const mark = command({
  name: 'mark',
  summary: 'Mark a meeting with a lead as booked',
  uses: [leads.markMeeting, leads.list],
  tool: 'work',
  args: { lead },
  examples: ['outreach leads meeting mark 1'],
  run: async ({ service }, values) =>
    (await service.api(leads.markMeeting, { params: { id: await service.find.lead(values.lead) } })).lead,
  view,
});

const clear = command({
  name: 'clear',
  summary: "Clear a lead's booked meeting",
  uses: [leads.clearMeeting, leads.list],
  tool: 'work',
  args: { lead },
  examples: ['outreach leads meeting clear 1'],
  run: async ({ service }, values) =>
    (await service.api(leads.clearMeeting, { params: { id: await service.find.lead(values.lead) } })).lead,
  view,
});

export const meeting = {
  name: 'meeting',
  summary: 'Mark or clear a booked meeting',
  commands: [mark, clear],
};
