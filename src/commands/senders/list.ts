import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { senders } from '../../contract/areas/senders.ts';
import { limits } from '../../contract/limits.ts';
import { connection } from './sender-view.ts';

const [lowest, highest] = limits.healthScore;

export const list = command({
  name: 'list',
  summary: 'List sender mailboxes',
  about:
    'Health is the share of warm-up mail of the last seven days that reached the inbox; 90 is the bar for campaigns. A mailbox without a score is not below a bar.',
  uses: [senders.list, campaigns.list],
  args: {
    campaign: opt.text('only mailboxes of this campaign', { hint: 'campaign' }),
    space: opt.int('only mailboxes of the space with this id', { min: 1, hint: 'id' }),
    connected: opt.toggle('only those that are connected, or are not'),
    disconnected: opt.flag('the same as --no-connected'),
    below: opt.int('only mailboxes with a health score below this', {
      min: lowest,
      max: highest,
      hint: 'score',
    }),
  },
  excludes: [['connected', 'disconnected']],
  examples: [
    'outreach senders list',
    'outreach senders list --disconnected',
    'outreach senders list --below 90 --sort healthScore',
    'outreach senders list --campaign 1 --json --fields id,address,healthScore',
  ],
  async run({ list, find }, { campaign, space, connected, disconnected }) {
    const campaignId = campaign === undefined ? undefined : await find.campaign(campaign);
    const isConnected = disconnected ? false : connected;
    return list(senders.list, { query: { campaignId, spaceId: space, isConnected } });
  },
  filters: {
    below:
      (bar) =>
      ({ healthScore }) =>
        typeof healthScore === 'number' && healthScore < bar,
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
