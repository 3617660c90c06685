import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { cellOf } from '../../cli/output/formats/auto-view.ts';
import { campaignStatuses, campaigns } from '../../contract/areas/campaigns.ts';

export const list = command({
  name: 'list',
  uses: [campaigns.list],
  tool: 'read',
  core: true,
  args: {
    status: opt.choices('only campaigns with this status', campaignStatuses),
    name: opt.text('only campaigns whose name contains this'),
  },
  examples: [
    'outreach campaigns list',
    'outreach campaigns list --status running',
    'outreach campaigns list --all --sort stats.repliedLeadsCount:desc',
    'outreach campaigns list --all --json --fields id,name,status',
  ],
  run: ({ service }) => service.list(campaigns.list),
  filters: { status: { oneOf: 'status' }, name: { containing: 'name' } },
  empty: 'No campaigns found.',
  columns: [
    ['ID', 'id', 'id'],
    ['Name', 'name'],
    ['Status', (campaign) => cellOf(campaign.status), 'state'],
    ['Senders', 'stats.senderEmailsConnected', 'number', 6],
    ['Contacted', 'stats.contactedLeadsCount', 'number'],
    ['Sent', 'stats.emailsSentCount', 'number'],
    ['Replied', 'stats.repliedLeadsCount', 'number'],
    ['Positive', 'stats.leadsRespondedPositivelyCount', 'number', 4],
    ['Created', 'createdAt', 'time'],
  ],
});
