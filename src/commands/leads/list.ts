import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { leadCategories, leads } from '../../contract/areas/leads.ts';
import type { ItemOf } from '../../contract/operation.ts';

export const list = command({
  name: 'list',
  uses: [leads.list],
  tool: 'read',
  core: true,
  args: {
    email: opt.text('only the lead with this address'),
    campaign: opt.text('only leads in this campaign', { hint: 'campaign', names: 'campaigns' }),
    since: opt.moment('only leads created since this time', 'since'),
    until: opt.moment('only leads created up to this time', 'until'),
    category: opt.choices('only leads of this category', [...leadCategories, 'none']),
    name: opt.text('only leads whose name contains this'),
    company: opt.text('only leads whose company name contains this'),
  },
  examples: [
    'outreach leads list',
    'outreach leads list --campaign 1 --category interested',
    'outreach leads list --all --ndjson',
    'outreach leads list --limit 500 --fields id,email',
  ],
  async run({ service }, { email, campaign }) {
    const campaignId = campaign === undefined ? undefined : await service.find.campaign(campaign);
    return service.list(leads.list, { query: { email, campaignId } });
  },
  filters: {
    since: { from: 'createdAt' },
    until: { upTo: 'createdAt' },
    category: { oneOf: ({ tag }) => tag ?? 'none' },
    name: {
      containing: nameOf,
    },
    company: { containing: 'company' },
  },
  empty: 'No leads found.',
  columns: [
    ['ID', 'id', 'id'],
    ['Email', 'email', 'id', 0],
    ['First name', 'firstName'],
    ['Last name', 'lastName'],
    ['Company', 'company'],
    ['Title', 'title'],
    ['Category', 'tag', 'state'],
  ],
  atTerminal: [
    ['ID', 'id', 'id'],
    ['Email', 'email', 'id', 0],
    ['Name', nameOf, 'text', 1],
    ['Category', 'tag', 'state'],
    ['Company', 'company', 'text', 3],
    ['Title', 'title', 'text', 4],
    ['Created', 'createdAt', 'time', 5],
  ],
});

function nameOf({ firstName, middleName, lastName }: ItemOf<typeof leads.list>): string {
  return [firstName, middleName, lastName].filter(Boolean).join(' ');
}
