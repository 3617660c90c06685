import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxKey } from '../../src/contract/keys.ts';
import type { Transport } from '../../src/contract/wire.ts';
import { WireFailure } from '../../src/contract/wire.ts';
import { baseUrl, liveKey } from '../commands/live-service.ts';
import { count, files, lineOf, type Scenario, scenarios } from '../crash/scenarios.ts';
import { postgres } from '../postgres/of-the-run.ts';
import { savedOnce } from '../saved-once.ts';
import { operationOf } from '../sweep/service.ts';
import { modesOf, whole } from '../sweep/slice.ts';
import { newWorld, type SavedWorld, type TestWorld } from '../world.ts';
import { openShared } from './machines.ts';

/**
 * Calls that do the same, each under a token of its own: some arrive, some do not, some answers are lost. The service
 * counts the effects; no more calls may be told as done, and none as not done that had one.
 */

/** What becomes of one call; a process that is killed hears no answer and looks for nothing. */
const fates = ['answered', 'reset before', 'reset after', 'killed before', 'killed after'] as const;
type Fate = (typeof fates)[number];

/** The lines run one after another or at once; what is open then is found by the same lines, or by `journal settle`. */
const orders = ['in turn', 'backwards', 'at once', 'settled'] as const;
type Order = (typeof orders)[number];

interface Case {
  readonly fates: readonly Fate[];
  readonly order: Order;
}

const combined = (lists: readonly (readonly Fate[])[]): Fate[][] =>
  lists.flatMap((list) => fates.map((fate) => [...list, fate]));
const casesOf = (lists: readonly (readonly Fate[])[]): Case[] =>
  lists.flatMap((list) => orders.map((order) => ({ fates: list, order })));
const twos = combined(combined([[]]));
const pairs = casesOf(twos);
const triples = casesOf(combined(twos));

const worlds = new Map<Scenario, () => Promise<SavedWorld>>();

/** What leads up to a scenario is done once. */
function readyFor(scenario: Scenario): Promise<SavedWorld> {
  const make = async (world: TestWorld) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(world.home, name), content);
    for (const line of scenario.before) {
      const days = /^\+(\d+)d$/.exec(line)?.[1];
      if (days === undefined) expect(await world.outreach(line)).toMatchObject({ exit: 0 });
      else {
        world.clock.advance(Number(days) * 86_400_000);
        await world.sandbox.advance(0);
      }
    }
  };
  const ready = worlds.get(scenario) ?? savedOnce(make);
  worlds.set(scenario, ready);
  return ready();
}

interface Service {
  /** How often it did what it was asked. */
  arrivals: number;
  /** From now on every call is answered. */
  isCalm: boolean;
}

const between =
  (operation: string, list: readonly Fate[], service: Service) =>
  (next: Transport): Transport => {
    let calls = 0;
    return async (request, signal) => {
      if (operationOf(request) !== operation) return next(request, signal);
      const fate = service.isCalm ? undefined : list[calls++];
      const [how, when] = (fate ?? 'answered').split(' ');
      const answer = when === 'before' ? undefined : await next(request, signal);
      if (answer !== undefined && answer.status < 300) service.arrivals += 1;
      if (how === 'killed') throw new Error('killed');
      if (how === 'reset' || answer === undefined) throw new WireFailure('reset', true, 'reset');
      return answer;
    };
  };

interface Played {
  readonly effects: number;
  readonly done: number;
  /** Left to a person. */
  readonly open: number;
  /** Lines that ended with 0. */
  readonly told: number;
}

interface Entry {
  readonly id: number;
  readonly operation: string;
  readonly state: string;
}

async function play(scenario: Scenario, { fates: list, order }: Case, shared?: string): Promise<Played> {
  const service: Service = { arrivals: 0, isCalm: false };
  const { operation } = scenario;
  const spoiled = between(operation, list, service);
  const network = spoiled((request, signal) => {
    const headers = { ...request.headers, authorization: `Bearer ${sandboxKey}` };
    return world.sandbox.transport({ ...request, headers }, signal);
  });
  const world: TestWorld = await newWorld({
    saved: await readyFor(scenario),
    between: spoiled,
    ...(shared !== undefined && {
      network,
      env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl, OUTREACH_JOURNAL: shared },
      sharedJournal: (at) => openShared(at),
    }),
  });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(world.home, name), content);
  const before = count(world.database, scenario);
  const line = lineOf(world.database, scenario);
  const exits: number[] = [];
  const run = async (at: number) => {
    if (exits[at] !== 0) exits[at] = (await world.outreach(`${line} --once t${at}`)).exit;
  };
  const entries = async (): Promise<Entry[]> =>
    (await world.outreach('journal list --all --json'))
      .json()
      .items.filter((entry: Entry) => entry.operation === operation);
  const runAll = async () => {
    const lines = [...list.keys()];
    if (order === 'at once') return void (await Promise.all(lines.map(run)));
    for (const at of lines) await run(order === 'backwards' ? list.length - 1 - at : at);
  };
  await runAll();
  service.isCalm = true;
  if (order !== 'settled') await runAll();
  else for (const { id } of await entries()) await world.outreach(`journal settle ${id}`);
  const all = await entries();
  const inState = (...wanted: string[]) => all.filter(({ state }) => wanted.includes(state)).length;
  // A mailbox that is connected a second time is one mailbox, and each call has connected it.
  const isCounted = operation !== 'senders.connect';
  return {
    effects: isCounted ? count(world.database, scenario) - before : service.arrivals,
    done: inState('done'),
    open: inState('unknown', 'open'),
    told: exits.filter((exit) => exit === 0).length,
  };
}

/**
 * `isSettled`: what happened is found. An order is found by its own line, which asks with its key: as long as it may be run,
 * another one takes nothing from it. A mailbox that was connected already shows nothing.
 */
function problemIn({ effects, done, open, told }: Played, isSettled: boolean): string | undefined {
  const said = `${done} done, ${told} told, ${open} open, ${effects} happened`;
  if (Math.max(done, told) > effects) return said;
  return (isSettled ? done : done + open) < effects ? said : undefined;
}

const isSettled = ({ evident, operation }: Scenario, { order }: Case): boolean =>
  evident && operation !== 'senders.connect' && !(operation === 'dfy.createOrder' && order === 'settled');

async function problems(
  scenario: Scenario,
  cases: readonly Case[],
  shared: () => Promise<string | undefined> = async () => undefined,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const one of cases) {
    const problem = problemIn(await play(scenario, one, await shared()), isSettled(scenario, one));
    if (problem !== undefined) wrong.push(`${one.fates.join(', ')}, ${one.order}: ${problem}`);
  }
  return wrong;
}

/** In `npm test` every scenario is played in some of its cases, and those that cost money or send in more. */
const spending = /^(credits|finder|dfy|campaigns.resume|drafts|prospects)/;
const played = scenarios
  .filter(({ slow }) => !slow)
  .map((scenario, row) => ({ operation: scenario.operation, scenario, row }));

describe('equal calls', () => {
  it.each(played)(
    '$operation: of two, as many are done as happened',
    { tags: 'slow', timeout: 120_000 },
    async ({ operation, scenario, row }) => {
      const cases = modesOf(pairs, row, spending.test(operation) ? 9 : 25);
      expect(await problems(scenario, cases)).toEqual([]);
    },
  );

  it.each(played.filter(({ operation }) => spending.test(operation)))(
    '$operation: of three, as many are done as happened',
    { tags: ['slow', 'needed'], timeout: 600_000 },
    async ({ scenario, row }) => {
      expect(await problems(scenario, modesOf(triples, row, whole ? 5 : 100, false))).toEqual([]);
    },
  );

  it.for(played.slice(0, 2))(
    '$operation: as many are done as happened where machines share the journal',
    { tags: 'slow', timeout: 120_000 },
    async ({ scenario, row }, context) => {
      const server = await postgres(context);
      const cases = modesOf([...pairs, ...triples], row, 100, false);
      expect(await problems(scenario, cases, () => server.newDatabase())).toEqual([]);
    },
  );
});

const buy = (token: string) => `credits buy 2000 --yes --json --once ${token}`;
const lost = (nth: number, phase: 'before' | 'after' = 'before') =>
  ({ operation: 'credits.purchase', kind: 'reset', phase, nth }) as const;
const stateOf = async (world: TestWorld, id: number) =>
  (await world.outreach(`journal show ${id} --json`)).json().state;

describe('a purchase that never arrived, beside one that did', () => {
  it('is left to a person, who is told why, also by `journal settle`', async () => {
    const world = await newWorld({ faults: [lost(1)] });
    expect((await world.outreach(buy('a'))).exit).toBe(14);
    expect((await world.outreach(buy('b'))).exit).toBe(0);
    for (const line of [buy('a'), 'journal settle 1']) {
      const { exit, err } = await world.outreach(line);
      expect([line, exit]).toEqual([line, 14]);
      expect(err).toContain('All that the service shows belongs to other requests');
    }
    expect(world.ledger.of('credits.purchase')).toHaveLength(1);
  });

  it('is not done once a day has gone by, and its line buys', async () => {
    const world = await newWorld({ faults: [lost(1), lost(2)] });
    for (const token of ['a', 'c', 'b']) await world.outreach(buy(token));
    world.clock.advance(23 * 3_600_000);
    expect((await world.outreach('journal settle 1')).exit).toBe(14);
    world.clock.advance(2 * 3_600_000);
    expect((await world.outreach('journal settle 1 --json')).json()).toMatchObject({ state: 'not-done' });
    expect((await world.outreach(buy('c'))).exit).toBe(0);
    expect(world.ledger.of('credits.purchase')).toHaveLength(2);
  });

  it('stays open for ever where no purchase shows that the list has them', async () => {
    const world = await newWorld({ faults: [lost(1)] });
    await world.outreach(buy('a'));
    world.clock.advance(30 * 86_400_000);
    expect((await world.outreach('journal settle 1')).exit).toBe(14);
  });

  it.each([
    ['before', 1],
    ['after', 2],
  ] as const)(
    'is told by what the other one left, where lists lag behind: cut off %s it happened',
    async (phase, effects) => {
      const world = await newWorld({ faults: [lost(1, phase), { operation: '*', kind: 'lag:3s' }] });
      const ended = await Promise.all(['a', 'b'].map((token) => world.outreach(buy(token))));
      expect(ended.map(({ exit }) => exit)).toEqual(effects === 2 ? [0, 0] : [14, 0]);
      expect(world.ledger.of('credits.purchase')).toHaveLength(effects);
    },
  );

  it('does not take what is of one whose answer is still awaited', async () => {
    let other: Promise<{ exit: number }> | undefined;
    let bought = () => {};
    let ended = () => {};
    const isBought = new Promise<void>((resolve) => (bought = resolve));
    const isEnded = new Promise<void>((resolve) => (ended = resolve));
    const world: TestWorld = await newWorld({
      between: (next) => async (request, signal) => {
        if (operationOf(request) !== 'credits.purchase') return next(request, signal);
        if (other === undefined) {
          other = world.outreach(buy('b'));
          await isBought;
          throw new WireFailure('reset', true, 'reset');
        }
        const answer = await next(request, signal);
        bought();
        await isEnded;
        return answer;
      },
    });
    expect((await world.outreach(buy('a'))).exit).toBe(14);
    ended();
    expect((await other)?.exit).toBe(0);
    expect([await stateOf(world, 1), await stateOf(world, 2)]).toEqual(['unknown', 'done']);
  });
});

describe('what was found for a call', () => {
  /** Two purchases whose answers were lost, and one that arrived: the first is found by evidence. */
  async function found(sql?: string) {
    const world = await newWorld({ faults: [lost(1, 'after'), lost(2)] });
    const ended = await Promise.all(['a', 'b'].map((token) => world.outreach(buy(token))));
    if (sql !== undefined) world.changeJournal(sql);
    const done = ended.findIndex(({ exit }) => exit === 0) + 1;
    return { world, done, left: 3 - done };
  }

  it('is in its answer', async () => {
    const { world, done } = await found();
    const [{ id }] = (await world.outreach('credits transactions --json')).json().items;
    expect((await world.outreach(`journal show ${done} --json`)).json().answer.effect).toBe(String(id));
  });

  it.each([
    [
      'where its answer does not say what it was',
      "UPDATE intent SET answer = json_remove(answer, '$.effect')",
    ],
    ['where it has no answer, as where a person settled it', 'UPDATE intent SET answer = NULL'],
  ])('is of no other call, also %s', async (_, sql) => {
    const { world, left } = await found(sql);
    expect((await world.outreach(`journal settle ${left}`)).exit).toBe(14);
  });

  it('is found for one of them where more were bought than this journal knows', async () => {
    const { world, left } = await found();
    const request = {
      method: 'POST',
      path: '/credits/purchase',
      query: [],
      body: '{"credits":2000}',
    } as const;
    const headers = { authorization: `Bearer ${sandboxKey}`, 'content-type': 'application/json' };
    for (const exit of [0, 14]) {
      await world.sandbox.transport({ ...request, headers });
      if (exit === 14) await world.sandbox.transport({ ...request, headers });
      world.changeJournal(`UPDATE intent SET state = 'unknown', told_at = NULL WHERE id = ${left}`);
      expect((await world.outreach(`journal settle ${left}`)).exit).toBe(exit);
    }
  });
});
