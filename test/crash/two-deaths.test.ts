// @module-tag slow
import { expect, it } from 'vitest';
import { whole } from '../sweep/slice.ts';
import { isClean, type SweepOptions, sweep } from './sweep.ts';

type Part = Pick<SweepOptions, 'through' | 'operations'>;
/** What the client alone does is what the program does (client-alone.test.ts), and is tried in less time. */
const parts: readonly Part[] = [
  { through: 'client', operations: ['dfy.createOrder', 'drafts.send'] },
  ...(whole ? [{ through: 'program', operations: ['webhooks.create'] } as const] : []),
];

it.each(parts)(
  'a call survives two deaths in a row, through the $through',
  { timeout: 120_000 },
  async (part) => {
    const tally = await sweep({ ...part, crashes: 2, share: 0.008 });
    expect(tally.examples).toEqual([]);
    expect(isClean(tally)).toBe(true);
    expect(tally.diedTwice).toBeGreaterThan(100);
  },
);
