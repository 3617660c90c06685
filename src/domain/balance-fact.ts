import { count } from './money.ts';

/** What whoever is asked should know of the wallet; `cost` is what the call may take at most, where that is known. */
export function balanceFact(balance: number | undefined, cost?: number): string {
  if (balance === undefined) return 'Balance: not told';
  if (cost === undefined) return `Balance: ${count(balance)} credits now`;
  if (balance < cost)
    return `Balance: ${count(balance)} credits, LESS than the batch costs: it may be cut short or fail`;
  return `Balance: ${count(balance)} credits now, at least ${count(balance - cost)} after`;
}
