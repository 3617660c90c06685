// @module-tag slow
import { expect, it } from 'vitest';
import { whole } from '../sweep/slice.ts';
import { needPostgres } from '../tool-here.ts';
// @ts-expect-error: a script without types, which `npm run crash:shared` runs as it is.
import { mutants, playRounds } from './rounds.mjs';

/** The whole of it is `npm run crash:shared`. */
it('three processes on a slot of the shared journal, under every fault, do nothing twice and say what is so', {
  timeout: 120_000,
}, async (context) => {
  needPostgres(context);
  const [rounds, crashIn] = whole ? [40, 10] : [5, 5];
  const tally = await playRounds({ rounds, crashIn, seed: 7 });
  expect(tally).toMatchObject({ rounds, double: 0, falseDone: 0, falseFailed: 0, defects: 0, examples: [] });
  expect(tally.kills).toBeGreaterThan(0);
  expect(tally.stops).toBeGreaterThan(0);
  expect(tally.notDone).toBeGreaterThan(0);
  expect(tally.crashes).toBe(rounds / crashIn);
});

for (const name of ['claim', 'pause'] as const)
  it.runIf(whole)(`a defect of the ${name} is noticed`, { timeout: 300_000 }, async (context) => {
    needPostgres(context);
    expect((await playRounds({ rounds: 40, seed: 7, changes: mutants[name] })).double).toBeGreaterThan(0);
  });
