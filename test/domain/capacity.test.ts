import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CampaignLimits,
  dailyCapacity,
  isHeldBack,
  type MailboxLimits,
  mailboxCapacity,
  weeksConnected,
  windowCapacity,
} from '../../src/domain/mailbox/capacity.ts';
import { day } from '../../src/domain/window.ts';

const connectedAt = Date.UTC(2026, 0, 5, 15);

const mailbox: MailboxLimits = {
  isConnected: true,
  connectedAt,
  currentDailyLimit: 200,
  maximumSendingsLimitPerDay: 300,
  toggleGradualBuildUp: true,
  healthScore: 95,
};

const campaign: CampaignLimits = {
  window: { days: [1, 2, 3, 4, 5], start: 540, end: 1020 },
  minimumTimeBetweenEmails: 2,
  maximumTimeBetweenEmails: 2,
};

const mailboxes: fc.Arbitrary<MailboxLimits> = fc.record({
  isConnected: fc.boolean(),
  connectedAt: fc.constant(connectedAt),
  currentDailyLimit: fc.integer({ min: 0, max: 1000 }),
  maximumSendingsLimitPerDay: fc.integer({ min: 1, max: 1000 }),
  toggleGradualBuildUp: fc.boolean(),
  healthScore: fc.option(fc.integer({ min: 0, max: 100 })),
});

const campaigns: fc.Arbitrary<CampaignLimits> = fc.record({
  window: fc.record({
    days: fc.constant([1, 2, 3, 4, 5]),
    start: fc.integer({ min: 0, max: 700 }),
    end: fc.integer({ min: 701, max: 1439 }),
  }),
  minimumTimeBetweenEmails: fc.integer({ min: 2, max: 15 }),
  maximumTimeBetweenEmails: fc.integer({ min: 15, max: 30 }),
  maximumSendingLimitPerSenderEmail: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
  maximumSendingLimitPerSenderEmailVariation: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
  minimumHealthScore: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
});

const days = fc.integer({ min: 0, max: 400 }).map((n) => connectedAt + n * day);
const rolls = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('build-up', () => {
  it('allows five a day per week since the connection, the first week included, and never more than fifty', () => {
    const after = (n: number) => mailboxCapacity(mailbox, connectedAt + n * day).emails;
    expect([0, 6, 7, 20, 21, 62, 63, 365].map(after)).toEqual([5, 5, 10, 15, 20, 45, 50, 50]);
    expect(mailboxCapacity(mailbox, connectedAt + 365 * day).binding).toBe('build-up');
    const grown = { ...mailbox, currentDailyLimit: 50 };
    expect(mailboxCapacity(grown, connectedAt + 365 * day).binding).toBe('currentDailyLimit');
  });

  it('does not bind when it is off', () => {
    const off = { ...mailbox, toggleGradualBuildUp: false };
    expect(mailboxCapacity(off, connectedAt)).toEqual({ emails: 200, binding: 'currentDailyLimit' });
    expect(mailboxCapacity({ ...off, maximumSendingsLimitPerDay: 70 }, connectedAt)).toEqual({
      emails: 70,
      binding: 'maximumSendingsLimitPerDay',
    });
  });

  it('never shrinks as time passes', () => {
    fc.assert(
      fc.property(mailboxes, days, fc.nat(90), (box, at, more) => {
        const later = mailboxCapacity(box, at + more * day).emails;
        expect(later).toBeGreaterThanOrEqual(mailboxCapacity(box, at).emails);
        expect(weeksConnected(connectedAt, at)).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});

describe('the capacity of a mailbox in a campaign', () => {
  it('is above no limit, and equals the one that it names', () => {
    fc.assert(
      fc.property(mailboxes, campaigns, days, rolls, (box, limits, at, roll) => {
        const { emails, binding } = dailyCapacity(box, limits, at, roll);
        expect(Number.isInteger(emails)).toBe(true);
        const bounds: Record<string, number> = {
          currentDailyLimit: box.currentDailyLimit,
          maximumSendingsLimitPerDay: box.maximumSendingsLimitPerDay,
          window: windowCapacity(limits),
          'build-up': box.toggleGradualBuildUp ? Math.min(50, 5 * weeksConnected(connectedAt, at)) : Infinity,
        };
        for (const bound of Object.values(bounds)) expect(emails).toBeLessThanOrEqual(bound);
        expect(emails).toBeLessThanOrEqual(limits.maximumSendingLimitPerSenderEmail ?? Infinity);
        if (binding in bounds) expect(emails).toBe(bounds[binding]);
      }),
    );
  });

  it('is nothing for an account below the minimum score or without one', () => {
    const at = connectedAt + 100 * day;
    const strict = { ...campaign, minimumHealthScore: 90 };
    expect(dailyCapacity({ ...mailbox, healthScore: 89 }, strict, at)).toEqual({
      emails: 0,
      binding: 'health',
    });
    expect(dailyCapacity({ ...mailbox, healthScore: null }, strict, at).emails).toBe(0);
    expect(dailyCapacity({ ...mailbox, healthScore: 90 }, strict, at).emails).toBe(50);
    expect(isHeldBack(null, 0)).toBe(false);
    expect(isHeldBack(null, undefined)).toBe(false);
  });

  it('is nothing for one that lost its connection', () => {
    const lost = { ...mailbox, isConnected: false };
    expect(dailyCapacity(lost, campaign, connectedAt)).toEqual({ emails: 0, binding: 'disconnected' });
  });

  it('is what the open hours hold at the mean time between two emails', () => {
    const slow = { ...campaign, minimumTimeBetweenEmails: 5, maximumTimeBetweenEmails: 15 };
    const strong = { ...mailbox, toggleGradualBuildUp: false };
    expect(dailyCapacity(strong, slow, connectedAt)).toEqual({ emails: 48, binding: 'window' });
  });

  it('varies below the maximum of the campaign and keeps at least one', () => {
    const varied = {
      ...campaign,
      maximumSendingLimitPerSenderEmail: 40,
      maximumSendingLimitPerSenderEmailVariation: 50,
    };
    const at = connectedAt + 100 * day;
    expect(dailyCapacity(mailbox, varied, at, 0).emails).toBe(40);
    expect(dailyCapacity(mailbox, varied, at, 0.5).emails).toBe(30);
    const whole = { ...varied, maximumSendingLimitPerSenderEmailVariation: 100 };
    expect(dailyCapacity(mailbox, whole, at, 0.999).emails).toBe(1);
  });
});
