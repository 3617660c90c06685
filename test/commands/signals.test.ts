import { describe, expect, it } from 'vitest';
import { type Transport, WireFailure } from '../../src/contract/wire.ts';
import { newWorld, type TestWorld } from '../world.ts';

const buy = 'credits buy 2000 --yes --json';
const failureOf = (err: string) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
const open = async (world: TestWorld) => (await world.outreach('journal list --open --json')).json().items;

/** Waits like a connection that never answers, until it is cut off. */
const never = (signal: AbortSignal | undefined, sent: boolean): Promise<never> =>
  new Promise((_, reject) => {
    const end = () =>
      reject(
        sent ? new WireFailure('aborted', true, 'Cut off while the answer was awaited') : signal?.reason,
      );
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });

/** A world in which Ctrl-C is pressed at the nth request of a kind; `then` says how that request goes on. */
async function interruptedAt(
  wanted: string,
  then: (signal: AbortSignal | undefined, next: () => ReturnType<Transport>) => ReturnType<Transport>,
  nth = 1,
) {
  let seen = 0;
  const world: TestWorld = await newWorld({
    between: (next) => (request, signal) => {
      if (`${request.method} ${request.path}` !== wanted || ++seen !== nth) return next(request, signal);
      world.interrupt();
      return then(signal, () => next(request));
    },
  });
  return world;
}

describe('Ctrl-C in a purchase', () => {
  it('whose answer is awaited: outcome unknown, exit 14, and how to find out', async () => {
    const world = await interruptedAt('POST /credits/purchase', (signal) => never(signal, true));
    const { exit, out, err } = await world.outreach(buy);
    expect([exit, out]).toEqual([14, '']);
    expect(failureOf(err)).toMatchObject({
      outcome: 'unknown',
      retryable: false,
      message: expect.stringContaining('Outcome unknown'),
      hint: expect.stringMatching(
        /Do not repeat it.*outreach credits transactions.*outreach journal settle 1/,
      ),
    });
    expect(await open(world)).toMatchObject([{ id: 1, operation: 'credits.purchase', state: 'open' }]);
  });

  it('that was made before its answer was cut off is found, and told as done by the next run', async () => {
    const world = await interruptedAt('POST /credits/purchase', async (signal, next) => {
      await next();
      return never(signal, true);
    });
    expect((await world.outreach(buy)).exit).toBe(14);
    const second = await world.outreach(buy);
    expect([second.exit, second.json().creditsPurchased]).toEqual([0, 2000]);
    expect(world.ledger.of('credits.purchase')).toHaveLength(1);
    expect(await open(world)).toEqual([]);
  });

  it('of which nothing has left: exit 130, and nothing stays open', async () => {
    const world = await interruptedAt('POST /credits/purchase', (signal) => never(signal, false));
    const { exit, err } = await world.outreach(buy);
    expect([exit, failureOf(err).outcome]).toEqual([130, 'none']);
    expect(await open(world)).toEqual([]);
    expect((await world.outreach(buy)).exit).toBe(0);
  });

  it.each([
    ['before the question', 'GET /credits/balance', 1],
    ['before the second look at the price', 'GET /credits/balance', 2],
    ['while it is noted what is there before', 'GET /credits/transactions', 1],
  ] as const)('%s: exit 130, nothing sent, nothing open', async (_, wanted, nth) => {
    const world = await interruptedAt(wanted, (signal) => never(signal, false), nth);
    expect((await world.outreach(buy)).exit).toBe(130);
    expect(world.requests).not.toContain('POST /credits/purchase');
    expect(await open(world)).toEqual([]);
  });

  it('while it waits before a retry of what was refused: exit 130, nothing was sent', async () => {
    const world: TestWorld = await newWorld({
      between: (next) => async (request, signal) => {
        if (request.path !== '/credits/purchase') return next(request, signal);
        setImmediate(() => world.interrupt());
        return { status: 429, headers: { 'retry-after': '20' }, body: '{"error":"slow down"}' };
      },
    });
    const { exit, err } = await world.outreach(buy);
    expect([exit, failureOf(err).outcome]).toEqual([130, 'none']);
    expect(await open(world)).toEqual([]);
  });

  it.each([
    ['at a look', (signal: AbortSignal | undefined) => never(signal, true)],
    ['between two looks', (_: unknown, next: () => ReturnType<Transport>) => next()],
  ] as const)('while it is found out about, %s: exit 14', async (_, then) => {
    let looks = 0;
    const world: TestWorld = await newWorld({
      between: (next) => (request, signal) => {
        if (request.path === '/credits/purchase') throw new WireFailure('reset', true, 'Closed');
        // The first look is the one before the call.
        if (request.path !== '/credits/transactions' || ++looks !== 2) return next(request, signal);
        world.interrupt();
        return then(signal, () => next(request));
      },
    });
    const { exit, err } = await world.outreach(buy);
    expect([exit, failureOf(err).outcome]).toEqual([14, 'unknown']);
    expect(failureOf(err).hint).toContain('outreach journal settle 1');
    expect(await open(world)).toHaveLength(1);
  });

  it('in `journal settle`: exit 14, and the call stays open', async () => {
    let stop = false;
    const world: TestWorld = await newWorld({
      between: (next) => (request, signal) => {
        if (request.path === '/credits/purchase') throw new WireFailure('reset', true, 'Closed');
        if (stop && request.path === '/credits/transactions') {
          world.interrupt();
          return never(signal, true);
        }
        return next(request, signal);
      },
    });
    expect((await world.outreach(buy)).exit).toBe(14);
    stop = true;
    world.clock.advance(1);
    expect((await world.outreach('journal settle 1 --json')).exit).toBe(14);
    expect(await open(world)).toHaveLength(1);
  });
});

describe('Ctrl-C after something is done', () => {
  it('does not hide it: an import that goes on', async () => {
    const world = await interruptedAt('GET /lead-finder/imports/1', (signal) => never(signal, true));
    await world.outreach('campaigns create Autumn');
    const line =
      'finder import --campaign 1 --count 5 --job-title "Head of Sales" --country Germany --yes --json';
    const { exit, err } = await world.outreach(line);
    expect(exit).toBe(130);
    // It was begun; how it ends is not part of the call.
    expect(failureOf(err)).toMatchObject({
      outcome: 'done',
      details: { done: [{ operation: 'finder.startImport' }] },
    });
    const { items } = (await world.outreach('journal list --json')).json();
    expect(items[0].remark).toContain('outreach finder imports get 1');
    expect(err).toContain('outreach finder imports wait 1');
    expect(world.ledger.of('finder.startImport')).toHaveLength(1);
  });
});
