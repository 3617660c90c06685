import { campaign, mailbox, people, says, silent } from '../worlds.mjs';

export const job = {
  task: 'One of my running campaigns sends nothing. Find out which one, and what holds it up. Change nothing, I do that myself.',
  world: {
    answers: silent,
    senders: [mailbox('anna@try-north.example', 91), mailbox('berg@try-north.example', 97)],
    leads: people(12),
    campaigns: [
      campaign('Autumn', people(4), { status: 'running', senders: ['berg@try-north.example'] }),
      campaign('Winter', people(4, 4), {
        ...{ status: 'running', minimumHealthScore: 95, senders: ['anna@try-north.example'] },
      }),
      campaign('Spring', people(4, 8), { status: 'paused' }),
    ],
  },
  setup: [['sandbox', 'clock', 'set', 'Mon 10:00', '--utc']],
  asked: ({ kind }) => kind === 'email',
  done: ({ answer }) => ({
    'the answer names the campaign': says(answer, 'Winter'),
    'the answer names the cause': says(answer, 'health') && says(answer, '95'),
  }),
  async right({ call }) {
    const { items } = await call('campaigns_list', { status: ['running'], fields: ['id', 'name', 'stats'] });
    const { id, name } = items.find(({ stats }) => stats.emailsSentCount === 0);
    const { causes } = await call('campaigns_why', { campaign: id });
    return `${name} sends nothing: ${causes.find(({ binding }) => binding).message}`;
  },
  async wrong({ call }) {
    await call('campaigns_list');
    await call('campaigns_update', { campaign: 'Spring', minHealth: 0 });
    return 'Spring sends nothing, because it is paused.';
  },
};
