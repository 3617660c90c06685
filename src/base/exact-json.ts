import { LosslessNumber, parse, stringify } from 'lossless-json';

/** JSON both ways without losing a digit: what a client sends is kept, and answered, as it came. */

/** Digits or an exponent that a number may not hold. A phone number in a string may trip it, which only costs time. */
const longNumber = /\d{16}|\d[eE]\+?\d{3}/;

/** The largest whole number of the database. */
const largest = 2n ** 63n;

/** Beyond 2^53 a bigint; beyond the database an object no schema takes, which {@link exactText} writes as it came. */
export function parseExact(text: string): unknown {
  if (!longNumber.test(text)) return JSON.parse(text);
  return parse(text, null, { parseNumber: exactNumber, onDuplicateKey: ({ newValue }) => newValue });
}

function exactNumber(text: string): unknown {
  const value = Number(text);
  if (!Number.isFinite(value)) return new Beyond(text);
  if (Number.isSafeInteger(value) || !/^-?\d+$/.test(text)) return value;
  const isLong = text.length > 20;
  const whole = isLong ? largest : BigInt(text);
  return whole < largest && whole >= -largest ? whole : new Beyond(text);
}

/** Written as it came; what knows nothing of it throws as it does with a bigint, and never writes an object instead. */
class Beyond extends LosslessNumber {
  toJSON(): never {
    throw new TypeError('a number that JavaScript cannot hold');
  }
}

/** The text `JSON.stringify` gives, with every number as it came. */
export function exactText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (error) {
    // The built-in is several times faster, and refuses only what it would have to round.
    if (error instanceof TypeError) return stringify(value) ?? 'null';
    throw error;
  }
}
