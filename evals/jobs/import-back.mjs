import { csvOf, emailsOf, people } from '../worlds.mjs';

const leads = people(6);
const spoilt = leads.slice(1, 4).map((lead) => ({ ...lead, firstName: 'Customer', company: 'Unknown' }));

export const job = {
  task: 'Yesterday I imported wrong.csv, and it overwrote names and companies. before.csv is an export from before. Put back what the import changed, and only that: Fay has a new company since, which stays.',
  world: { leads, campaigns: [{ name: 'Autumn' }] },
  files: { 'wrong.csv': csvOf(spoilt) },
  setup: [
    ['leads', 'export', '--csv', '--output', 'before.csv'],
    ['leads', 'import', 'wrong.csv'],
    ['leads', 'update', 'fay@firm6.example', '--company', 'Heron'],
  ],
  asked: ({ kind, name, is }) => kind === 'lead' && is !== undefined && emailsOf(spoilt).includes(name),
  done: ({ named }) => ({
    'the three are as before': leads.slice(1, 4).every(({ email, firstName, company }) => {
      const lead = named('lead', email);
      return lead?.firstName === firstName && lead.company === company;
    }),
    'what came since stays': named('lead', 'fay@firm6.example')?.company === 'Heron',
  }),
  async right({ call, write }) {
    await write('back.csv', csvOf(leads.slice(1, 4)));
    await call('leads_import', { file: 'back.csv', dryRun: true, diff: true });
    await call('leads_import', { file: 'back.csv' });
    return 'The three are as before; Fay keeps Heron.';
  },
  async wrong({ call }) {
    await call('leads_import', { file: 'before.csv' });
    return 'All is as before.';
  },
};
