import { counted, grouped } from '../base/counted.ts';

/** The balance, shown with a question; `cost` is what the call may take at most, where that is known. */
export function balanceFact(balance: number | undefined, cost?: number): string {
  if (balance === undefined) return 'Balance: not told';
  if (cost === undefined) return `Balance: ${counted(balance, 'credit')} now`;
  if (balance < cost)
    return `Balance: ${counted(balance, 'credit')}, LESS than the batch costs: it may be cut short or fail`;
  return `Balance: ${counted(balance, 'credit')} now, at least ${grouped(balance - cost)} after`;
}
