import { grouped } from '../contract/grouped.ts';

/** Dollars as a price: `$1,234.50`; amounts below a cent keep four digits so that they do not read as nothing. */
export function usd(amount: number): string {
  const small = amount !== 0 && Math.abs(amount) < 0.01;
  const digits = small ? 4 : 2;
  const text = grouped(Math.abs(amount).toFixed(digits));
  return `${amount < 0 ? '-' : ''}$${text}`;
}

/** `1,234` or `0.5`. */
export const count = (amount: number): string => grouped(amount);
