import { grouped } from './counted.ts';

/** `$1,234.50`; `$0.008` where there is more than cents: two different amounts never read the same. */
export function dollars(usd: number): string {
  const [whole = '', part = ''] = withoutExponent(Math.abs(usd)).split('.');
  return `${usd < 0 ? '-' : ''}$${grouped(whole)}.${part.padEnd(2, '0')}`;
}

/** No bill is more exact than a millionth, rounded up; what binary arithmetic leaves behind is far smaller. */
export const inMillionths = (usd: number): number => Math.ceil(usd * 1e6 - 1e-3) / 1e6 + 0;

function withoutExponent(n: number): string {
  if (n >= 1e21 && Number.isFinite(n)) return String(BigInt(n));
  const [, digits, exponent] = /^(.*)e-(\d+)$/.exec(String(n)) ?? [];
  if (digits === undefined) return String(n);
  return n.toFixed(Math.min(100, Number(exponent) + digits.replace(/\d\.?/, '').length));
}

/** Dollars to look at: `$1,234.50`, and up to four digits, or two that count, of what is not a whole number of cents. */
export const usd = (amount: number): string =>
  dollars(Number(Math.abs(amount) < 0.0001 ? amount.toPrecision(2) : amount.toFixed(4)));
