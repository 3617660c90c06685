import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sandboxChildKey, sandboxKey, sandboxTrialKey } from '../../src/contract/keys.ts';
import { rateLimits } from '../../src/contract/limits.ts';
import { openDatabase } from '../../src/local/database.ts';
import { State } from '../../src/sandbox/core/state.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { pace } from '../../src/sandbox/service/rate-limit.ts';
import { newWorld, testClock } from '../world.ts';
import { sandboxAtHand } from './sandbox-at-hand.ts';

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

async function limited() {
  const at = await sandboxAtHand({ rateLimits: true });
  const ask = (key = sandboxKey) => at.call('GET', '/credits/balance', undefined, bearer(key));
  const askOften = async (times: number, key?: string) => {
    const statuses: number[] = [];
    for (let i = 0; i < times; i++) statuses.push((await ask(key)).status);
    return statuses;
  };
  return { ...at, ask, askOften };
}

describe('the general rate limits', () => {
  it('are off unless they are switched on', async () => {
    const { call, rows } = await sandboxAtHand();
    for (let i = 0; i < 120; i++) expect((await call('GET', '/credits/balance')).status).toBe(200);
    expect(rows('SELECT * FROM pace')).toEqual([]);
  });

  it('let 100 requests through in 10 seconds, and say when the next one may come', async () => {
    const { ask, askOften, clock } = await limited();
    expect(new Set(await askOften(60))).toEqual(new Set([200]));
    clock.advance(4000);
    expect(new Set(await askOften(40))).toEqual(new Set([200]));
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.json.error).toMatch(/^Too many requests/);
    expect(refused.headers['retry-after']).toBe('6');
    clock.advance(5999);
    expect((await ask()).headers['retry-after']).toBe('1');
    clock.advance(1);
    expect(await askOften(61)).toEqual([...Array(60).fill(200), 429]);
  });

  it('let 600 through in a minute', { tags: 'slow' }, async () => {
    const { ask, askOften, clock } = await limited();
    for (let i = 0; i < 6; i++) {
      expect(new Set(await askOften(100))).toEqual(new Set([200]));
      clock.advance(10_000);
    }
    expect(await askOften(1)).toEqual([200]);
    const other = await limited();
    for (let i = 0; i < 6; i++) {
      await other.askOften(100);
      if (i < 5) other.clock.advance(10_000);
    }
    other.clock.advance(9000);
    expect((await other.ask()).headers['retry-after']).toBe('1');
    expect((await ask()).status).toBe(200);
  });

  it('count all keys of an account together, and every account by itself', async () => {
    const { askOften } = await limited();
    await askOften(60);
    expect(await askOften(41, sandboxChildKey)).toEqual([...Array(40).fill(200), 429]);
    expect(await askOften(1, sandboxTrialKey)).toEqual([200]);
  });

  it('count what is refused for another reason, but not what has no good key', async () => {
    const { call, askOften } = await limited();
    for (let i = 0; i < 100; i++) {
      expect((await call('GET', '/credits/balance', undefined, bearer('run_x'))).status).toBe(401);
      expect((await call('GET', '/leads/999')).status).toBe(404);
    }
    expect(await askOften(1)).toEqual([429]);
  });

  it('slide on the wall clock: moving simulated time gives no new budget', async () => {
    const { open, ask, askOften, clock } = await limited();
    await askOften(100);
    await open.advance(7 * 86_400_000);
    expect((await ask()).status).toBe(429);
    clock.advance(10_000);
    expect((await ask()).status).toBe(200);
  });

  it('change nothing where they refuse', async () => {
    const { call, askOften, rows } = await limited();
    await askOften(100);
    expect((await call('POST', '/leads', { leads: [{ email: 'a@acme.example' }] })).status).toBe(429);
    expect(rows('SELECT * FROM lead')).toEqual([]);
  });

  it('forget what a clock that was put back has left in the future', async () => {
    const clock = { now: () => at, sleep: async () => undefined };
    let at = 10_000_000;
    const database = await openDatabase(':memory:');
    const { state } = await createSandbox({ database, clock });
    for (let i = 0; i < 100; i++) pace(state, 1);
    expect(pace(state, 1)).toBe(10);
    at -= 3_600_000;
    expect(pace(state, 1)).toBeUndefined();
    database.close();
  });

  it('never let more through than a window holds, and let everyone through who waits as asked', {
    tags: 'slow',
  }, async () => {
    const database = await openDatabase(':memory:');
    await createSandbox({ database, clock: testClock() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 150, maxLength: 800 }),
        async (gaps) => {
          database.exec('DELETE FROM pace');
          const clock = testClock();
          const state = new State(database, clock);
          const through: number[] = [];
          database.transaction(() => {
            for (const gap of gaps) {
              clock.advance(gap < 690 ? gap % 60 : gap);
              const wait = pace(state, 1);
              if (wait === undefined) through.push(clock.now());
              else if (gap % 7 === 0) {
                clock.advance(wait * 1000);
                expect(pace(state, 1)).toBeUndefined();
                through.push(clock.now());
              }
            }
          });
          for (const { requests, seconds } of rateLimits)
            through.forEach((at, index) => {
              const before = through[index - requests];
              if (before !== undefined) expect(at - before).toBeGreaterThanOrEqual(seconds * 1000);
            });
        },
      ),
      { numRuns: 20 },
    );
    database.close();
  });
});

describe('sandbox serve --rate-limits', () => {
  it('holds those who come over HTTP to them, and no one else', { tags: 'slow' }, async () => {
    const world = await newWorld();
    const served = world.outreach('sandbox serve --port 0 --rate-limits --json');
    await expect.poll(world.writtenSoFar).toContain('baseUrl');
    const { baseUrl, key } = JSON.parse(world.writtenSoFar());
    const ask = () => fetch(`${baseUrl}/credits/balance`, { headers: bearer(key) });
    const statuses: number[] = [];
    for (let i = 0; i < 100; i++) statuses.push((await ask()).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('10');
    world.interrupt();
    expect((await served).exit).toBe(0);
    expect((await world.outreach('credits balance')).exit).toBe(0);
  });

  it('is something that the program waits out by itself', { tags: 'slow' }, async () => {
    const world = await newWorld({ rateLimits: true });
    for (let i = 0; i < 100; i++) await world.outreach('credits balance');
    const before = world.clock.slept.length;
    expect((await world.outreach('credits balance')).exit).toBe(0);
    expect(world.clock.slept.length).toBeGreaterThan(before);
  });
});
