import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { senders } from '../../contract/areas/senders.ts';
import { connection } from './sender-view.ts';

export const list = command({
  name: 'list',
  summary: 'List sender mailboxes',
  about:
    'Health is the share of warm-up mail of the last seven days that reached the inbox; 90 is the bar for campaigns.',
  uses: [senders.list, campaigns.list],
  args: {
    campaign: opt.text('only mailboxes of this campaign', { hint: 'campaign' }),
    space: opt.int('only mailboxes of the space with this id', { min: 1, hint: 'id' }),
    connected: opt.toggle('only those that are connected, or are not'),
  },
  examples: [
    'outreach senders list',
    'outreach senders list --no-connected',
    'outreach senders list --campaign 1 --json --fields id,address,healthScore',
  ],
  async run({ list, find }, { campaign, space, connected }) {
    const campaignId = campaign === undefined ? undefined : await find.campaign(campaign);
    return list(senders.list, { query: { campaignId, spaceId: space, isConnected: connected } });
  },
  columns: [
    ['ID', (sender) => sender.id, 'id'],
    ['Address', (sender) => sender.address],
    ['Provider', (sender) => sender.provider],
    ['Connected', connection],
    ['Health', (sender) => sender.healthScore, 'number'],
    ['Daily limit', (sender) => sender.currentDailyLimit, 'number'],
    ['Campaigns', (sender) => sender.campaignIds?.length, 'number'],
  ],
});
