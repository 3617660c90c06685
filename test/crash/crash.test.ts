import { describe, expect, it } from 'vitest';
import { play, weathersOf } from './play.ts';
import { scenarios } from './scenarios.ts';
import { Stage } from './stage.ts';
import { isClean, sweep } from './sweep.ts';

/** The whole of it is `npm run crash`; here every operation is played in some weathers, and killed at every step. */
describe('a call that must not happen twice', () => {
  it.each(scenarios)(
    '$operation happens once and is told truly, whatever dies',
    { timeout: 120_000 },
    async (scenario) => {
      const tally = await sweep({ crashes: 1, every: 97, offset: 4, operations: [scenario.operation] });
      expect(tally.examples).toEqual([]);
      expect(isClean(tally)).toBe(true);
      expect(tally.cases).toBeGreaterThan(0);
    },
  );

  it('survives two deaths in a row', { timeout: 120_000 }, async () => {
    const tally = await sweep({
      crashes: 2,
      every: 120,
      offset: 33,
      operations: ['credits.purchase'],
    });
    expect(tally.examples).toEqual([]);
    expect(tally.cases).toBeGreaterThan(100);
  });

  it('settles by itself wherever it happened, as long as nothing dies', { timeout: 120_000 }, async () => {
    const wrong: string[] = [];
    for (const scenario of scenarios.filter(({ operation }) => /^(credits|webhooks)\./.test(operation))) {
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
