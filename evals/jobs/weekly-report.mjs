import { campaign, mailbox, people, says, silent } from '../worlds.mjs';

const period = { since: '7d', byCampaign: true };

export const job = {
  task: 'The report of the last seven days, please: a page report.html, and in your answer one line for each campaign: its name, emails sent, replies.',
  world: {
    answers: { ...silent, reply: 0.6, positive: 0.5, replyHours: [2, 5], languages: {} },
    ...{ senders: [mailbox('anna@try-north.example')], leads: people(12) },
    campaigns: [
      campaign('Autumn', people(7), { status: 'paused' }),
      campaign('Winter', people(5, 7), { status: 'paused' }),
    ],
  },
  setup: [
    ['campaigns', 'resume', 'Autumn', '--yes'],
    ['sandbox', 'clock', 'advance', '5d'],
    ['campaigns', 'resume', 'Winter', '--yes'],
    ['sandbox', 'clock', 'set', 'Tue 07:00', '--utc'],
  ],
  asked: () => false,
  async done({ answer, read, written }) {
    const { campaigns } = await read('report_outcomes', period);
    const has = ({ name, outcomes }) =>
      answer
        .split('\n')
        .some(
          (row) =>
            says(row, name) &&
            [outcomes.sent, outcomes.replies].every((n) => row.match(/\d+/g)?.includes(`${n}`)),
        );
    return {
      'the page is there': (await written('report.html')) !== undefined,
      'the line of Autumn is right': has(campaigns.find(({ name }) => name === 'Autumn')),
      'the line of Winter is right': has(campaigns.find(({ name }) => name === 'Winter')),
    };
  },
  async right({ call }) {
    const { campaigns } = await call('report_outcomes', { ...period, html: 'report.html' });
    return campaigns
      .map(({ name, outcomes }) => `${name}: ${outcomes.sent} sent, ${outcomes.replies} replies`)
      .join('\n');
  },
  async wrong({ call }) {
    const { items } = await call('campaigns_list');
    return items
      .map(({ name, stats }) => `${name}: ${stats.emailsSentCount} sent, ${stats.repliedLeadsCount} replies`)
      .join('\n');
  },
};
