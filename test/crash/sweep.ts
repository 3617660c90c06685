import { clientAlone } from './client-alone.ts';
import { byKilling, byNoting } from './deaths.ts';
import {
  begin,
  type Ended,
  goOn,
  journalWeathers,
  playEqual,
  playTwice,
  playTwo,
  type Weather,
  weathersOf,
} from './play.ts';
import { throughProgram } from './program.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { SharedPlace } from './shared-place.ts';
import { Stage } from './stage.ts';

export interface SweepOptions {
  /** One or two deaths of the process in a case. */
  readonly crashes: 1 | 2;
  /** What fulfils the wish: the whole program, or the client with guard and journal alone. */
  readonly through: keyof typeof runs;
  /** Which part of the weathers is played, spread evenly over all of them; 1 is every one. */
  readonly share: number;
  /** Of several workers that divide this share among them. */
  readonly worker?: { readonly number: number; readonly of: number };
  /** At most so many weathers of each operation. */
  readonly most?: number;
  /** Only these operations. */
  readonly operations?: readonly string[];
  /** Ends at the first wrong case. */
  readonly untilWrong?: boolean;
  /** The address of an empty database: the journal is there, and not the local one. */
  readonly journal?: string;
}

const runs = {
  program: { runner: throughProgram, ways: byKilling },
  client: { runner: clientAlone, ways: byNoting },
};

export interface Tally {
  cases: number;
  /** Of these, with two deaths. */
  diedTwice: number;
  double: number;
  falseDone: number;
  falseFailed: number;
  /** Neither a crash nor missing evidence, and yet not settled by itself; or not reported. */
  unsettled: number;
  leftToAPerson: number;
  examples: string[];
}

export const noTally = (): Tally => ({
  cases: 0,
  diedTwice: 0,
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
  const { through, operations, most, untilWrong = false, journal } = options;
  const weathers = weathersFor(options);
  for (const scenario of scenarios) {
    const own = weathers.filter((weather) => weather.scenario === scenario).slice(0, most);
    if (own.length === 0 || operations?.includes(scenario.operation) === false) continue;
    const place = journal === undefined ? undefined : await SharedPlace.open(journal);
    const stage = await Stage.prepare(scenario, runs[through].runner, place);
    for (const { weather } of own) {
      const name = `${scenario.operation}, ${weather.fault.name}, lists ${weather.list.name}`;
      for await (const each of casesOf(stage, weather, options)) {
        add(tally, name, each);
        if (untilWrong && !isClean(tally)) {
          stage.close();
          return tally;
        }
      }
      progress(tally);
    }
    stage.close();
  }
  return tally;
}

/** Multiples of it leave no part of the whole out, however few are taken. */
const goldenRatio = (Math.sqrt(5) - 1) / 2;

/** The share of all weathers of all scenarios, and of it what falls to this worker: the same in every run. */
function weathersFor({ share, worker = { number: 0, of: 1 } }: SweepOptions) {
  const all = (weathers: (scenario: Scenario) => readonly Weather[]) =>
    scenarios.flatMap((scenario) => weathers(scenario).map((weather) => ({ scenario, weather })));
  return [...all(weathersOf), ...all(() => journalWeathers)]
    .filter((_, index) => (index * goldenRatio) % 1 < share)
    .filter((_, index) => index % worker.of === worker.number);
}

interface Case {
  readonly label: string;
  readonly deaths: 0 | 1 | 2;
  readonly ended: Ended;
}

export async function* casesOf(
  stage: Stage,
  weather: Weather,
  { crashes, through }: Pick<SweepOptions, 'crashes' | 'through'>,
): AsyncGenerator<Case> {
  const { ways } = runs[through];
  let steps = 1;
  for (const token of [undefined, 't1']) {
    const suffix = token === undefined ? '' : ' --once t1';
    const twice = await playTwice(stage, weather, token);
    yield { label: `typed twice${suffix}`, deaths: 0, ended: twice };
    const alive = await ways(stage, await begin(stage, weather, token));
    yield { label: `no crash${suffix}`, deaths: 0, ended: alive.ended };
    steps = alive.ended.steps[0] ?? 1;
    // A token changes nothing about where one can die; what it changes is what the next run finds.
    if (token !== undefined && crashes === 1) continue;
    for await (const first of alive.deaths()) {
      const once = await ways(stage, first);
      yield { label: `killed at step ${first.steps}${suffix}`, deaths: 1, ended: once.ended };
      if (crashes === 1) continue;
      for await (const second of once.deaths()) {
        const ended = await goOn(stage, second);
        yield { label: `killed at steps ${second.steps.join(' and ')}${suffix}`, deaths: 2, ended };
      }
    }
  }
  const equal = await playEqual(stage, weather);
  yield { label: 'an equal call', deaths: 0, ended: equal };
  // One moment for each weather: they differ in length.
  const death = 1 + ((weather.fault.name.length + weather.list.name.length) % steps);
  const ended = await playEqual(stage, weather, death);
  yield { label: `killed at step ${death}, an equal call`, deaths: 1, ended };
  for (const moment of ['sending', 'answered'] as const) {
    const ended = await playTwo(stage, weather, moment);
    yield { label: `a second terminal while ${moment}`, deaths: 0, ended };
  }
}

function add(tally: Tally, name: string, { label, deaths, ended: { wrong, outcome } }: Case): void {
  tally.cases++;
  if (deaths === 2) tally.diedTwice++;
  if (outcome === 'left to a person') tally.leftToAPerson++;
  if (wrong === undefined) return;
  if (/happened \d+ times$/.test(wrong) || wrong.startsWith('the second')) tally.double++;
  else if (wrong.startsWith('it was reported as done')) tally.falseDone++;
  else if (wrong.startsWith('it was reported as failed')) tally.falseFailed++;
  else tally.unsettled++;
  if (tally.examples.length < 5) tally.examples.push(`${name}, ${label}: ${wrong}`);
}
