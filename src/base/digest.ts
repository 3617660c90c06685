import { createHash } from 'node:crypto';

/** Of what matters here, and of nothing that could be guessed: an account holds a key of forty random characters. */
export const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 40);

/** Of any value that JSON can write, and of long ids, in full. */
export const digestOfValue = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value, longIdsAsText)).digest('hex');

export const longIdsAsText = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? `${value}` : value;
