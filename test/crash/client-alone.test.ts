// @module-tag slow
import { describe, expect, it } from 'vitest';
import { modesOf } from '../sweep/slice.ts';
import { clientAlone } from './client-alone.ts';
import { play, type Weather, weathersOf } from './play.ts';
import { throughProgram } from './program.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { Stage } from './stage.ts';

/** Where the program is too slow for all cases, the client is played without it: that must be the same. */
describe('the client without the program', () => {
  it.each(scenarios)('does for $operation what the program does', { timeout: 120_000 }, async (scenario) => {
    const row = scenarios.indexOf(scenario);
    const weathers = weathersOf(scenario)
      .filter((_, index) => index % 61 === row)
      .filter(({ list }) => !spentByChecks(scenario, list.name));
    const [whole, alone] = await Promise.all(
      [throughProgram, clientAlone].map((runner) => endings(scenario, runner, weathers, row)),
    );
    expect(alone).toEqual(whole);
  });

  /** The launch checks read the campaign before the call: two failures are over before the search for its outcome. */
  const spentByChecks = ({ operation }: Scenario, lists: string) =>
    operation === 'campaigns.resume' && lists === 'failing twice';

  async function endings(
    scenario: Scenario,
    runner: typeof clientAlone,
    weathers: readonly Weather[],
    row: number,
  ): Promise<string[]> {
    const stage = await Stage.prepare(scenario, runner);
    const wrongs: string[] = [];
    for (const [at, weather] of weathers.entries())
      for (const deaths of modesOf([[], [3], [7, 2], [9, 5], [11, 8]], row + at, 4)) {
        const { steps, outcome, wrong } = await play(stage, weather, deaths);
        const where = `${weather.fault.name}, lists ${weather.list.name}, killed at ${deaths}`;
        // A third run may find that there is nothing left to do, and the program looks before it calls.
        wrongs.push(`${where}: ${outcome} after ${steps.slice(0, 2)} steps ${wrong ?? ''}`);
      }
    stage.close();
    return wrongs;
  }
});
