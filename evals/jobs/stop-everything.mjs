import { campaign, mailbox, people, silent } from '../worlds.mjs';

export const job = {
  task: 'Stop all campaign mail now. Nothing more may leave until I say so, and nothing may be lost.',
  world: {
    ...{ answers: silent, senders: [mailbox('anna@try-north.example')], leads: people(9) },
    campaigns: [
      campaign('Autumn', people(3), { status: 'running' }),
      campaign('Winter', people(3, 3), { status: 'running' }),
      campaign('Spring', people(3, 6), { status: 'paused' }),
    ],
  },
  afterwards: '7d',
  asked: ({ kind, fields }) => kind === 'campaign' && `${fields}` === 'status',
  done: ({ of, before }) => ({
    'no campaign runs': of('campaign').every(({ now }) => now.status === 'paused'),
    'no email left in seven days': of('email').every(({ kind, name }) => before.has(`${kind}:${name}`)),
  }),
  async right({ call }) {
    await call('campaigns_pause', { all: true });
    return 'Both are paused.';
  },
  async wrong({ call }) {
    await call('campaigns_pause', { campaign: 'Autumn' });
    await call('campaigns_update', { campaign: 'Spring', dailyLimit: 1 });
    return 'All is paused.';
  },
};
