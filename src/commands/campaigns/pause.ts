import { command } from '../../cli/command.ts';
import { arg } from '../../cli/params.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { campaignIn, campaignView } from './campaign-view.ts';

export const pause = command({
  name: 'pause',
  summary: 'Pause a campaign: it sends nothing until it is resumed',
  uses: [campaigns.pause, campaigns.list],
  args: { campaign: arg.text('id or exact name') },
  examples: ['outreach campaigns pause 1'],
  async run({ api, find, note }, { campaign }) {
    const answer = await api(campaigns.pause, { params: { id: await find.campaign(campaign) } });
    note(answer.message ?? 'Paused.');
    return campaignIn(answer);
  },
  view: campaignView,
});
