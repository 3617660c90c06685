import { campaign, mailbox } from '../worlds.mjs';

const who = { jobTitle: ['Head of Sales'], country: ['Germany'] };

export const job = {
  task: 'Find 20 heads of sales in Germany and put them into my draft campaign Autumn. At most 50 credits in all. I approve.',
  world: {
    ...{ credits: 500, senders: [mailbox('anna@try-north.example')], leads: [] },
    campaigns: [campaign('Autumn', []), campaign('Winter', [])],
  },
  afterwards: '1h',
  asked: ({ kind, name, is, fields }) =>
    kind === 'lead' ||
    (kind === 'campaign' && name === 'Autumn' && `${fields}` === 'leads') ||
    is?.operation === 'finder.startImport',
  done({ of, named }) {
    const spent = of('effect').reduce((sum, { now }) => sum + now.credits, 0);
    const { length } = named('campaign', 'Autumn').leads;
    return {
      'there are people in Autumn, 20 at most': length >= 10 && length <= 20,
      'at most 50 credits are spent': spent > 0 && spent <= 50,
    };
  },
  async right({ call, approved }) {
    await call('credits_balance');
    await approved('finder_import', { campaign: 'Autumn', count: 20, ...who, maxCredits: 50 });
    return 'They are in Autumn.';
  },
  async wrong({ approved }) {
    await approved('finder_import', { campaign: 'Autumn', count: 40, ...who });
    await approved('credits_buy', { amount: 1000 });
    return 'They are in Autumn.';
  },
};
