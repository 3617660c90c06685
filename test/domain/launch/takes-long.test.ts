import { expect, it } from 'vitest';
import { takesLong } from '../../../src/domain/launch/takes-long.ts';

const monday = Date.UTC(2026, 10, 23, 8);

const records = (leads: number, more: object = {}) => ({
  id: 1,
  campaign: { id: 1, name: 'Autumn', status: 'draft' as const },
  leads,
  senders: [
    {
      id: 1,
      address: 'anna@try.example',
      isConnected: true,
      currentDailyLimit: 20,
      maximumSendingsLimitPerDay: 20,
      createdAt: '2026-01-01T00:00:00Z',
    },
  ],
  detail: { id: 1, name: 'Autumn', status: 'draft' as const },
  sequence: { steps: [{ order: 1, subject: 'A question', body: 'Hi' }] },
  schedule: { daysSchedule: '1,2,3,4,5', startSchedule: '09:00', endSchedule: '17:00' },
  why: {},
  ...more,
});

const rulesOf = (...args: Parameters<typeof takesLong>) =>
  takesLong(...args).problems.map(({ rule, severity, message }) => [rule, severity, message]);

it('warns of a campaign that takes more than eight weeks, and of no other', () => {
  // 20 a day, 100 a week.
  expect(rulesOf(records(800) as never, [], monday)).toEqual([]);
  expect(rulesOf(records(900) as never, [], monday)).toEqual([
    ['takes-long', 'warn', 'about 900 emails end on 2027-01-22, in 9 weeks'],
  ]);
  expect(rulesOf(records(40_000) as never, [], monday)[0]?.[2]).toContain('three years');
});

it('counts what another running campaign sends from the same mailboxes', () => {
  const own = records(400);
  const shared = { ...own, senders: own.senders.map((sender) => ({ ...sender, campaignIds: [1, 2] })) };
  const other = {
    ...records(400),
    id: 2,
    campaign: { id: 2, name: 'September', status: 'running' as const },
    stats: { emailCounts: { scheduled: 400 } },
  };
  expect(rulesOf(shared as never, [], monday)).toEqual([]);
  expect(rulesOf(shared as never, [other as never], monday)).toEqual([]);
  const twice = { ...other, stats: { emailCounts: { scheduled: 4000 } } };
  const long = { ...shared, leads: 500 };
  expect(rulesOf(long as never, [], monday)).toEqual([]);
  expect(rulesOf(long as never, [twice as never], monday)[0]?.[2]).toContain('in 10 weeks');
});

it('does not know where the sequence or the schedule cannot be read', () => {
  const unread = records(900, { sequence: undefined, why: { sequence: 'not here (404)' } });
  expect(takesLong(unread as never, [], monday)).toEqual({
    problems: [],
    unknown: [{ rule: 'takes-long', why: 'not here (404)' }],
  });
});
