import { command, Listing } from '../../cli/command.ts';
import { opt } from '../../cli/params.ts';
import { leads } from '../../contract/areas/leads.ts';

export const exportLeads = command({
  name: 'export',
  summary: 'Write every lead, page by page',
  about:
    'Streams all pages whatever --limit says. Use --ndjson for every field with custom variables, --csv for a spreadsheet.',
  uses: [leads.list],
  args: { campaign: opt.text('only leads of this campaign', { hint: 'campaign' }) },
  examples: [
    'outreach leads export --ndjson > leads.ndjson',
    'outreach leads export --csv --campaign "Autumn launch" > leads.csv',
  ],
  async run({ api, find }, { campaign }) {
    const query = campaign === undefined ? {} : { campaignId: await find.campaign(campaign) };
    return new Listing(api.pages(leads.list, { query }));
  },
  columns: [
    ['ID', (lead) => lead.id, 'number'],
    ['Email', (lead) => lead.email],
    ['First Name', (lead) => lead.firstName],
    ['Middle Name', (lead) => lead.middleName],
    ['Last Name', (lead) => lead.lastName],
    ['Company', (lead) => lead.company],
    ['Job Title', (lead) => lead.title],
    ['Phone', (lead) => lead.phone],
    ['Website', (lead) => lead.website],
    ['LinkedIn', (lead) => lead.linkedin],
    ['Category', (lead) => lead.tag],
    ['Meeting Booked At', (lead) => lead.meetingBookedAt, 'time'],
    ['Created At', (lead) => lead.createdAt, 'time'],
    ['Updated At', (lead) => lead.updatedAt, 'time'],
  ],
});
