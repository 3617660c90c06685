// @module-tag slow
import { describe, expect, it } from 'vitest';
import { modesOf, whole } from '../sweep/slice.ts';
import { clientAlone } from './client-alone.ts';
import { byKilling, byNoting, type Deaths } from './deaths.ts';
import { begin, goOn, weathersOf } from './play.ts';
import { scenarios } from './scenarios.ts';
import { Stage } from './stage.ts';

/** Of the first deaths, one in so many. */
const step = whole ? 1 : 3;

/** So that no process is run only to be killed a little later. */
describe('a note of how everything stood at a step', () => {
  it.each(modesOf(['imports.instantly', 'credits.purchase'], 0, 2))(
    'is what a death there leaves of %s',
    { timeout: 120_000 },
    async (operation) => {
      const [noted, killed] = [await endings(operation, byNoting), await endings(operation, byKilling)];
      expect(noted).toEqual(killed);
      expect(noted.length).toBeGreaterThan(100 / step);
    },
  );

  async function endings(operation: string, ways: Deaths): Promise<string[]> {
    const wrongs: string[] = [];
    for (const scenario of scenarios.filter((scenario) => scenario.operation === operation)) {
      const stage = await Stage.prepare(scenario, clientAlone);
      for (const weather of weathersOf(scenario)
        .filter(({ fault }) => fault.name === 'reset late:60s')
        .slice(1, 2)) {
        const alive = await ways(stage, await begin(stage, weather));
        let at = 0;
        for await (const first of alive.deaths()) {
          if (at++ % step > 0) continue;
          const once = await ways(stage, first);
          for await (const second of once.deaths()) {
            const { steps, outcome, wrong } = await goOn(stage, second);
            wrongs.push(`killed at ${second.steps}: ${outcome} after ${steps} steps ${wrong ?? ''}`);
          }
        }
      }
      stage.close();
    }
    return wrongs.sort();
  }
});
