import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planAmounts } from '../../src/contract/plan-amounts.ts';
import { knownAmount, knownPrice, knownSum } from '../../src/contract/prices.ts';
import { answeredFields, markedPrices } from './marked-prices.ts';

/** What names of prices are like: money, or one of what is paid for. */
const looksLikeMoney =
  /price|cost|fee(?![a-z])|usd|dollar|per(Credit|Check|Prospect|Person|Lead|Address|Domain|Mailbox|Email|Seat)/i;

/** Fields with such a name that say what was paid for what came, after it, or how often something is done. */
const noPrice: Readonly<Record<string, string>> = {
  'report.outcomes costPerReply': 'an average of the report',
  'report.outcomes costPerPositive': 'an average of the report',
  'report.outcomes costPerMeeting': 'an average of the report',
  'verification.rates checksPerAddress': 'how many checks',
};
/** What the spec leaves open: its totals are looked for where they are read. */
const open = /^dfy\..*cost_breakdown$/;
/** Settings of a campaign: emails, not money. */
const settings = /PerSenderEmail/;

describe('a field that looks like a price', () => {
  it('is marked in the contract as the price of one, or as an amount', () => {
    const unmarked = answeredFields.filter(
      ({ name, path, price, isAmount }) =>
        looksLikeMoney.test(name) &&
        price === undefined &&
        !isAmount &&
        !open.test(path) &&
        !settings.test(name) &&
        !(path in noPrice),
    );
    expect(unmarked.map(({ path }) => path)).toEqual([]);
  });

  it('is the price of one in these answers', () => {
    expect(markedPrices.map(({ path, price }) => `${path}: ${price}`)).toEqual([
      'finder.filters creditsPerProspect: credits',
      'finder.search creditsPerProspect: credits',
      'finder.imports imports.creditsPerProspect: credits',
      'finder.startImport creditsPerProspect: credits',
      'finder.import creditsPerProspect: credits',
      'dfy.checkDomain price: usd',
      'dfy.checkDomains domains.price: usd',
      'credits.balance usdPerCredit: usd',
      'verification.rates usdPerCheck: usd',
    ]);
  });
});

const anything = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, null, undefined, '12', '1e400', Number.NaN, Number.POSITIVE_INFINITY, 12n),
  fc.double({ min: 0.0001, max: 1e6, noNaN: true }),
);

describe('a known price', () => {
  it('is a number from 0.0001 to 1,000,000, and nothing else is one', () => {
    expect([0.0001, 1, 1e6].map(knownPrice)).toEqual([0.0001, 1, 1e6]);
    for (const no of [
      0,
      -0,
      -1,
      -0.5,
      1e-7,
      0.00009,
      1_000_001,
      Number.POSITIVE_INFINITY,
      Number.NaN,
      '1',
      null,
      5n,
      [],
      {},
    ])
      expect([no, knownPrice(no)]).toEqual([no, undefined]);
  });
});

describe('a sum', () => {
  it('is unknown where a part is, and never less than one of its parts', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 6 }), (said) => {
        const parts = said.map(knownPrice);
        const sum = knownSum(parts);
        if (parts.includes(undefined)) expect(sum).toBeUndefined();
        else for (const part of parts) expect(sum).toBeGreaterThanOrEqual(part ?? 0);
      }),
    );
  });
});

describe('an amount', () => {
  it('is nothing only where there is none of it', () => {
    expect([knownAmount(0, 0), knownAmount(0, 0, 3), knownAmount(0, undefined)]).toEqual([
      0,
      undefined,
      undefined,
    ]);
    expect([knownAmount(-1, 0), knownAmount(1e308 * 10, 1), knownAmount('5', 1)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(knownAmount(5, 0)).toBe(5);
  });

  it('of a plan is at least each of its parts, or unknown', () => {
    const count = fc.constantFrom(0, 1, 500, undefined);
    const plan = fc.record({
      credits: count,
      domains: count,
      mailboxes: count,
      creditsUsd: anything,
      mailboxesMonthlyUsd: anything,
      recurringUsd: anything,
      setupUsd: anything,
      firstMonthUsd: anything,
    });
    fc.assert(
      fc.property(plan, (said) => {
        const known = planAmounts(said);
        for (const amount of Object.values(known)) expect(amount ?? 0).toBeGreaterThanOrEqual(0);
        if (known.firstMonthUsd === undefined) return;
        for (const part of ['creditsUsd', 'mailboxesMonthlyUsd', 'setupUsd', 'recurringUsd'] as const)
          if (said[part] !== undefined && said[part] !== null)
            expect([part, known[part] !== undefined && known[part] <= known.firstMonthUsd]).toEqual([
              part,
              true,
            ]);
      }),
    );
  });

  it.each([
    [{ firstMonthUsd: -5 }, undefined],
    [{ firstMonthUsd: 0, credits: 500 }, undefined],
    [{ firstMonthUsd: 0, credits: 0, mailboxes: 0, domains: 0 }, 0],
    [{ firstMonthUsd: 60, creditsUsd: 61, credits: 1 }, undefined],
    [{ firstMonthUsd: 60, creditsUsd: 0, credits: 500 }, undefined],
    [{ firstMonthUsd: 60, setupUsd: -40, mailboxes: 1 }, undefined],
    [{ firstMonthUsd: 60, creditsUsd: 1, credits: 100 }, 60],
  ])('of the plan %j is in the first month %s', (plan, usd) => {
    expect(planAmounts(plan).firstMonthUsd).toBe(usd);
  });
});
