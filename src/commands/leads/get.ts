import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { leads } from '../../contract/areas/leads.ts';
import { leadView } from './lead-view.ts';

export const get = command({
  name: 'get',
  summary: 'Show one lead with its custom variables',
  uses: [leads.get, leads.list],
  args: { lead: arg.text('id or email address') },
  examples: ['outreach leads get 1', 'outreach leads get ana@lumen.example --json'],
  async run({ api, find }, { lead }) {
    const answer = await api(leads.get, { params: { id: await find.lead(lead) } });
    return answer.lead;
  },
  view: leadView,
});
