// @module-tag slow
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { binary } from '../e2e/binary.ts';
import { whole } from '../sweep/slice.ts';
// @ts-expect-error: a script without types, which `npm run crash` runs as it is.
import { killAll } from './processes.mjs';

interface Tally {
  readonly cases: number;
  readonly kills: number;
  readonly examples: readonly string[];
}

/** The whole of it is `npm run crash` and `npm run crash:mutants`. */
it('the built program, killed at random and eight at once, does nothing twice', {
  timeout: 120_000,
}, async () => {
  const seen = new Map<string, Tally>();
  const [kills, rounds] = whole ? [10, 2] : [5, 1];
  const say = (name: string, tally: Tally) => void seen.set(name, tally);
  expect(await killAll({ kills, rounds, seed: 7, say }), `${binary}: ${JSON.stringify([...seen])}`).toBe(
    true,
  );
  expect(seen.get('SIGKILL, seed 7')?.kills).toBeGreaterThanOrEqual(kills);
  expect(seen.get('eight at once')).toMatchObject({ cases: rounds, examples: [] });
});

it.runIf(whole)('a defect that is built in is noticed', { timeout: 120_000 }, async () => {
  const built = 2;
  const { stdout } = await execa('node', ['test/crash/run.mjs', '--mutants', `${built}`]);
  expect(stdout).toContain(`${built} of ${built} defects caught`);
});
