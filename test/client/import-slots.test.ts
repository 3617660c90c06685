import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withImportSlots } from '../../src/client/rate-limit/import-slots.ts';
import { ownLog } from '../../src/client/rate-limit/log-budget.ts';
import { connectRateLimitRedis } from '../../src/client/rate-limit/redis-budget.ts';
import { createRowCount } from '../../src/client/rate-limit/search-rows.ts';
import { localSlotLog, redisSlotLog, type SlotLog } from '../../src/client/rate-limit/slot-log.ts';
import { type Transport, WireFailure, type WireRequest } from '../../src/contract/wire.ts';
import { openRateLimitLog } from '../../src/local/rate-limit-log.ts';
import { type TestClock, testClock } from '../world.ts';
import { noRedis, startRedis } from './redis-server.ts';

const start: WireRequest = {
  method: 'POST',
  path: '/lead-finder/imports',
  query: [],
  headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
  body: '{}',
};
const one = (id: number): WireRequest => ({
  method: 'GET',
  path: `/lead-finder/imports/${id}`,
  query: [],
  headers: {},
});

/** One that goes on by itself, at the same pace for all who sleep on it. */
function sharedClock(): TestClock {
  const clock = testClock();
  let sleepers = 0;
  const pump = () => {
    if (sleepers === 0) return;
    clock.advance(100);
    setImmediate(pump);
  };
  const sleep = async (ms: number) => {
    const end = clock.now() + ms;
    if (sleepers++ === 0) setImmediate(pump);
    while (clock.now() < end) await new Promise((resolve) => setImmediate(resolve));
    sleepers -= 1;
  };
  return { ...clock, sleep };
}

/** A service that runs three imports at once, and processes that share a log in a folder. */
async function setUp(clock = testClock(), log: (here: SlotLog) => SlotLog = (here) => here) {
  const folder = await mkdtemp(join(tmpdir(), 'outreach-slots-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const imports: { importId: number; createdAt: number; finishedAt: number | null }[] = [];
  const seen: string[] = [];
  const notes: string[] = [];
  const state = {
    lasts: Number.POSITIVE_INFINITY,
    fails: undefined as WireFailure | undefined,
    list: 200,
    answers: 202,
  };
  const settle = () => {
    for (const it of imports)
      if (it.createdAt + state.lasts <= clock.now()) it.finishedAt ??= it.createdAt + state.lasts;
  };
  const running = () => imports.filter(({ finishedAt }) => finishedAt === null).length;
  const service: Transport = async ({ method, path, query, headers }) => {
    await new Promise((resolve) => setImmediate(resolve));
    settle();
    const reply = (status: number, body: unknown) => ({ status, headers: {}, body: JSON.stringify(body) });
    if (method === 'POST') {
      if (state.fails) throw state.fails;
      if (state.answers >= 500) {
        imports.unshift({ importId: imports.length + 1, createdAt: clock.now(), finishedAt: null });
        return reply(state.answers, { error: 'it broke after it began' });
      }
      seen.push(running() < 3 ? 'start' : '429');
      if (running() >= 3) return reply(429, { error: 'rate_limited', reason: 'running_imports' });
      imports.unshift({ importId: imports.length + 1, createdAt: clock.now(), finishedAt: null });
      return reply(202, { importId: imports.length, status: 'running' });
    }
    const [, id] = /imports\/(\d+)/.exec(path) ?? [];
    if (id) return reply(200, imports.find(({ importId }) => importId === Number(id)) ?? {});
    seen.push('list');
    expect([query, headers]).toEqual([
      [['limit', '50']],
      { authorization: 'Bearer key', accept: 'application/json' },
    ]);
    return reply(state.list, { imports });
  };
  let made = 0;
  /** As a new process has it: nothing but the log. */
  const process = () =>
    withImportSlots(service, {
      log: log(localSlotLog(openRateLimitLog({ folder, name: 'imports' }), clock)),
      clock,
      who: `p${made++}`,
      note: (line) => void notes.push(line),
      isStart: ({ method }) => method === 'POST',
      look: service,
    });
  return { clock, imports, seen, notes, state, process };
}

describe('the start of an import', () => {
  it('takes one call where nothing is known', async () => {
    const { process, seen } = await setUp();
    for (let n = 0; n < 3; n++) expect((await process()(start)).status).toBe(202);
    expect(seen).toEqual(['start', 'start', 'start']);
  });

  it('waits for one of three to end, and says why', async () => {
    const { process, seen, notes, state, clock } = await setUp();
    state.lasts = 25_000;
    for (let n = 0; n < 4; n++) expect((await process()(start)).status).toBe(202);
    expect(seen.filter((what) => what !== 'list')).toEqual(['start', 'start', 'start', 'start']);
    expect(notes[0]).toBe('Waiting 10 s: 3 imports run, and the service runs 3 at once');
    expect(clock.slept).toEqual([10_000, 10_000, 10_000]);
  });

  it('ends after a minute without having been sent', async () => {
    const { process, seen, clock } = await setUp();
    for (let n = 0; n < 3; n++) await process()(start);
    await expect(process()(start)).rejects.toMatchObject({
      kind: 'rate-limited',
      code: 'running_imports',
      outcome: 'none',
      retryable: true,
    });
    expect(seen.filter((what) => what !== 'list')).toHaveLength(3);
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBe(60_000);
  });

  it('is never one too many, however many processes start at once', async () => {
    const { process, seen, state } = await setUp(sharedClock());
    state.lasts = 15_000;
    const ends = await Promise.all(Array.from({ length: 8 }, () => process()(start)));
    expect(ends.map(({ status }) => status)).toEqual(Array(8).fill(202));
    expect(seen).not.toContain('429');
  });

  it('learns from answers that pass by which are over, without a look at the list', async () => {
    const { process, seen, imports, clock } = await setUp();
    for (let n = 0; n < 3; n++) await process()(start);
    for (const record of imports) if (record.importId === 2) record.finishedAt = clock.now();
    await process()(one(2));
    expect((await process()(start)).status).toBe(202);
    expect(seen).toEqual(['start', 'start', 'start', 'start']);
  });

  it('is not held up by processes that died between call and answer', async () => {
    const { process, seen, state, clock } = await setUp();
    state.fails = new WireFailure('reset', true, 'reset');
    for (let n = 0; n < 3; n++) await expect(process()(start)).rejects.toBe(state.fails);
    state.fails = undefined;
    const ends = process()(start);
    expect((await ends).status).toBe(202);
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(40_000);
    expect(seen.at(-1)).toBe('start');
  });

  it('gives its place back where it was refused or never sent', async () => {
    const { process, seen, state } = await setUp();
    state.fails = new WireFailure('refused', false, 'refused');
    for (let n = 0; n < 5; n++) await expect(process()(start)).rejects.toBe(state.fails);
    state.fails = undefined;
    expect((await process()(start)).status).toBe(202);
    expect(seen).toEqual(['start']);
  });

  it('keeps its place where the answer was a fault of the service, because it may run', async () => {
    const { process, seen, state, clock } = await setUp();
    state.answers = 500;
    for (let n = 0; n < 3; n++) await process()(start);
    state.answers = 202;
    await process()(start);
    expect(seen[0]).toBe('list');
    expect(clock.slept.length).toBeGreaterThan(0);
  });

  it('is left to the service where the list cannot be read', async () => {
    const { process, seen, state } = await setUp();
    for (let n = 0; n < 3; n++) await process()(start);
    state.list = 500;
    expect((await process()(start)).status).toBe(429);
    expect(seen.at(-1)).toBe('429');
  });
});

describe('the rows of searches', () => {
  it('are counted over all processes, by days of UTC', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outreach-rows-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const clock = testClock();
    const process = (who: string) =>
      createRowCount({ log: openRateLimitLog({ folder, name: 'rows' }), clock, who });
    const [a, b] = [process('a'), process('b')];
    expect([a.add(50), b.add(25), a.add(50)]).toEqual([50, 75, 125]);
    clock.advance(86_400_000);
    expect([b.add(10), a.add(5), process('c').add(1)]).toEqual([10, 15, 16]);
  });
});

describe.skipIf(noRedis)(`machines that share a Redis${noRedis ? ` (skipped: ${noRedis})` : ''}`, () => {
  /** Each process is a machine: it has a log of its own on its disk. */
  async function machines(troubles: unknown[] = []) {
    const redis = await startRedis();
    const log = () =>
      redisSlotLog({
        redis: connectRateLimitRedis(redis.url),
        key: 'outreach:pace:a-imports',
        otherwise: localSlotLog(ownLog(), testClock()),
        onTrouble: (error) => void troubles.push(error),
      });
    return { ...(await setUp(testClock(), log)), stop: redis.stop };
  }

  it('start no more imports together than the service runs, without a refusal', async () => {
    const { process, seen, imports } = await machines();
    const starts = await Promise.allSettled(Array.from({ length: 6 }, () => process()(start)));
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(seen.filter((what) => what !== 'list')).toEqual(['start', 'start', 'start']);
    // What one machine reads of the list frees the slot for all.
    for (const one of imports.slice(0, 1)) one.finishedAt = 1;
    expect((await process()(start)).status).toBe(202);
  });

  it('go on by themselves where it cannot be reached any more, and say so once', async () => {
    const troubles: unknown[] = [];
    const { process, stop } = await machines(troubles);
    const one = process();
    expect((await one(start)).status).toBe(202);
    await stop();
    for (let n = 0; n < 2; n++) expect((await one(start)).status).toBe(202);
    expect(troubles).toHaveLength(1);
  });
});
