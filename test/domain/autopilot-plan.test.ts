import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { budgetPlan, planAssumptions } from '../../src/domain/autopilot-plan.ts';

const request = fc.record(
  {
    budgetUsd: fc.double({ min: 0.01, max: 100_000, noNaN: true }),
    maxMailboxes: fc.integer({ min: 0, max: 300 }),
    platformUsd: fc.double({ min: 0, max: 500, noNaN: true }),
  },
  { requiredKeys: ['budgetUsd'] },
);

const inCents = (amount: number): number => Math.round(amount * 100);

describe('a budget plan', () => {
  it('sizes 500 dollars', () => {
    expect(budgetPlan({ budgetUsd: 500 })).toMatchObject({
      feasible: true,
      mailboxes: 20,
      domains: 10,
      monthlySends: 6000,
      prospectsPerMonth: 2000,
      credits: 4000,
      creditsUsd: 40,
      mailboxesMonthlyUsd: 200,
      recurringUsd: 240,
      setupUsd: 250,
      firstMonthUsd: 490,
      expectedMeetingsPerMonth: 6,
    });
  });

  it('never costs more than the budget, and its parts add up', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const plan = budgetPlan(asked);
        const platform = plan.feasible ? (asked.platformUsd ?? 0) : 0;
        expect(plan.firstMonthUsd).toBeLessThanOrEqual(asked.budgetUsd);
        expect(inCents(plan.firstMonthUsd)).toBe(inCents(plan.recurringUsd) + inCents(plan.setupUsd));
        expect(plan.recurringUsd).toBeCloseTo(plan.mailboxesMonthlyUsd + plan.creditsUsd + platform, 1);
        expect(plan.credits).toBe(plan.prospectsPerMonth * planAssumptions.creditsPerProspect);
        expect(plan.prospectsPerMonth * planAssumptions.emailsPerProspect).toBeLessThanOrEqual(
          plan.monthlySends,
        );
        expect(plan.domains).toBe(Math.ceil(plan.mailboxes / planAssumptions.mailboxesPerDomain));
      }),
    );
  });

  it('is feasible exactly where it has a mailbox, and says why where it is not', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const plan = budgetPlan(asked);
        expect(plan.feasible).toBe(plan.mailboxes > 0);
        expect(plan.notes.length).toBeGreaterThan(0);
        if (!plan.feasible) expect(plan).toMatchObject({ credits: 0, domains: 0, firstMonthUsd: 0 });
      }),
    );
  });

  it('keeps the cap, and no cap buys as much as the budget carries', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const plan = budgetPlan(asked);
        const free = budgetPlan({ ...asked, maxMailboxes: 0 });
        if (asked.maxMailboxes) expect(plan.mailboxes).toBeLessThanOrEqual(asked.maxMailboxes);
        expect(plan.mailboxes).toBe(Math.min(free.mailboxes, asked.maxMailboxes || free.mailboxes));
        const withOneMore = budgetPlan({ ...asked, maxMailboxes: free.mailboxes + 1 });
        expect(withOneMore.mailboxes).toBe(free.mailboxes);
      }),
    );
  });

  it('buys no less for more money', () => {
    fc.assert(
      fc.property(request, fc.double({ min: 0, max: 5000, noNaN: true }), (asked, more) => {
        const before = budgetPlan(asked);
        const after = budgetPlan({ ...asked, budgetUsd: asked.budgetUsd + more });
        expect(after.mailboxes).toBeGreaterThanOrEqual(before.mailboxes);
        expect(after.expectedMeetingsPerMonth).toBeGreaterThanOrEqual(before.expectedMeetingsPerMonth);
      }),
    );
  });

  it('says what the cap and the size of an order hold back', () => {
    expect(budgetPlan({ budgetUsd: 500, maxMailboxes: 3 }).notes.join(' ')).toContain(
      'Limited to 3 mailboxes',
    );
    expect(budgetPlan({ budgetUsd: 500 }).notes.join(' ')).not.toMatch(/Limited to|at most 10 domains/);
    expect(budgetPlan({ budgetUsd: 5000 }).notes.join(' ')).toContain('at most 10 domains');
    expect(budgetPlan({ budgetUsd: 5 }).notes.join(' ')).toContain('$32.00');
  });

  it('ends at its own ceiling, whatever the budget', () => {
    expect(budgetPlan({ budgetUsd: Number.MAX_VALUE }).mailboxes).toBe(planAssumptions.mostMailboxes);
  });

  it('plans without credits where prospects are free', () => {
    const plan = budgetPlan({ budgetUsd: 500 }, { ...planAssumptions, creditsPerProspect: 0 });
    expect(plan).toMatchObject({ credits: 0, creditsUsd: 0, feasible: true });
  });
});
