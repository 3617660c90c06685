import { operations } from '../../src/contract/index.ts';
import { Fate } from './fate.ts';
import type { Scenario } from './scenarios.ts';
import type { Stage, Told } from './stage.ts';
import { type Fault, faultsOf, type Lists, lists } from './weather.ts';

export interface Weather {
  readonly fault: Fault;
  readonly list: Lists;
}

/** How one case ended. `wrong` says what no user may ever see. */
export interface Ended {
  readonly steps: readonly number[];
  readonly outcome: 'done' | 'left to a person' | 'failed';
  readonly wrong?: string;
}

const minute = 60_000;

/** Every weather that one scenario is played in. */
export const weathersOf = ({ operation }: Scenario): Weather[] =>
  faultsOf(operation).flatMap((fault) => lists.map((list) => ({ fault, list })));

const witnessOf = (id: string): string | undefined => {
  const retry = operations.find((operation) => operation.id === id)?.retry;
  if (retry?.kind === 'idempotencyKey') return 'dfy.orders';
  return retry?.kind === 'checkFirst' ? retry.witness : undefined;
};

/** How far a case has come, for those that go on from there in different ways. */
export interface Begun {
  readonly weather: Weather;
  readonly token: string | undefined;
  /** How often it had happened before the case. */
  readonly before: number;
  /** Of a process that was killed already. */
  readonly steps: readonly number[];
  /** Its outcome stood on stdout. */
  readonly shown: boolean;
  /** Puts the machine and the service back to where they were. */
  goBack(): void;
}

/** Gives how often it had happened before. */
async function setOut(stage: Stage, { fault, list }: Weather): Promise<number> {
  const { operation } = stage.scenario;
  await stage.begin([...list.rules(witnessOf(operation)), ...fault.rules(operation)]);
  return stage.effects;
}

/** One person types one line, in this weather; `death` is the step before which the process is killed. */
export async function begin(stage: Stage, weather: Weather, token?: string, death?: number): Promise<Begun> {
  const before = await setOut(stage, weather);
  const begun = { weather, token, before, steps: [], shown: false };
  if (death === undefined) return { ...begun, goBack: stage.keep() };
  const fate = new Fate(death);
  const { out } = await stage.run(fate, token);
  if (!fate.dead) throw new Error(`nothing died at step ${death}`);
  return { ...begun, steps: [fate.steps], shown: out !== '', goBack: stage.keep() };
}

/**
 * The person types the line, is killed again where `death` says so, and types it until told an outcome. A repeat under
 * the same `--once` token must end the same way.
 */
export async function goOn(stage: Stage, begun: Begun, death?: number): Promise<Ended> {
  const { weather, token, before } = begun;
  begun.goBack();
  const { evident } = stage.scenario;
  const steps = [...begun.steps];
  let { shown } = begun;
  let told: Told | undefined;
  let at = death;
  for (let run = 0; told === undefined && run < 7; run++) {
    const fate = new Fate(at);
    const ended = await stage.run(fate, token);
    steps.push(fate.steps);
    if (!fate.dead) told = ended;
    else shown ||= ended.out !== '';
    at = undefined;
  }
  await stage.later(60 * minute);
  const effects = stage.effects - before;
  // Killed after its outcome stood on stdout: the next run says that it was done a moment ago, or that there is nothing
  // to do it to any more, and does nothing.
  const outcome = shown && told?.exit !== 14 ? 'done' : outcomeOf(told);
  const crashed = steps.length > 1;
  const wrong =
    stage.keys.size > 1
      ? `one intent was sent with ${stage.keys.size} keys`
      : wrongIn({ told, effects, outcome, settles: !crashed && evident && weather.fault.happens });
  return { steps, outcome, ...(wrong !== undefined && { wrong }) };
}

/** A case from its beginning to its end. */
export async function play(stage: Stage, weather: Weather, deaths: readonly number[]): Promise<Ended> {
  const [first, second] = deaths;
  return goOn(stage, await begin(stage, weather, undefined, first), second);
}

function outcomeOf(told: Told | undefined): Ended['outcome'] {
  if (told?.exit === 0) return 'done';
  // It says itself that it was charged, and what a person has to do about it.
  if (told?.err.includes('was charged')) return 'left to a person';
  return told?.exit === 14 ? 'left to a person' : 'failed';
}

interface Seen {
  readonly told: Told | undefined;
  readonly effects: number;
  readonly outcome: Ended['outcome'];
  /** Without a crash, what happened is found without asking anybody. */
  readonly settles: boolean;
}

function wrongIn({ told, effects, outcome, settles }: Seen): string | undefined {
  if (told === undefined) return 'nobody was ever told an outcome';
  if (effects > 1) return `it happened ${effects} times`;
  if (outcome === 'done' && effects === 0) return 'it was told as done, and never happened';
  if (outcome === 'failed' && effects > 0)
    return `it was told as failed (${told.exit}), and had happened: ${told.err}`;
  if (settles && outcome !== 'done')
    return `it happened and was not settled by itself (${told.exit}): ${told.err}`;
  return undefined;
}

/** Whoever was told that it is done, and types the same line again a moment later, does it no second time by accident. */
export async function playTwice(stage: Stage, weather: Weather, token?: string): Promise<Ended> {
  const before = await setOut(stage, weather);
  const first = await stage.run(new Fate(undefined), token);
  const second = await stage.run(new Fate(undefined), token);
  await stage.later(60 * minute);
  const effects = stage.effects - before;
  const outcome = outcomeOf(second);
  const keptHere = stage.scenario.operation !== 'workspaces.createKey';
  const wrong = () => {
    if (effects > 1) return `typed twice, it happened ${effects} times`;
    if (token !== undefined && keptHere && first.exit === 0 && second.exit !== 0)
      return `nobody was told again what the token did (${second.exit}): ${second.err}`;
    return undefined;
  };
  const found = wrong();
  return { steps: [], outcome, ...(found !== undefined && { wrong: found }) };
}

/**
 * Two people at two terminals: while the first one's call is on its way, or its answer on the way back, the second one
 * runs the same line from its beginning to its end.
 */
export async function playTwo(
  stage: Stage,
  weather: Weather,
  moment: 'sending' | 'answered',
): Promise<Ended> {
  const before = await setOut(stage, weather);
  let second: Told | undefined;
  const first = await stage.run(new Fate(undefined), undefined, async (step) => {
    if (step !== moment || second !== undefined) return;
    second = { exit: -1, out: '', err: '' };
    second = await stage.run(new Fate(undefined));
  });
  await stage.later(60 * minute);
  const effects = stage.effects - before;
  const outcome = outcomeOf(first);
  const wrong =
    wrongIn({ told: first, effects, outcome, settles: stage.scenario.evident && weather.fault.happens }) ??
    (second?.exit === 0 ? 'the second was told that it did it, too' : undefined);
  return { steps: [], outcome, ...(wrong !== undefined && { wrong }) };
}
