import { describe, expect, it } from 'vitest';
import { isGuarded } from '../../src/contract/consent.ts';
import { operations } from '../../src/contract/index.ts';
import { clientAlone } from './client-alone.ts';
import { byKilling, byNoting, type Deaths } from './deaths.ts';
import { begin, goOn, play, type Weather, weathersOf } from './play.ts';
import { throughProgram } from './program.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { Stage } from './stage.ts';
import { isClean, sweep } from './sweep.ts';

/** The whole of it is `npm run crash`; here every operation is played in some weathers, and killed at every step. */
describe('a call that must not happen twice', () => {
  it('has a scenario, whatever it does', () => {
    const guarded = operations.filter(isGuarded).map(({ id }) => id);
    expect(scenarios.map(({ operation }) => operation).sort()).toEqual(guarded.sort());
  });

  it.each(scenarios)(
    '$operation happens once and is told truly, whatever dies',
    { timeout: 120_000 },
    async (scenario) => {
      const tally = await sweep({
        through: 'program',
        crashes: 1,
        share: 0.012,
        operations: [scenario.operation],
      });
      expect(tally.examples).toEqual([]);
      expect(isClean(tally)).toBe(true);
      expect(tally.cases).toBeGreaterThan(0);
    },
  );

  it.each([
    { through: 'program', operations: ['webhooks.create'] },
    { through: 'client', operations: ['dfy.createOrder', 'drafts.send'] },
  ] as const)('survives two deaths in a row, through the $through', { timeout: 120_000 }, async (which) => {
    const tally = await sweep({ ...which, crashes: 2, share: 0.008 });
    expect(tally.examples).toEqual([]);
    expect(isClean(tally)).toBe(true);
    expect(tally.diedTwice).toBeGreaterThan(100);
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

/** Where the program is too slow for all cases, the client is played without it: that must be the same. */
describe('the client without the program', () => {
  it.each(scenarios)('does for $operation what the program does', { timeout: 120_000 }, async (scenario) => {
    const weathers = weathersOf(scenario).filter((_, index) => index % 61 === scenarios.indexOf(scenario));
    const [whole, alone] = await Promise.all(
      [throughProgram, clientAlone].map((runner) => endings(scenario, runner, weathers)),
    );
    expect(alone).toEqual(whole);
  });

  async function endings(
    scenario: Scenario,
    runner: typeof clientAlone,
    weathers: readonly Weather[],
  ): Promise<string[]> {
    const stage = await Stage.prepare(scenario, runner);
    const told: string[] = [];
    for (const weather of weathers)
      for (const deaths of [[], [3], [7, 2], [9, 5], [11, 8]]) {
        const { steps, outcome, wrong } = await play(stage, weather, deaths);
        const where = `${weather.fault.name}, lists ${weather.list.name}, killed at ${deaths}`;
        // A third run may find that there is nothing left to do, and the program looks before it calls.
        told.push(`${where}: ${outcome} after ${steps.slice(0, 2)} steps ${wrong ?? ''}`);
      }
    stage.close();
    return told;
  }
});

/** So that no process is run only to be killed a little later. */
describe('a note of how everything stood at a step', () => {
  it.each(['credits.purchase', 'imports.instantly'])(
    'is what a death there leaves of %s',
    { timeout: 120_000 },
    async (operation) => {
      const [noted, killed] = [await endings(operation, byNoting), await endings(operation, byKilling)];
      expect(noted).toEqual(killed);
      expect(noted.length).toBeGreaterThan(100);
    },
  );

  async function endings(operation: string, ways: Deaths): Promise<string[]> {
    const told: string[] = [];
    for (const scenario of scenarios.filter((scenario) => scenario.operation === operation)) {
      const stage = await Stage.prepare(scenario, clientAlone);
      for (const weather of weathersOf(scenario)
        .filter(({ fault }) => fault.name === 'reset late:60s')
        .slice(1, 2)) {
        const alive = await ways(stage, await begin(stage, weather));
        for await (const first of alive.deaths()) {
          const once = await ways(stage, first);
          for await (const second of once.deaths()) {
            const { steps, outcome, wrong } = await goOn(stage, second);
            told.push(`killed at ${second.steps}: ${outcome} after ${steps} steps ${wrong ?? ''}`);
          }
        }
      }
      stage.close();
    }
    return told.sort();
  }
});
