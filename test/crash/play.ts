import { operations } from '../../src/contract/index.ts';
import type { Scenario } from './scenarios.ts';
import { Fate, type Stage, type Told } from './stage.ts';
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

/**
 * One person runs one line, is killed at the given steps, and runs it again until told an outcome. A repeat under the
 * same `--once` token must end the same way.
 */
export async function play(
  stage: Stage,
  { fault, list }: Weather,
  crashes: readonly (number | undefined)[],
  suffix = '',
): Promise<Ended> {
  const { operation, evident } = stage.scenario;
  await stage.begin([...list.rules(witnessOf(operation)), ...fault.rules(operation)]);
  const [before, line] = [stage.effects, stage.line];
  const steps: number[] = [];
  let told: Told | undefined;
  let shown = false;
  for (let run = 0; told === undefined && run < 8; run++) {
    const fate = new Fate(crashes[run]);
    const ended = await stage.run(`${line}${suffix}`, fate);
    steps.push(fate.steps);
    if (!fate.dead) told = ended;
    else shown ||= ended.out !== '';
  }
  await stage.later(60 * minute);
  const effects = stage.effects - before;
  // Killed after its outcome stood on stdout: the next run says that it was done a moment ago, or that there is nothing
  // to do it to any more, and does nothing.
  const outcome = shown && told?.exit !== 14 ? 'done' : outcomeOf(told);
  const crashed = crashes.some((at) => at !== undefined);
  const wrong =
    stage.keys.size > 1
      ? `one intent was sent with ${stage.keys.size} keys`
      : wrongIn({ told, effects, outcome, settles: !crashed && evident && fault.happens });
  return { steps, outcome, ...(wrong !== undefined && { wrong }) };
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
export async function playTwice(stage: Stage, { fault, list }: Weather, suffix: string): Promise<Ended> {
  const { operation } = stage.scenario;
  await stage.begin([...list.rules(witnessOf(operation)), ...fault.rules(operation)]);
  const [before, line] = [stage.effects, stage.line];
  const first = await stage.run(`${line}${suffix}`, new Fate(undefined));
  const second = await stage.run(`${line}${suffix}`, new Fate(undefined));
  await stage.later(60 * minute);
  const effects = stage.effects - before;
  const outcome = outcomeOf(second);
  const keptHere = operation !== 'workspaces.createKey';
  const wrong = () => {
    if (effects > 1) return `typed twice, it happened ${effects} times`;
    if (suffix !== '' && keptHere && first.exit === 0 && second.exit !== 0)
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
  { fault, list }: Weather,
  moment: 'sending' | 'answered',
): Promise<Ended> {
  const { operation, evident } = stage.scenario;
  await stage.begin([...list.rules(witnessOf(operation)), ...fault.rules(operation)]);
  const [before, line] = [stage.effects, stage.line];
  let second: Told | undefined;
  const first = await stage.run(line, new Fate(undefined), async (step) => {
    if (step !== moment || second !== undefined) return;
    second = { exit: -1, out: '', err: '' };
    second = await stage.run(line, new Fate(undefined));
  });
  await stage.later(60 * minute);
  const effects = stage.effects - before;
  const outcome = outcomeOf(first);
  const wrong =
    wrongIn({ told: first, effects, outcome, settles: evident && fault.happens }) ??
    (second?.exit === 0 ? 'the second was told that it did it, too' : undefined);
  return { steps: [], outcome, ...(wrong !== undefined && { wrong }) };
}
