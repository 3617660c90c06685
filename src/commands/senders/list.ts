import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { senders } from '../../contract/areas/senders.ts';
import { limits } from '../../contract/limits.ts';
import { connection } from './sender-view.ts';

const [lowest, highest] = limits.healthScore;

export const list = command({
  name: 'list',
  about:
    'Health is the percentage of warm-up emails that reached the inbox in the last seven days; 90 is the usual minimum. --below leaves out mailboxes without a score. The service has a spaceId for each mailbox but does not document it.',
  uses: [senders.list, campaigns.list],
  tool: 'read',
  core: true,
  args: {
    campaign: opt.text('only mailboxes in this campaign', { hint: 'campaign', names: 'campaigns' }),
    space: opt.int('only mailboxes with this spaceId', { min: 1, hint: 'id' }),
    connected: opt.toggle('only connected mailboxes'),
    disconnected: opt.flag('only disconnected mailboxes; same as --no-connected'),
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
  async run({ service }, { campaign, space, connected, disconnected }) {
    const campaignId = campaign === undefined ? undefined : await service.find.campaign(campaign);
    const isConnected = disconnected ? false : connected;
    return service.list(senders.list, { query: { campaignId, spaceId: space, isConnected } });
  },
  filters: {
    below:
      (bar) =>
      ({ healthScore }) =>
        typeof healthScore === 'number' && healthScore < bar,
  },
  empty: 'No mailboxes found.',
  columns: [
    ['ID', 'id', 'id'],
    ['Address', 'address', 'id', 0],
    ['Provider', 'provider', 'text', 7],
    ['Connected', 'isConnected', 'state'],
    ['Health', 'healthScore', 'health', 3],
    ['Daily limit', 'currentDailyLimit', 'number'],
    ['Campaigns', 'campaignIds.length', 'number'],
  ],
  atTerminal: [
    ['ID', 'id', 'id'],
    ['Address', 'address', 'id', 0],
    ['Connected', connection, 'state', 1],
    ['Health', 'healthScore', 'health', 2],
    ['Daily limit', 'currentDailyLimit', 'number', 4],
    ['Campaigns', 'campaignIds.length', 'number', 5],
    ['Provider', 'provider', 'text', 6],
  ],
});
