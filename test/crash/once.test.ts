import { describe, expect, it } from 'vitest';
import { isGuarded } from '../../src/contract/consent.ts';
import { operations } from '../../src/contract/index.ts';
import { whole } from '../sweep/slice.ts';
import { play, weathersOf } from './play.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { Stage } from './stage.ts';
import { isClean, sweep } from './sweep.ts';

/** Played in every weather there is. */
const settled = scenarios.filter(({ operation }) => /^(credits|webhooks)\./.test(operation));

/** The whole of it is `npm run crash`; here every operation is played in one weather or two, and killed at every step. */
describe('a call that must not happen twice', () => {
  it('has a scenario, whatever it does', () => {
    const guarded = operations.filter(isGuarded).map(({ id }) => id);
    expect(scenarios.map(({ operation }) => operation).sort()).toEqual(guarded.sort());
  });

  it('is played in every fault, and with every kind of lists', () => {
    const names = (all: readonly Scenario[]) =>
      new Set(all.flatMap(weathersOf).flatMap(({ fault, list }) => [fault.name, list.name]));
    expect(names(settled)).toEqual(names(scenarios));
  });

  it.each(scenarios)(
    '$operation happens once and is reported truly, whatever dies',
    { timeout: 120_000 },
    async (scenario) => {
      const tally = await sweep({
        through: 'program',
        crashes: 1,
        share: 0.012,
        ...(!whole && { most: 1 }),
        operations: [scenario.operation],
      });
      expect(tally.examples).toEqual([]);
      expect(isClean(tally)).toBe(true);
      expect(tally.cases).toBeGreaterThan(0);
    },
  );

  it('settles by itself wherever it happened, as long as nothing dies', { timeout: 120_000 }, async () => {
    const wrong: string[] = [];
    for (const scenario of settled) {
      const stage = await Stage.prepare(scenario);
      for (const weather of weathersOf(scenario)) {
        const ended = await play(stage, weather, []);
        if (ended.wrong !== undefined)
          wrong.push(`${scenario.operation}, ${weather.fault.name}: ${ended.wrong}`);
      }
      stage.close();
    }
    expect(wrong).toEqual([]);
  });
});
