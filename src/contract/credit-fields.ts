import { limits } from './limits.ts';
import { knownPrice } from './prices.ts';

/** The spec leaves these fields open: the likeliest name first, then others that a service would use. */
export const balanceNames = ['balance', 'newBalance', 'available', 'credits', 'creditBalance', 'remaining'];
const amountNames = ['amount', 'credits', 'creditsAmount', 'delta', 'change', 'quantity'];

const kindNames = ['type', 'kind', 'direction', 'reason'];
const debit = /debit|usage|used|spen[dt]|consum|deduct|^out|import|sourc|reveal|verif/i;

const given = /grant|gift|bonus|promo|refund|trial|welcome|free/i;

/** Undefined where the answer does not say. */
export const balanceIn = (record: object): number | undefined => firstNumber(record, balanceNames);

/** The balance, or less where the answer says how much is available. Undefined where one is not a number. */
export function spendableIn(record: object): number | undefined {
  let balance: unknown;
  for (const name of balanceNames) if (balance === undefined) balance = fieldOf(record, name);
  if (typeof balance !== 'number') return undefined;
  const available = fieldOf(record, 'available');
  if (typeof available === 'number') return Math.min(balance, available);
  // A word or a list may say that it is less.
  return available === undefined || available === null || typeof available === 'boolean'
    ? balance
    : undefined;
}

/** What one credit costs in dollars, where the balance says so. */
export const usdPerCreditIn = (balance: object): number | undefined =>
  knownPrice(fieldOf(balance, 'usdPerCredit'));

/** What came in is positive, also where the service writes no sign and says in a word which it was. */
export function creditsIn(transaction: object): number | undefined {
  const amount = firstNumber(transaction, amountNames);
  if (amount === undefined || amount <= 0) return amount;
  return isSaid(transaction, debit) ? -amount : amount;
}

/** Credits that were not paid for, by the name of the entry. */
export const isGiven = (transaction: object): boolean => isSaid(transaction, given);

function isSaid(transaction: object, kind: RegExp): boolean {
  for (const name of kindNames) {
    const word = fieldOf(transaction, name);
    if (typeof word === 'string' && kind.test(word)) return true;
  }
  return false;
}

function firstNumber(record: object, names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = fieldOf(record, name);
    if (typeof value === 'number') return value;
  }
  return undefined;
}

const fieldOf = (record: object, name: string): unknown =>
  (record as Readonly<Record<string, unknown>>)[name];

/** So many missing credits as one purchase, which has a least and a most. */
export function creditsToBuy(missing: number): number {
  const [least, most] = limits.creditsPerPurchase;
  return Math.min(most, Math.max(least, Math.ceil(missing)));
}
