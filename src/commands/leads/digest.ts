import { createHash } from 'node:crypto';

/** What the same things are known by again, for whatever JSON can say. */
export const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');
