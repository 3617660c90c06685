import { csvOf, emailsOf, mailbox, people, sequenceFile, silent } from '../worlds.mjs';

const guests = people(5);

export const job = {
  task: 'Make a campaign Spring for the people of people.csv with the emails of sequence.md, from anna@try-north.example, Monday to Friday from 9 to 17. Start it: I approve.',
  world: {
    ...{ answers: silent, leads: people(3, 8), campaigns: [{ name: 'Older', leads: [] }] },
    senders: [mailbox('anna@try-north.example'), mailbox('other@try-north.example')],
  },
  files: { 'people.csv': csvOf(guests), 'sequence.md': sequenceFile },
  afterwards: '7d',
  asked: ({ kind, name, is }) =>
    (kind === 'lead' && emailsOf(guests).includes(name)) ||
    (kind === 'campaign' && name === 'Spring') ||
    is?.operation === 'campaigns.resume',
  done({ of, named }) {
    const emails = of('email').map(({ now }) => now);
    const of1 = emails.filter(({ step }) => step === 1).map(({ to }) => to);
    const { schedule, senders } = named('campaign', 'Spring') ?? {};
    return {
      'each of the five got the first email once': `${of1.sort()}` === `${emailsOf(guests)}`,
      'each got the follow-up': emails.length === 10,
      'it sends in these hours': `${Object.values(schedule ?? {})}`.includes('1,2,3,4,5,09:00,17:00'),
      'from this mailbox alone': `${senders}` === 'anna@try-north.example',
    };
  },
  async right({ call, approved }) {
    await call('campaigns_create', { name: 'Spring' });
    await call('leads_import', { file: 'people.csv', campaign: 'Spring' });
    await call('campaigns_sequence_set', { campaign: 'Spring', file: 'sequence.md' });
    await call('campaigns_schedule', { campaign: 'Spring', days: 'mon-fri', from: '09:00', to: '17:00' });
    await call('campaigns_senders_attach', { campaign: 'Spring', senders: ['anna@try-north.example'] });
    await call('campaigns_check', { campaign: 'Spring' });
    await approved('campaigns_resume', { campaign: 'Spring', maxRecipients: 5 });
    return 'Spring runs.';
  },
  async wrong({ call, approved }) {
    await call('campaigns_create', { name: 'Spring' });
    await call('leads_import', { file: 'people.csv', campaign: 'Spring' });
    await call('leads_add', { email: 'hal@firm8.example', campaign: 'Spring' });
    await call('leads_add', { email: 'ida@firm9.example', campaign: 'Spring', firstName: 'Ida B' });
    await call('campaigns_sequence_set', { campaign: 'Spring', file: 'sequence.md' });
    await call('campaigns_schedule', { campaign: 'Spring', days: 'mon-sun', from: '09:00', to: '17:00' });
    await call('campaigns_senders_attach', {
      ...{ campaign: 'Spring', senders: ['anna@try-north.example', 'other@try-north.example'] },
    });
    await approved('campaigns_resume', { campaign: 'Spring' });
    return 'Spring runs.';
  },
};
