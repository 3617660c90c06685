import { type Ended, play, playTwice, playTwo, type Weather, weathersOf } from './play.ts';
import { scenarios } from './scenarios.ts';
import { Stage } from './stage.ts';

export interface SweepOptions {
  /** One or two deaths of the process in a case. */
  readonly crashes: 1 | 2;
  /** Every how many weathers one is played; 1 plays all. */
  readonly every: number;
  /** Which of them: so that several workers share them. */
  readonly offset: number;
  /** Only these operations. */
  readonly operations?: readonly string[];
  /** Ends at the first wrong case. */
  readonly untilWrong?: boolean;
}

export interface Tally {
  cases: number;
  double: number;
  falseDone: number;
  falseFailed: number;
  /** Neither a crash nor missing evidence, and yet not settled by itself; or nobody was told. */
  unsettled: number;
  leftToAPerson: number;
  examples: string[];
}

export const noTally = (): Tally => ({
  cases: 0,
  double: 0,
  falseDone: 0,
  falseFailed: 0,
  unsettled: 0,
  leftToAPerson: 0,
  examples: [],
});

export const isClean = ({ double, falseDone, falseFailed, unsettled }: Tally): boolean =>
  double + falseDone + falseFailed + unsettled === 0;

/** Plays every scenario in its share of the weathers, killed at every step there is. */
export async function sweep(
  options: SweepOptions,
  progress: (tally: Tally) => void = () => undefined,
): Promise<Tally> {
  const tally = noTally();
  const { operations, untilWrong = false } = options;
  let index = 0;
  for (const scenario of scenarios) {
    if (operations !== undefined && !operations.includes(scenario.operation)) continue;
    const stage = await Stage.prepare(scenario);
    for (const weather of weathersOf(scenario)) {
      if (index++ % options.every !== options.offset) continue;
      for await (const { label, ended } of casesOf(stage, weather, options.crashes)) {
        add(
          tally,
          `${scenario.operation}, ${weather.fault.name}, lists ${weather.list.name}, ${label}`,
          ended,
        );
        if (untilWrong && !isClean(tally)) {
          stage.close();
          return tally;
        }
      }
    }
    stage.close();
    progress(tally);
  }
  return tally;
}

interface Case {
  readonly label: string;
  readonly ended: Ended;
}

async function* casesOf(stage: Stage, weather: Weather, crashes: 1 | 2): AsyncGenerator<Case> {
  for (const suffix of ['', ' --once t1']) {
    const alive = await play(stage, weather, [], suffix);
    yield { label: `no crash${suffix}`, ended: alive };
    yield { label: `typed twice${suffix}`, ended: await playTwice(stage, weather, suffix) };
    // A token changes nothing about where one can die; what it changes is what the next run finds.
    if (suffix !== '' && crashes === 1) continue;
    for (let first = 1; first <= (alive.steps[0] ?? 0); first++) {
      const once = await play(stage, weather, [first], suffix);
      yield { label: `killed at step ${first}${suffix}`, ended: once };
      if (crashes === 1) continue;
      for (let second = 1; second <= (once.steps[1] ?? 0); second++)
        yield {
          label: `killed at steps ${first} and ${second}${suffix}`,
          ended: await play(stage, weather, [first, second], suffix),
        };
    }
  }
  for (const moment of ['sending', 'answered'] as const)
    yield { label: `a second terminal while ${moment}`, ended: await playTwo(stage, weather, moment) };
}

function add(tally: Tally, label: string, { wrong, outcome }: Ended): void {
  tally.cases++;
  if (outcome === 'left to a person') tally.leftToAPerson++;
  if (wrong === undefined) return;
  if (/happened \d+ times$/.test(wrong) || wrong.startsWith('the second')) tally.double++;
  else if (wrong.startsWith('it was told as done')) tally.falseDone++;
  else if (wrong.startsWith('it was told as failed')) tally.falseFailed++;
  else tally.unsettled++;
  if (tally.examples.length < 5) tally.examples.push(`${label}: ${wrong}`);
}
