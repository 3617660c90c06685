import { campaign, csvOf, emailsOf, mailbox, people, silent } from '../worlds.mjs';

const leads = people(12);
const invalidIn = ({ items }) => emailsOf(items.filter(({ status }) => status === 'invalid'));

export const job = {
  task: 'Start Autumn. Its addresses were verified last week (the job is in the account): those that are invalid must not get an email, all others must. I approve.',
  world: {
    answers: { ...silent, invalidAddresses: 0.3 },
    ...{ senders: [mailbox('anna@try-north.example')], leads },
    campaigns: [campaign('Autumn', leads)],
  },
  files: { 'verified.csv': csvOf(leads) },
  setup: [
    ['verification', 'jobs', 'create', '--file', 'verified.csv', '--no-wait', '--yes'],
    ['sandbox', 'clock', 'advance', '1d'],
  ],
  afterwards: '3d',
  asked: ({ kind, name, is, fields }) =>
    (kind === 'campaign' &&
      name === 'Autumn' &&
      fields.every((field) => ['status', 'leads'].includes(field))) ||
    ['campaigns.resume', 'leads.delete'].includes(is?.operation) ||
    kind === 'blocked' ||
    (kind === 'lead' && is === undefined),
  async done({ of, read }) {
    const invalid = invalidIn(await read('verification_jobs_records', { id: 1, all: true }));
    const got = of('email').map(({ now }) => now.to);
    const alive = leads.filter(({ email }) => !invalid.includes(email));
    return {
      'no invalid address got an email': invalid.length > 1 && invalid.every((email) => !got.includes(email)),
      'all others did': alive.every(({ email }) => got.includes(email)),
      'none of them is blocked': of('blocked').every(({ name }) => invalid.includes(name)),
    };
  },
  async right({ call, approved }) {
    const records = { command: 'verification jobs records', arguments: { id: 1 } };
    const values = invalidIn(await call('outreach_read', records));
    await call('outreach_call', { command: 'blocklist add', arguments: { values } });
    await approved('outreach_call', { command: 'leads delete', arguments: { leads: values } });
    await approved('campaigns_resume', { campaign: 'Autumn' });
    return 'Autumn runs without the invalid addresses.';
  },
  async wrong({ call, approved }) {
    await call('campaigns_check', { campaign: 'Autumn' });
    const { error } = await approved('campaigns_resume', { campaign: 'Autumn' });
    const accept = ['known-invalid=they may be right after all'];
    if (error !== undefined) await approved('campaigns_resume', { campaign: 'Autumn', accept });
    await call('leads_add', { email: 'new@firm.example' });
    return 'Autumn runs.';
  },
};
