// @module-tag slow
import { describe, expect, it } from 'vitest';
import { isGuarded } from '../../src/contract/consent.ts';
import { operations } from '../../src/contract/index.ts';
import { modesOf, sliced, whole } from '../sweep/slice.ts';
import { journalWeathers, play, playRestored, type Weather, weathersOf } from './play.ts';
import { scenarios } from './scenarios.ts';
import { Stage } from './stage.ts';
import { casesOf, isClean, sweep } from './sweep.ts';

/** Played in every fault and with every kind of lists; in a full run in all of them together. */
const settled = scenarios
  .filter(({ operation }) => /^(credits|webhooks)\./.test(operation))
  .map((scenario, row) => ({ scenario, weathers: modesOf(weathersOf(scenario), row, 2) }));

/** The whole of it is `npm run crash`; here every operation is played in one weather or two, and killed at every step. */
describe('a call that must not happen twice', () => {
  it('has a scenario, whatever it does', () => {
    const guarded = operations.filter(isGuarded).map(({ id }) => id);
    expect(scenarios.map(({ operation }) => operation).sort()).toEqual(guarded.sort());
  });

  it('is played in every fault, and with every kind of lists', () => {
    const names = (weathers: readonly Weather[]) =>
      new Set(weathers.flatMap(({ fault, list }) => [fault.name, list.name]));
    const played = settled.flatMap(({ weathers }) => weathers);
    expect(names(played)).toEqual(names(scenarios.flatMap(weathersOf)));
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

  it('is not made again where an older journal took the place of the newer one', {
    timeout: 120_000,
  }, async () => {
    const wrong: string[] = [];
    for (const [row, scenario] of scenarios.entries()) {
      const stage = await Stage.prepare(scenario);
      // In fair weather, and in one other.
      const all = weathersOf(scenario);
      for (const weather of whole
        ? all
        : all.filter((_, at) => at === 0 || at === (17 * row + 1) % all.length))
        for (const token of [undefined, 't1']) {
          const ended = await playRestored(stage, weather, token);
          if (ended.wrong !== undefined)
            wrong.push(`${scenario.operation}, ${weather.fault.name}: ${ended.wrong}`);
        }
      stage.close();
    }
    expect(wrong).toEqual([]);
  });

  /** Each of these weathers with some operation; in a full run with all of them. */
  it.each(sliced(scenarios, journalWeathers, journalWeathers.length))(
    '$operation is reported truly also where the journal fails after the request left',
    { timeout: 120_000 },
    async ({ modes, ...scenario }) => {
      const stage = await Stage.prepare(scenario);
      for (const weather of modes)
        for await (const { label, ended } of casesOf(stage, weather, { crashes: 1, through: 'program' }))
          expect(ended.wrong, `${weather.fault.name}, ${label}`).toBeUndefined();
      stage.close();
    },
  );

  it('settles by itself wherever it happened, as long as nothing dies', { timeout: 120_000 }, async () => {
    const wrong: string[] = [];
    for (const { scenario, weathers } of settled) {
      const stage = await Stage.prepare(scenario);
      for (const weather of weathers) {
        const ended = await play(stage, weather, []);
        if (ended.wrong !== undefined)
          wrong.push(`${scenario.operation}, ${weather.fault.name}: ${ended.wrong}`);
      }
      stage.close();
    }
    expect(wrong).toEqual([]);
  });
});
