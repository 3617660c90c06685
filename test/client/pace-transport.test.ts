import { describe, expect, it } from 'vitest';
import { accountWindows, laneOf } from '../../src/client/rate-limit/endpoint-limits.ts';
import { rateLimited } from '../../src/client/rate-limit/limited-transport.ts';
import { logBudget, ownLog } from '../../src/client/rate-limit/log-budget.ts';
import { prepare } from '../../src/client/request/build-request.ts';
import { copilot } from '../../src/contract/areas/copilot.ts';
import type { OperationId } from '../../src/contract/index.ts';
import { type Transport, type WireAnswer, WireFailure, type WireRequest } from '../../src/contract/wire.ts';
import { testClock } from '../world.ts';

const ok: WireAnswer = { status: 200, headers: {}, body: '{}' };
const get: WireRequest = { method: 'GET', path: '/leads', query: [], headers: {} };
const post = (operation: OperationId): WireRequest => ({ ...get, method: 'POST', operation });

function setUp(service: Transport = async () => ok) {
  const clock = testClock();
  const notes: string[] = [];
  const sent: number[] = [];
  const made = new Map<string, ReturnType<typeof logBudget>>();
  const budget = (name: string, windows = accountWindows) => {
    const found =
      made.get(name) ??
      logBudget({
        log: ownLog(),
        windows,
        clock,
        who: 'me',
        onTrouble: (error) => {
          throw error;
        },
      });
    made.set(name, found);
    return found;
  };
  const call = rateLimited(
    async (request, signal) => {
      sent.push(clock.now());
      return service(request, signal);
    },
    {
      clock,
      note: (line) => void notes.push(line),
      budgets: async (request) => {
        const lane = laneOf(request.operation);
        return {
          account: [budget('account')],
          ...(lane && { lane: { name: lane.operation, budgets: [budget(lane.operation, lane.windows)] } }),
        };
      },
    },
  );
  return { clock, notes, sent, call };
}

const times = async <T>(count: number, work: () => Promise<T>): Promise<void> => {
  for (let n = 0; n < count; n++) await work();
};

describe('a transport within the budget', () => {
  it('passes a few calls on at once and says nothing', async () => {
    const { call, clock, notes } = setUp();
    await times(3, () => call(get));
    expect(clock.slept).toEqual([]);
    expect(notes).toEqual([]);
  });

  it('waits where the budget is used up, and says why once', async () => {
    const { call, notes, sent } = setUp();
    await Promise.all(Array.from({ length: 150 }, () => call(get)));
    const [first = 0] = sent;
    expect(sent).toHaveLength(150);
    expect(sent.filter((at) => at < first + 10_000)).toHaveLength(100);
    expect(notes).toEqual(['Waiting 10 s: the rate limit of 100 requests in 10 seconds is used up']);
  });

  it('names the minute where that is what is used up', async () => {
    const { call, notes, sent } = setUp();
    await times(601, () => call(get));
    const [first = 0] = sent;
    expect((sent.at(-1) ?? 0) - first).toBeGreaterThanOrEqual(60_000);
    expect(notes.some((line) => line.endsWith('the rate limit of 600 requests a minute is used up'))).toBe(
      true,
    );
  });

  it('holds every later call back for as long as a refusal says', async () => {
    const answers = [{ ...ok, status: 429, headers: { 'retry-after': '7' } }];
    const { call, notes, sent } = setUp(async () => answers.shift() ?? ok);
    expect((await call(get)).status).toBe(429);
    await call(get);
    expect((sent[1] ?? 0) - (sent[0] ?? 0)).toBe(7000);
    expect(notes).toEqual(['Waiting 7 s: the service asked for it (429)']);
  });

  it('ends at once where the wait would be longer than a minute', async () => {
    const answers = [{ ...ok, status: 429, headers: {}, body: '{"retryAfterSeconds": 3600}' }];
    const { call, sent, clock } = setUp(async () => answers.shift() ?? ok);
    await call(get);
    await expect(call(get)).rejects.toMatchObject({
      kind: 'rate-limited',
      code: 'out_of_budget',
      retryAfterSeconds: 3600,
      outcome: 'none',
    });
    expect(sent).toHaveLength(1);
    expect(clock.slept).toEqual([]);
  });

  it('holds back that call alone where the service asks for longer than a minute', async () => {
    const answers = [{ ...ok, status: 429, headers: { 'retry-after': '36000' } }];
    const { call, sent } = setUp(async () => answers.shift() ?? ok);
    await call(get);
    expect((await call({ ...get, path: '/campaigns' })).status).toBe(200);
    expect((await call({ ...get, method: 'POST' })).status).toBe(200);
    await expect(call({ ...get, path: '/leads/7' })).rejects.toMatchObject({ code: 'out_of_budget' });
    expect((await call({ ...get, isUrgent: true })).status).toBe(200);
    expect(sent).toHaveLength(4);
  });

  it('takes a minute, and no more, as the pace of the whole account', async () => {
    for (const [seconds, waits] of [
      ['60', [60_000]],
      ['61', []],
    ] as const) {
      const answers = [{ ...ok, status: 429, headers: { 'retry-after': seconds } }];
      const { call, clock, sent } = setUp(async () => answers.shift() ?? ok);
      await call(get);
      await call({ ...get, path: '/campaigns', isUrgent: true });
      expect(clock.slept).toEqual([]);
      await call({ ...get, path: '/campaigns' });
      expect((sent[2] ?? 0) - (sent[0] ?? 0)).toBe(waits[0] ?? 0);
    }
  });

  it('keeps the limits for what is urgent too', async () => {
    const { call, sent } = setUp();
    await Promise.all(Array.from({ length: 150 }, () => call({ ...get, isUrgent: true })));
    const [first = 0] = sent;
    expect(sent.filter((at) => at < first + 10_000)).toHaveLength(100);
  });

  it('keeps five plans a minute, and lets other calls pass meanwhile', async () => {
    const { call, notes, sent } = setUp();
    await times(5, () => call(post('copilot.plan')));
    const [first = 0] = sent;
    const sixth = call(post('copilot.plan'));
    await call(get);
    expect(sent.at(-1)).toBeLessThan(first + 60_000);
    await sixth;
    expect(sent.at(-1)).toBeGreaterThanOrEqual(first + 60_000);
    expect(notes[0]).toBe('Waiting 60 s: the rate limit of 5 plans a minute is used up');
  });

  it('starts five runs a day and refuses the sixth, where all of them were started', async () => {
    const answers = [402, 201, 201, 201, 201, 201].map((status) => ({ ...ok, status }));
    const { call } = setUp(async () => answers.shift() ?? ok);
    await times(6, () => call(post('autopilot.start')));
    await expect(call(post('autopilot.start'))).rejects.toMatchObject({
      message: 'Nothing was sent: the rate limit of 5 autopilot runs a day (UTC) is used up',
      retryAfterSeconds: 16 * 3600,
    });
    await expect(call(get)).resolves.toEqual(ok);
  });

  it('does not slow everything down for the limit of one call, nor for a refusal that stands', async () => {
    const answers: WireAnswer[] = [{ ...ok, status: 429, body: '{"error": "a run awaits approval"}' }];
    const { call, clock } = setUp(async () => answers.shift() ?? ok);
    await call(post('autopilot.start'));
    await call(post('autopilot.start'));
    answers.push({ ...ok, status: 429, headers: { 'retry-after': '900' } });
    await call(post('autopilot.start'));
    await expect(call(post('autopilot.start'))).rejects.toMatchObject({ kind: 'rate-limited' });
    await call(get);
    expect(clock.slept).toEqual([]);
  });

  it('takes no place for what never left', async () => {
    const { call, clock } = setUp(async () => {
      throw new WireFailure('refused', false, 'refused');
    });
    await times(150, () => call(get).catch(() => undefined));
    expect(clock.slept).toEqual([]);
  });

  it('lets go of the next in line where a waiting call is interrupted', async () => {
    const { call, sent } = setUp();
    await times(100, () => call(get));
    const stop = new AbortController();
    const interrupted = call(get, stop.signal);
    const next = call(get);
    stop.abort(new Error('interrupted'));
    await expect(interrupted).rejects.toThrow('interrupted');
    await next;
    expect(sent).toHaveLength(101);
  });
});

describe('the lanes', () => {
  it('follow the operation, wherever a profile has its route', () => {
    const routes = { 'copilot.plan': { method: 'POST', path: '/v2/plan' } } as const;
    const options = {
      baseUrl: 'https://api.example.com/r',
      key: undefined,
      target: 'live',
      version: '1',
    } as const;
    const { path, operation } = prepare(
      copilot.plan,
      { body: { website: 'https://lumen.example' } },
      { ...options, routes },
    );
    expect([path, laneOf(operation)?.operation]).toEqual(['/v2/plan', 'copilot.plan']);
    expect(laneOf('copilot.launch')).toBeUndefined();
  });
});
