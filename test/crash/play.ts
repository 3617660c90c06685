import { operations } from '../../src/contract/index.ts';
import { Fate } from './fate.ts';
import type { Scenario } from './scenarios.ts';
import type { Report, Stage } from './stage.ts';
import { type Fault, faultsOf, journalFaults, type Lists, lists } from './weather.ts';

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

/** Every weather that one scenario is played in. */
export const weathersOf = ({ operation }: Scenario): Weather[] =>
  faultsOf(operation).flatMap((fault) => lists.map((list) => ({ fault, list })));

/** And those in which the journal fails as well. */
export const journalWeathers: readonly Weather[] = journalFaults.flatMap((fault) =>
  lists.slice(0, 1).map((list) => ({ fault, list })),
);

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
  /** How far those came that died. */
  readonly steps: readonly number[];
  /** Its outcome stood on stdout, or that it was done on stderr. */
  readonly shown: boolean;
  /** Puts the machine and the service back to where they were. */
  goBack(): void;
}

/** Gives how often it had happened before. */
async function setOut(stage: Stage, { fault, list }: Weather): Promise<number> {
  const { operation } = stage.scenario;
  await stage.begin(
    [...list.rules(witnessOf(operation), operation), ...fault.rules(operation)],
    fault.journal,
  );
  return stage.effects;
}

/** One person is about to type one line, in this weather. */
export async function begin(stage: Stage, weather: Weather, token?: string): Promise<Begun> {
  const before = await setOut(stage, weather);
  return { weather, token, before, steps: [], shown: false, goBack: stage.keep() };
}

/** The person types the line, and the process is killed at a step. */
export async function die(stage: Stage, begun: Begun, step: number): Promise<Begun> {
  begun.goBack();
  const fate = new Fate(step);
  await stage.run(fate, begun.token);
  if (!fate.dead) throw new Error(`nothing died at step ${step}`);
  return leftBy(stage, begun, fate);
}

const leftBy = (stage: Stage, begun: Begun, { steps, out, err }: Fate): Begun => ({
  ...begun,
  steps: [...begun.steps, steps],
  shown: begun.shown || out !== '' || saysDone(err),
  goBack: stage.keep(),
});

/**
 * The person types the line and sees an outcome. A repeat under the same `--once` token must end the same way.
 * `passing` is called at every step: what a death there would leave.
 */
export async function goOn(stage: Stage, begun: Begun, passing?: (left: Begun) => void): Promise<Ended> {
  const { weather, token, before, shown } = begun;
  begun.goBack();
  const fate: Fate = new Fate(undefined, passing && (() => passing(leftBy(stage, begun, fate))));
  const report = await stage.run(fate, token);
  await stage.later();
  const effects = stage.effects - before;
  // Killed after its outcome was printed: the next run says that it was done a moment ago, or that there is nothing
  // to do it to any more, and does nothing.
  const outcome = shown && report.exit !== 14 ? 'done' : outcomeOf(report);
  const crashed = begun.steps.length > 0;
  const settles = !crashed && stage.scenario.evident && weather.fault.happens;
  // A refusal is no call: where the journal failed before the next try of it, the line begins anew with another key.
  const isOneKey = stage.keys.size <= 1 || weather.fault.journal !== undefined;
  const wrong = !isOneKey
    ? `one intent was sent with ${stage.keys.size} keys`
    : wrongIn({ report, effects, outcome, settles });
  return { steps: [...begun.steps, fate.steps], outcome, ...(wrong !== undefined && { wrong }) };
}

/** A case from its beginning to its end. */
export async function play(stage: Stage, weather: Weather, deaths: readonly number[]): Promise<Ended> {
  let begun = await begin(stage, weather);
  for (const step of deaths) begun = await die(stage, begun, step);
  return goOn(stage, begun);
}

/** Of what was done, and whose answer is kept nowhere: a new key is shown once. */
const saysDone = (err: string): boolean => err.includes('It was done (journal ');

const isHeld = ({ err }: Report): boolean => err.includes('has been making this request since');

function outcomeOf(report: Report): Ended['outcome'] {
  if (report.exit === 0) return 'done';
  // It says itself that it was charged, and what a person has to do about it.
  if (report.err.includes('was charged')) return 'left to a person';
  return report.exit === 14 ? 'left to a person' : 'failed';
}

interface Seen {
  readonly report: Report;
  readonly effects: number;
  readonly outcome: Ended['outcome'];
  /** Without a crash, what happened is found without asking anybody. */
  readonly settles: boolean;
}

function wrongIn({ report, effects, outcome, settles }: Seen): string | undefined {
  if (effects > 1) return `it happened ${effects} times`;
  if (outcome === 'done' && effects === 0) return 'it was reported as done, and never happened';
  if (outcome === 'failed' && effects > 0)
    return `it was reported as failed (${report.exit}), and had happened: ${report.err}`;
  if (settles && outcome !== 'done')
    return `it happened and was not settled by itself (${report.exit}): ${report.err}`;
  return undefined;
}

/** A person who sees that it is done, and types the same line again a moment later, does not do it twice by accident. */
export async function playTwice(stage: Stage, weather: Weather, token?: string): Promise<Ended> {
  const before = await setOut(stage, weather);
  const first = await stage.run(new Fate(), token);
  const second = await stage.run(new Fate(), token);
  await stage.later();
  const effects = stage.effects - before;
  const outcome = outcomeOf(second);
  const keptHere = stage.scenario.operation !== 'workspaces.createKey';
  const wrong = () => {
    if (effects > 1) return `typed twice, it happened ${effects} times`;
    if (token !== undefined && keptHere && first.exit === 0 && second.exit !== 0)
      return `the outcome of the token was not reported again (${second.exit}): ${second.err}`;
    return undefined;
  };
  const found = wrong();
  return { steps: [], outcome, ...(found !== undefined && { wrong: found }) };
}

/**
 * Two people want the same, each under a token: the first one's call meets the weather, and may be killed at a step; the
 * second one's line runs from its beginning to its end, and then the first one's again.
 */
export async function playEqual(stage: Stage, weather: Weather, death?: number): Promise<Ended> {
  const begun = await begin(stage, weather, 't1');
  const left = death === undefined ? undefined : await die(stage, begun, death);
  left?.goBack();
  const first = left === undefined ? await stage.run(new Fate(), 't1') : undefined;
  const reports = [await stage.run(new Fate(), 't2')];
  const again = first?.exit === 0 ? first : await stage.run(new Fate(), 't1');
  // The lease of a process whose journal failed runs on. That its call is still held says nothing of it: what it said holds.
  reports.push(first && isHeld(again) ? first : again);
  await stage.later();
  const effects = stage.effects - begun.before;
  const outcomes = reports.map((report) => (saysDone(report.err) ? 'done' : outcomeOf(report)));
  const told = (wanted: Ended['outcome']) => outcomes.filter((outcome) => outcome === wanted).length;
  const wrong = () => {
    // A mailbox that is connected a second time is one mailbox.
    if (told('done') > effects && stage.scenario.operation !== 'senders.connect')
      return `it was reported as done ${told('done')} times, and happened ${effects} times in all`;
    if (told('done') + told('left to a person') < effects)
      return `it was reported as failed, and had happened: ${reports.map(({ err }) => err).join('\n')}`;
    return undefined;
  };
  const found = wrong();
  return { steps: [], outcome: outcomes[1] ?? 'failed', ...(found !== undefined && { wrong: found }) };
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
  let second: Report | undefined;
  const first = await stage.run(new Fate(), undefined, async (step) => {
    if (step !== moment || second !== undefined) return;
    second = { exit: -1, out: '', err: '' };
    second = await stage.run(new Fate());
  });
  await stage.later();
  const effects = stage.effects - before;
  const outcome = outcomeOf(first);
  const wrong =
    wrongIn({ report: first, effects, outcome, settles: stage.scenario.evident && weather.fault.happens }) ??
    (second?.exit === 0 ? 'the second reports that it did it, too' : undefined);
  return { steps: [], outcome, ...(wrong !== undefined && { wrong }) };
}

/** An older copy of the journal takes its place, and the person types the same line: what it lacks is not done again. */
export async function playRestored(stage: Stage, weather: Weather, token?: string): Promise<Ended> {
  const before = await setOut(stage, weather);
  const putBack = stage.copyJournal();
  await stage.run(new Fate(), token);
  putBack();
  const second = await stage.run(new Fate(), token);
  await stage.later();
  const effects = stage.effects - before;
  const wrong = () => {
    if (effects > 1) return `after the journal was put back, it happened ${effects} times`;
    return second.err.includes('has lost requests')
      ? undefined
      : `an older journal was used (${second.exit})`;
  };
  const found = wrong();
  return { steps: [], outcome: outcomeOf(second), ...(found !== undefined && { wrong: found }) };
}
