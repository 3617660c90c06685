import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { withHint } from '../../src/cli/messages/hints/hint-of.ts';
import { Approval } from '../../src/client/api/approval.ts';
import { type ClientOptions, createClient } from '../../src/client/client.ts';
import { billing } from '../../src/contract/areas/billing.ts';
import { sandboxKey } from '../../src/contract/keys.ts';
import {
  type WireAnswer,
  WireFailure,
  type WireFailureReason,
  type WireRequest,
} from '../../src/contract/wire.ts';
import { hintAsText } from '../hint-as-text.ts';
import { testClock } from '../world.ts';
import { calls } from './operations.ts';

type Step = WireAnswer | Error | ((request: WireRequest, signal?: AbortSignal) => Promise<WireAnswer>);

const ok = (body: unknown, status = 200): WireAnswer => ({ status, headers: {}, body: JSON.stringify(body) });
const no = (status: number, body: unknown = { error: 'No' }, headers = {}): WireAnswer => ({
  ...ok(body, status),
  headers,
});
const cut = (reason: WireFailureReason, sent: boolean) => new WireFailure(reason, sent, `wire: ${reason}`);
const liveKey = `run_ab12cd34_${'x'.repeat(40)}`;
const thing = { id: 7, name: 'x' };
const bought = { newBalance: 3000 };

/** A client before a service that takes one step after the other. */
function client(steps: Step[], more: Partial<ClientOptions> = {}) {
  const clock = testClock();
  const requests: WireRequest[] = [];
  const notes: string[] = [];
  const debugged: string[] = [];
  const controller = new AbortController();
  const api = createClient({
    transport: async (request, signal) => {
      requests.push(request);
      const step = steps.shift();
      if (step === undefined) throw new Error('one request too many');
      if (step instanceof Error) throw step;
      return typeof step === 'function' ? step(request, signal) : step;
    },
    settings: { baseUrl: 'https://api.outreach.example/r', key: liveKey, target: 'live' },
    clock,
    random: () => 0,
    signal: controller.signal,
    version: '1.2.3',
    note: (line) => notes.push(line),
    debug: (line) => debugged.push(line),
    ...more,
  });
  return { api, clock, requests, notes, debugged, controller };
}

async function failed(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Failure);
  return hintAsText(withHint(error as Failure));
}

const purchase = { body: { credits: 2000 } };
const buy = (api: ReturnType<typeof client>['api']) =>
  api(calls.buy, purchase, Approval.grant(calls.buy, purchase));
const read = (api: ReturnType<typeof client>['api']) => api(calls.get, { params: { id: 7 } });

describe('a call', () => {
  it('brings the answer, typed and whole', async () => {
    const { api, requests, notes } = client([ok({ ...thing, more: true })]);
    const answer = await read(api);
    expect(answer).toEqual({ ...thing, more: true });
    expect(answer.name).toBe('x');
    expect(requests).toHaveLength(1);
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${liveKey}`);
    expect(notes).toEqual([]);
  });

  it.each([
    '/campaigns/12/resume',
    '/Campaigns/12/Resume',
    '/autopilot/runs/7/%61pprove',
    '/credits/purchase',
  ])('is not made where a route makes it one with an effect: %s', async (path) => {
    const routes = { 'billing.update': { method: 'POST', path } } as const;
    const { api, requests } = client([], { routes });
    const failure = await failed(api(billing.update, { body: { firstName: 'X' } }));
    expect(failure).toMatchObject({ kind: 'usage', code: 'invalid_route', outcome: 'none' });
    expect(requests).toEqual([]);
  });

  it('never shows the key, not even when debugging', async () => {
    const { api, debugged } = client([no(500), ok(thing)]);
    await read(api);
    expect(debugged).toHaveLength(2);
    expect(debugged.join()).not.toContain(liveKey.slice(14));
  });

  it.each([
    ['', /empty/],
    ['run_short', /characters/],
    [`${liveKey}\n`, /line break/],
    [`run_ab12cd34_${'x'.repeat(39)}é`, /letters and digits/],
  ])('sends nothing with a malformed key: %j', async (key, words) => {
    const { api, requests } = client([], {
      settings: { baseUrl: 'https://x.example/r', key, target: 'live' },
    });
    const failure = await failed(read(api));
    expect(failure).toMatchObject({ kind: 'unauthenticated', code: 'malformed_key' });
    expect(failure.message).toMatch(words);
    if (key.length > 20) expect(failure.message).not.toContain(key.trim());
    expect(requests).toEqual([]);
  });

  it('sends no sandbox key to a live service and no live key to the sandbox', async () => {
    const baseUrl = 'https://x.example/r';
    for (const settings of [
      { baseUrl, key: sandboxKey, target: 'live' as const },
      { baseUrl, key: sandboxKey, target: 'sandbox' as const },
      { baseUrl: 'http://localhost/r', key: liveKey, target: 'sandbox' as const },
    ]) {
      const { api, requests } = client([], { settings });
      expect((await failed(read(api))).code).toBe('wrong_key_for_target');
      expect(requests).toEqual([]);
    }
  });

  it('sends nothing that breaks the contract', async () => {
    const { api, requests } = client([]);
    expect((await failed(api(calls.put, { params: { id: 7 }, body: { name: '' } }))).kind).toBe('usage');
    expect(requests).toEqual([]);
  });
});

describe('trying again', () => {
  it('reads again after waits that are told', async () => {
    const { api, clock, notes } = client([
      no(429, { error: 'Slow' }, { 'retry-after': '4' }),
      no(500),
      cut('reset', true),
      ok(thing),
    ]);
    expect(await read(api)).toEqual(thing);
    expect(notes).toEqual([
      'Waiting 4 s: the service asked for it (429)',
      'Waiting 2 s: the service failed (500)',
      'Waiting 4 s: wire: reset',
    ]);
    expect(clock.slept).toEqual([4000, 2000, 4000]);
  });

  it('gives up in the end, and says what the service said', async () => {
    const { api, requests } = client(Array(5).fill(no(503, { error: 'Maintenance' })));
    expect(await failed(read(api))).toMatchObject({
      kind: 'service',
      status: 503,
      message: 'Maintenance',
      retryable: true,
      outcome: 'none',
    });
    expect(requests).toHaveLength(5);
  });

  it('tells at once when the service asks for a longer wait than is allowed', async () => {
    const { api, clock } = client([no(429, { error: 'Daily limit', retryAfterSeconds: 7200 })]);
    const failure = await failed(read(api));
    expect(failure).toMatchObject({
      kind: 'rate-limited',
      retryAfterSeconds: 7200,
      retryable: true,
      outcome: 'none',
    });
    expect(failure.hint).toContain('2 h');
    expect(clock.slept).toEqual([]);
  });

  it('says that nothing was sent where no connection could be made', async () => {
    const { api, requests } = client([cut('dns', false), cut('refused', false), cut('dns', false)]);
    expect(await failed(read(api))).toMatchObject({
      kind: 'unreachable',
      code: 'name_not_found',
      outcome: 'none',
    });
    expect(requests).toHaveLength(3);
    expect((await failed(read(client([cut('tls', false)]).api))).hint).toContain('NODE_EXTRA_CA_CERTS');
  });

  it('repeats a change that is safe to repeat, and says where its outcome stays open', async () => {
    const put = (api: ReturnType<typeof client>['api']) =>
      api(calls.put, { params: { id: 7 }, body: { name: 'y' } });
    const again = client([cut('timeout', true), no(502), ok({ id: 7 })]);
    expect(await put(again.api)).toEqual({ id: 7 });
    const lost = client(Array(3).fill(cut('timeout', true)));
    expect(await failed(put(lost.api))).toMatchObject({
      kind: 'service',
      code: 'timeout',
      outcome: 'unknown',
      retryable: true,
    });
    const late = client([cut('timeout', true), no(403)]);
    expect(await failed(put(late.api))).toMatchObject({ kind: 'forbidden', outcome: 'unknown' });
  });

  it.each([
    ['another protocol', cut('malformed', true), /malformed/],
    ['a status that HTTP does not have', no(999, {}), /answered with 999/],
    ['nothing', { status: 204, headers: {}, body: '' }, /it is empty \(204\)/],
  ])('ends as unknown where the answer says neither yes nor no to it: %s', async (_, step, says) => {
    const { api, requests } = client([step]);
    const failure = await failed(api(calls.put, { params: { id: 7 }, body: { name: 'y' } }));
    expect(failure).toMatchObject({ kind: 'unknown-outcome', outcome: 'unknown', retryable: true });
    expect([failure.message, requests.length]).toEqual([expect.stringMatching(says), 1]);
  });

  it('takes "not found" for done where the first try of a deletion may have worked', async () => {
    const input = { params: { id: 7 } };
    const remove = (...answers: Parameters<typeof client>[0]) =>
      client(answers).api(calls.remove, input, Approval.grant(calls.remove, input));
    expect(await remove(cut('reset', true), no(404))).toMatchObject({ id: 7 });
    expect((await failed(remove(no(404)))).kind).toBe('not-found');
    expect((await failed(remove(cut('refused', false), no(404)))).kind).toBe('not-found');
  });

  it('lets a defect through as it is', async () => {
    const defect = new TypeError('oops');
    await expect(read(client([defect]).api)).rejects.toBe(defect);
  });
});

describe('a call that must not happen twice', () => {
  it.each([
    ['reset', cut('reset', true)],
    ['no answer in time', cut('timeout', true)],
    ['cut off', cut('truncated', true)],
    ['too large', cut('too-large', true)],
    ['too slow', cut('too-slow', true)],
    ['no HTTP', cut('malformed', true)],
    ['500', no(500)],
    ['a crash', { status: 500, headers: {}, body: 'Internal Server Error' }],
    ['a page of a proxy', { status: 502, headers: {}, body: '<html>Bad Gateway</html>' }],
    ['plain 503', no(503)],
    ['not confirmed', no(500, { code: 'purchase_unconfirmed', error: 'Unknown' })],
    ['half a good answer', { status: 200, headers: {}, body: '{"newBal' }],
    ['a web page as good answer', { status: 200, headers: {}, body: '<html>' }],
  ])('is sent once and ends as unknown: %s', async (_, step) => {
    const { api, requests, clock } = client([step]);
    const failure = await failed(buy(api));
    expect(failure).toMatchObject({ kind: 'unknown-outcome', outcome: 'unknown', retryable: false });
    expect(failure.hint).toContain('outreach credits transactions');
    expect(requests).toHaveLength(1);
    expect(clock.slept).toEqual([]);
  });

  it.each([
    ['429', no(429)],
    ['stopped before any charge', no(503, { code: 'temporarily_unavailable', error: 'Later' })],
    ['no connection', cut('refused', false)],
  ])('is sent again where nothing was done: %s', async (_, step) => {
    const { api, requests } = client([step, ok(bought)]);
    expect(await buy(api)).toEqual(bought);
    expect(requests).toHaveLength(2);
    expect(requests[1]).toEqual(requests[0]);
  });

  it('is over for good where the card was charged but nothing credited', async () => {
    const { api, requests } = client([
      no(500, { code: 'purchase_incomplete', error: 'Charged, not credited' }),
    ]);
    const failure = await failed(buy(api));
    expect(failure).toMatchObject({
      kind: 'unknown-outcome',
      code: 'purchase_incomplete',
      message: 'Charged, not credited',
      retryable: false,
    });
    expect(failure.hint).toContain('Do not buy again');
    expect(requests).toHaveLength(1);
  });

  it('is over where the card was refused', async () => {
    const { api } = client([no(402, { code: 'payment_failed', error: 'Card refused' })]);
    expect(await failed(buy(api))).toMatchObject({ kind: 'payment', outcome: 'none', retryable: false });
  });

  it('may have happened where the answer is strange, and is not to be repeated', async () => {
    const failure = await failed(buy(client([ok({ balance: 'much' })]).api));
    expect(failure).toMatchObject({
      kind: 'unknown-outcome',
      code: 'unreadable_answer',
      outcome: 'unknown',
      retryable: false,
    });
    expect(failure.message).toContain('newBalance');
  });

  it('with an Idempotency-Key is repeated with the same one', async () => {
    const input = { body: { name: 'x' } };
    const { api, requests } = client([cut('reset', true), no(500), ok({ order: { id: 1 } })], {
      random: Math.random,
    });
    await api(calls.order, input, Approval.grant(calls.order, input));
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);

    const next = client([ok({ order: { id: 2 } })], { random: Math.random });
    await next.api(calls.order, input, Approval.grant(calls.order, input));
    expect(next.requests[0]?.headers['idempotency-key']).not.toBe(keys[0]);
  });

  it('tells the key it was sent with, where the outcome stays unknown', async () => {
    const input = { body: { name: 'x' }, idempotencyKey: 'mine-1' };
    const { api } = client(Array(3).fill(cut('timeout', true)));
    const failure = await failed(api(calls.order, input, Approval.grant(calls.order, input)));
    expect(failure).toMatchObject({ kind: 'unknown-outcome', extra: { idempotencyKey: 'mine-1' } });
  });
});

describe('approvals', () => {
  it('are good for one call with one input', async () => {
    const { api, requests } = client([ok(bought)]);
    const approval = Approval.grant(calls.buy, purchase);
    await expect(api(calls.buy, { body: { credits: 3000 } }, approval)).rejects.toThrow(/changed/);
    await api(calls.buy, purchase, approval);
    await expect(api(calls.buy, purchase, approval)).rejects.toThrow(/twice/);
    expect(requests).toHaveLength(1);
  });

  it('are needed, even where the types were got round', async () => {
    const { api, requests } = client([]);
    await expect(api(calls.buy, purchase, undefined as never)).rejects.toThrow(/needs an approval/);
    expect(requests).toEqual([]);
  });

  it('are not used up by what is refused before it leaves', async () => {
    const wrong = { body: { credits: 1 } };
    const approval = Approval.grant(calls.buy, wrong);
    const { api } = client([]);
    await failed(api(calls.buy, wrong, approval));
    expect((await failed(api(calls.buy, wrong, approval))).kind).toBe('usage');
  });
});

describe('a dry run', () => {
  it('hands over the request of a write and sends nothing; reads go out', async () => {
    const handed: WireRequest[] = [];
    const stop = new Error('dry run');
    const { api, requests } = client([ok(thing)], {
      onDryRun: (request) => {
        handed.push(request);
        throw stop;
      },
    });
    expect(await read(api)).toEqual(thing);
    await expect(api(calls.put, { params: { id: 7 }, body: { name: 'y' } })).rejects.toBe(stop);
    await expect(api(calls.buy, purchase, undefined as never)).rejects.toBe(stop);
    expect(requests).toHaveLength(1);
    expect(handed.map(({ path, body }) => [path, body])).toEqual([
      ['/things/7', '{"name":"y"}'],
      ['/credits/purchase', '{"credits":2000}'],
    ]);
  });
});

describe('the time of the whole command', () => {
  it('ends the retries that would begin after it', async () => {
    const { api, clock } = client([no(500), no(500), no(500)], { timeoutMs: 5000 });
    expect(await failed(read(api))).toMatchObject({ kind: 'service', status: 500, retryable: true });
    expect(clock.slept).toEqual([1000, 2000]);
  });

  it('tells the asked wait where it does not fit in', async () => {
    const { api } = client([no(429, {}, { 'retry-after': '30' })], { timeoutMs: 5000 });
    expect(await failed(read(api))).toMatchObject({ kind: 'rate-limited', retryAfterSeconds: 30 });
  });

  const over = new Failure('command_timeout', 'The time is over');

  it('lets nothing begin after it', async () => {
    const { api, controller, requests } = client([ok(thing)]);
    controller.abort(over);
    expect(await failed(read(api))).toBe(over);
    expect(requests).toEqual([]);
  });

  it.each([
    [true, 'unknown-outcome'],
    [false, 'unreachable'],
  ] as const)('cuts off what hangs (sent: %s)', async (sent, kind) => {
    const hanging = () => {
      const hang = (_: WireRequest, signal?: AbortSignal) =>
        new Promise<WireAnswer>((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(sent ? cut('aborted', true) : signal.reason));
          setImmediate(() => made.controller.abort(over));
        });
      const made = client([hang]);
      return made.api;
    };
    expect(await failed(read(hanging()))).toBe(over);
    expect(await failed(buy(hanging()))).toMatchObject({ kind, code: 'command_timeout' });
    const changed = await failed(hanging()(calls.put, { params: { id: 7 }, body: { name: 'x' } }));
    expect(changed).toMatchObject({
      kind: 'unreachable',
      code: 'command_timeout',
      outcome: sent ? 'unknown' : 'none',
      retryable: sent,
    });
    if (sent) expect(changed.hint).toContain('running it again does no harm');
  });
});

describe('Ctrl-C', () => {
  const interrupted = new Failure('interrupted', 'interrupted');
  const during =
    (stop: () => void, sent: boolean) =>
    async (_: WireRequest, signal?: AbortSignal): Promise<WireAnswer> => {
      stop();
      throw sent ? cut('aborted', true) : signal?.reason;
    };

  it('before a call: nothing is sent', async () => {
    const { api, controller, requests } = client([]);
    controller.abort(interrupted);
    await expect(buy(api)).rejects.toBe(interrupted);
    expect(requests).toEqual([]);
  });

  it('during a read: interrupted, nothing more', async () => {
    const parts = client([during(() => parts.controller.abort(interrupted), true)]);
    expect(await failed(read(parts.api))).toMatchObject({ kind: 'interrupted', outcome: 'none' });
  });

  it('during a purchase that may have been sent: unknown', async () => {
    const parts = client([during(() => parts.controller.abort(interrupted), true)]);
    const failure = await failed(buy(parts.api));
    expect(failure).toMatchObject({ kind: 'unknown-outcome', outcome: 'unknown' });
    expect(failure.hint).toContain('outreach credits transactions');
  });

  it('during a purchase that had not left: interrupted', async () => {
    const parts = client([during(() => parts.controller.abort(interrupted), false)]);
    await expect(buy(parts.api)).rejects.toBe(interrupted);
  });

  it('at the very moment of an answer nobody can trust: unknown all the same', async () => {
    const parts = client([
      async () => {
        parts.controller.abort(interrupted);
        return no(500);
      },
    ]);
    expect((await failed(buy(parts.api))).kind).toBe('unknown-outcome');
  });

  it('during a change that is safe to repeat: interrupted, and open', async () => {
    const parts = client([during(() => parts.controller.abort(interrupted), true)]);
    const put = parts.api(calls.put, { params: { id: 7 }, body: { name: 'y' } });
    expect(await failed(put)).toMatchObject({ kind: 'interrupted', outcome: 'unknown', retryable: true });
  });

  it('during the pause before another try', async () => {
    const parts = client([no(429)], { note: () => parts.controller.abort(interrupted) });
    await expect(buy(parts.api)).rejects.toBe(interrupted);
  });
});

describe('lists and waiting through the client', () => {
  it('retries within the pages', async () => {
    const { api } = client([
      ok({ things: [{ id: 1 }], total: 2, page: 1, limit: 1, hasMore: true }),
      no(500),
      ok({ things: [{ id: 2 }], total: 2, page: 2, limit: 1, hasMore: false }),
    ]);
    const ids: number[] = [];
    for await (const page of api.pages(calls.list, {}, { pageSize: 1 }))
      ids.push(...page.items.map(({ id }) => id));
    expect(ids).toEqual([1, 2]);
  });

  it('gives one page', async () => {
    const { api, requests } = client([
      ok({ things: [{ id: 1 }], total: 2, page: 1, limit: 1, hasMore: true }),
    ]);
    expect(await api.page(calls.list, {}, { limit: 1 })).toEqual({
      items: [{ id: 1 }],
      total: 2,
      page: 1,
      limit: 1,
      hasMore: true,
    });
    expect(requests[0]?.query).toEqual([
      ['page', '1'],
      ['limit', '1'],
    ]);
  });

  it('waits', async () => {
    const { api, clock } = client([ok(thing), no(503), ok({ ...thing, finishedAt: 'now' })]);
    const waiting = { subject: 'Thing 7', resumeWith: 'outreach api things.get' };
    expect(await api.wait(calls.get, { params: { id: 7 } }, waiting)).toMatchObject({ finishedAt: 'now' });
    expect(clock.slept).toEqual([2000, 1000]);
  });
});
