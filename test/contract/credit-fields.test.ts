import { describe, expect, it } from 'vitest';
import { balanceIn, creditsIn } from '../../src/contract/credit-fields.ts';

describe('the credits of a transaction', () => {
  it.each([
    [{ amount: 2000 }, 2000],
    [{ credits: 2000, type: 'top_up' }, 2000],
    [{ delta: -12, reason: 'lead_finder_import' }, -12],
    [{ amount: 12, type: 'debit' }, -12],
    [{ creditsAmount: 12, reason: 'lead_finder_import' }, -12],
    [{ amount: 0 }, 0],
  ])('of %j are %d', (entry, credits) => {
    expect(creditsIn(entry)).toBe(credits);
  });

  it('are not guessed where no field tells them', () => {
    expect(creditsIn({ id: 2000, reason: 'top_up' })).toBeUndefined();
    expect(creditsIn({ amount: 'many' })).toBeUndefined();
  });
});

describe('the balance', () => {
  it.each([
    [{ balance: 5 }, 5],
    [{ credits: 5 }, 5],
    [{ balance: null, available: 5 }, 5],
    [{}, undefined],
  ])('of %j is %s', (record, balance) => {
    expect(balanceIn(record)).toBe(balance);
  });
});
