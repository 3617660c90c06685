// @module-tag slow
import { describe, expect, it } from 'vitest';
import { postgres } from '../postgres/of-the-run.ts';
import { whole } from '../sweep/slice.ts';
import { clientAlone } from './client-alone.ts';
import type { JournalPlace } from './disk.ts';
import { play, playTwice, playTwo, weathersOf } from './play.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { SharedPlace } from './shared-place.ts';
import { Stage } from './stage.ts';

/** A database is slow: one scenario, and one weather, in so many. */
const played = scenarios.filter((_, index) => whole || index % 4 === 0);
const every = whole ? 7 : 61;
const deathsOf = whole ? [[], [2], [3], [5], [7], [7, 2], [9, 5], [11, 8]] : [[], [3], [7, 2]];

/** Every case is played over the local journal: the shared one does the same in a share of them. */
describe('the shared journal', () => {
  for (const scenario of played)
    it(`does for ${scenario.operation} what the local one does`, { timeout: 600_000 }, async (context) => {
      const address = await (await postgres(context)).newDatabase();
      const shared = await endings(scenario, await SharedPlace.open(address));
      expect(shared).toEqual(await endings(scenario));
      expect(shared.filter((line) => line.includes('wrong:'))).toEqual([]);
    });

  async function endings(scenario: Scenario, place?: JournalPlace): Promise<string[]> {
    const row = scenarios.indexOf(scenario);
    const stage = await Stage.prepare(scenario, clientAlone, place);
    const lines: string[] = [];
    for (const weather of weathersOf(scenario).filter((_, index) => index % every === row % every)) {
      const where = `${weather.fault.name}, lists ${weather.list.name}`;
      const note = (how: string, { steps, outcome, wrong }: Awaited<ReturnType<typeof play>>) =>
        lines.push(
          `${where}, ${how}: ${outcome} after ${steps.slice(0, 2)} steps${wrong ? ` wrong: ${wrong}` : ''}`,
        );
      for (const deaths of deathsOf) note(`killed at ${deaths}`, await play(stage, weather, deaths));
      note('typed twice', await playTwice(stage, weather, 't1'));
      note('at two terminals', await playTwo(stage, weather, 'sending'));
    }
    stage.close();
    return lines;
  }
});
