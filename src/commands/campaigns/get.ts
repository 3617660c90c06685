import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { campaignIn, campaignView } from './campaign-view.ts';

export const get = command({
  name: 'get',
  summary: 'Show one campaign with its settings',
  uses: [campaigns.get, campaigns.list],
  args: { campaign: arg.text('id or exact name') },
  examples: ['outreach campaigns get 1', 'outreach campaigns get "Autumn launch" --json'],
  run: async ({ api, find }, { campaign }) =>
    campaignIn(await api(campaigns.get, { params: { id: await find.campaign(campaign) } })),
  view: campaignView,
});
