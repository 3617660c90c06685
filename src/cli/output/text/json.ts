import { stringify } from 'lossless-json';
import { jsonSafe } from './safe-text.ts';

/** JSON with every digit: integers beyond 2^53, which the client reads as bigints, come out as plain digits. */
export function exactJson(value: unknown, indent = 0): string {
  try {
    return JSON.stringify(value, undefined, indent) ?? 'null';
  } catch (error) {
    // The built-in refuses a bigint and is several times faster wherever there is none.
    if (error instanceof TypeError) return stringify(value, undefined, indent) ?? 'null';
    throw error;
  }
}

/** One document for stdout. */
export const jsonDocument = (value: unknown): string => `${jsonSafe(exactJson(value, 2))}\n`;

/** One record in one line. */
export const ndjsonLine = (value: unknown): string => `${jsonSafe(exactJson(value))}\n`;
