import { dollars } from './dollars.ts';
import { grouped } from './grouped.ts';

/** Dollars to look at: `$1,234.50`, and up to four digits, or two that count, of what is no whole number of cents. */
export const usd = (amount: number): string =>
  dollars(Number(Math.abs(amount) < 0.0001 ? amount.toPrecision(2) : amount.toFixed(4)));

/** `1,234` or `0.5`. */
export const count = (amount: number): string => grouped(amount);
