import { command } from '../../cli/declare/command.ts';
import { cellOf } from '../../cli/output/formats/auto-view.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';

export const list = command({
  name: 'list',
  summary: 'List campaigns, newest first',
  uses: [campaigns.list],
  examples: ['outreach campaigns list', 'outreach campaigns list --all --json --fields id,name,status'],
  run: ({ list }) => list(campaigns.list),
  columns: [
    ['ID', (campaign) => campaign.id, 'id'],
    ['Name', (campaign) => campaign.name],
    ['Status', (campaign) => cellOf(campaign.status)],
    ['Senders', (campaign) => campaign.stats?.senderEmailsConnected, 'number'],
    ['Contacted', (campaign) => campaign.stats?.contactedLeadsCount, 'number'],
    ['Sent', (campaign) => campaign.stats?.emailsSentCount, 'number'],
    ['Replied', (campaign) => campaign.stats?.repliedLeadsCount, 'number'],
    ['Positive', (campaign) => campaign.stats?.leadsRespondedPositivelyCount, 'number'],
    ['Created', (campaign) => campaign.createdAt, 'time'],
  ],
});
