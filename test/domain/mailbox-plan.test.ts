import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dailyCapacity, type MailboxLimits } from '../../src/domain/mailbox/capacity.ts';
import { newMailbox, type PlanInput, planMailboxes } from '../../src/domain/mailbox/mailbox-plan.ts';
import { day, isOpen, minute, startOfDay } from '../../src/domain/window.ts';

/** Monday, 2 March 2026, 10:00 UTC. */
const at = Date.UTC(2026, 2, 2, 10);

const input = (changed: Partial<PlanInput> = {}): PlanInput => ({
  emails: 1000,
  at,
  by: at + 30 * day,
  campaign: {
    window: { days: [1, 2, 3, 4, 5], start: 540, end: 1020 },
    minimumTimeBetweenEmails: 5,
    maximumTimeBetweenEmails: 10,
  },
  perMailbox: 50,
  buildUp: true,
  existing: [],
  ...changed,
});

/** Day by day, in another way than the plan: what all of them send from tomorrow on. */
function sentBy({ at, by, campaign, existing, ...rest }: PlanInput, mailboxes: number): number {
  const all: MailboxLimits[] = [
    ...existing,
    ...Array.from({ length: mailboxes }, () => newMailbox({ at, by, campaign, existing, ...rest })),
  ];
  let sum = 0;
  for (let then = startOfDay(at) + day; then < by; then += day) {
    const last = then + (campaign.window.end - 1) * minute;
    if (isOpen(campaign.window, last) && last + minute <= by)
      for (const mailbox of all) sum += dailyCapacity(mailbox, campaign, last).emails;
  }
  return sum;
}

const inputs = fc
  .record({
    emails: fc.integer({ min: 1, max: 5000 }),
    days: fc.integer({ min: 0, max: 90 }),
    open: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
    hours: fc.integer({ min: 1, max: 10 }),
    perMailbox: fc.integer({ min: 1, max: 80 }),
    buildUp: fc.boolean(),
    existing: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 3 }),
  })
  .map(({ days, open, hours, existing, ...rest }) =>
    input({
      ...rest,
      by: at + days * day,
      campaign: { ...input().campaign, window: { days: open, start: 540, end: 540 + hours * 60 } },
      existing: existing.map((currentDailyLimit) => ({
        ...newMailbox(input()),
        connectedAt: at - 100 * day,
        currentDailyLimit,
      })),
    }),
  );

describe('a plan of mailboxes', () => {
  it('sends so many emails in time, and one mailbox fewer does not', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { feasible, mailboxes, domains } = planMailboxes(input);
        expect(feasible).toBe(mailboxes !== null);
        if (mailboxes === null) {
          expect(sentBy(input, 1000)).toBeLessThan(input.emails);
          return;
        }
        expect(sentBy(input, mailboxes)).toBeGreaterThanOrEqual(input.emails);
        if (mailboxes > 0) expect(sentBy(input, mailboxes - 1)).toBeLessThan(input.emails);
        expect(domains).toBe(Math.ceil(mailboxes / 3));
      }),
      { numRuns: 200 },
    );
  });

  it('counts build-up by hand', () => {
    // Tuesday to Friday at 5 a day, then a week at 10, and Monday at 15: the day of the connection begins a week.
    const { byEach } = planMailboxes(input({ by: Date.UTC(2026, 2, 16, 23, 59, 59) }));
    expect(byEach).toBe(4 * 5 + 5 * 10 + 15);
  });
});
