import { describe, expect, it } from 'vitest';
import { newWorld } from '../world.ts';

const buy = 'credits buy 2000 --yes --json';
const bought = (world: Awaited<ReturnType<typeof newWorld>>) => world.ledger.of('credits.purchase').length;
const failureOf = (err: string) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;

describe('a purchase whose answer was lost', () => {
  it('is found at the service, told as done, and made once', async () => {
    const world = await newWorld({
      faults: [{ operation: 'credits.purchase', phase: 'after', kind: 'reset' }],
    });
    const run = await world.outreach(buy);
    expect(run).toMatchObject({ exit: 0 });
    expect(run.json()).toEqual({ creditsPurchased: 2000, amountUsd: null, newBalance: 7000 });
    expect(bought(world)).toBe(1);
    const { items } = (await world.outreach('journal list --json')).json();
    expect(items).toMatchObject([{ id: 1, operation: 'credits.purchase', state: 'done', effect: 'buys' }]);
  });

  it('is drawn for people without the price that nobody can tell any more', async () => {
    const world = await newWorld({
      faults: [{ operation: 'credits.purchase', phase: 'after', kind: 'reset' }],
    });
    const run = await world.outreach('credits buy 2000 --yes');
    expect(run.exit).toBe(0);
    expect(run.out).toContain('not told');
    expect(run.err).toContain('Looking whether it worked');
  });

  it('that never arrived: exit 14 with the ways on, never a second try by itself', async () => {
    const world = await newWorld({
      faults: [{ operation: 'credits.purchase', phase: 'before', kind: 'reset', nth: 1 }],
    });
    const run = await world.outreach(buy);
    expect(run).toMatchObject({ exit: 14, out: '' });
    expect(failureOf(run.err)).toMatchObject({
      outcome: 'unknown',
      retryable: false,
      hint: expect.stringContaining('outreach journal settle 1'),
    });
    expect((await world.outreach(buy)).exit).toBe(14);
    expect(bought(world)).toBe(0);
    const reminder = await world.outreach('credits balance');
    expect(reminder.err).toContain('outreach journal list');
    expect((await world.outreach('journal settle 1 --json')).exit).toBe(14);
    expect((await world.outreach('journal settle 1 --not-done --json')).json()).toMatchObject({
      state: 'not-done',
    });
    expect((await world.outreach('credits balance')).err).not.toContain('outreach journal list');
    expect((await world.outreach(buy)).exit).toBe(0);
    expect(bought(world)).toBe(1);
  });

  it('in a quiet moment is settled by the next look', async () => {
    const world = await newWorld({
      faults: [{ operation: 'credits.purchase', phase: 'late:60s', kind: 'reset' }],
    });
    expect((await world.outreach(buy)).exit).toBe(14);
    world.clock.advance(60_000);
    const settled = await world.outreach('journal settle 1 --json');
    expect(settled.json()).toMatchObject({ id: 1, state: 'done' });
    expect((await world.outreach('journal list --open --json')).json().total).toBe(0);
  });
});

describe('the same thing twice', () => {
  it('within ten minutes is taken for a mistake: exit 3, and --again means it', async () => {
    const world = await newWorld();
    expect((await world.outreach(buy)).exit).toBe(0);
    const second = await world.outreach(buy);
    expect(second.exit).toBe(3);
    expect(failureOf(second.err)).toMatchObject({
      code: 'done_recently',
      hint: expect.stringContaining('--again'),
    });
    expect((await world.outreach(`${buy} --again`)).exit).toBe(0);
    expect(bought(world)).toBe(2);
    world.clock.advance(11 * 60_000);
    expect((await world.outreach(buy)).exit).toBe(0);
  });

  it('of another size is no twin', async () => {
    const world = await newWorld();
    await world.outreach(buy);
    expect((await world.outreach('credits buy 3000 --yes')).exit).toBe(0);
  });
});

describe('a sandbox that begins again', () => {
  it('knows nothing of what was rehearsed before', async () => {
    const world = await newWorld();
    expect((await world.outreach('campaigns create Autumn')).exit).toBe(0);
    expect((await world.outreach('campaigns create Autumn')).exit).toBe(3);
    expect((await world.outreach('sandbox reset --yes')).exit).toBe(0);
    expect((await world.outreach('journal list --json')).json().total).toBe(0);
    expect((await world.outreach('campaigns create Autumn')).exit).toBe(0);
  });
});

describe('--once', () => {
  it('gives the outcome again, however late, and sends nothing', async () => {
    const world = await newWorld();
    const first = await world.outreach(`${buy} --once october`);
    world.clock.advance(40 * 86_400_000);
    const requests = world.requests.length;
    const second = await world.outreach(`${buy} --once october`);
    expect(second.exit).toBe(0);
    expect(second.json()).toEqual(first.json());
    expect(world.requests.length).toBe(requests);
    expect(bought(world)).toBe(1);
  });

  it('refuses a token that stands for another call', async () => {
    const world = await newWorld();
    await world.outreach(`${buy} --once october`);
    const other = await world.outreach('credits buy 3000 --yes --json --once october');
    expect(other.exit).toBe(7);
    expect(failureOf(other.err).code).toBe('token_reused');
  });

  it('makes the same Idempotency-Key on every machine with the same key', async () => {
    const line = 'dfy orders create --domain acme-mail.com --forward-to acme.com --yes --json --once site-1';
    const keys = await Promise.all(
      [1, 2].map(async () => {
        const sent: string[] = [];
        const world = await newWorld({
          between: (next) => (request, signal) => {
            const key = request.headers['idempotency-key'];
            if (key !== undefined) sent.push(key);
            return next(request, signal);
          },
        });
        expect((await world.outreach(line)).exit).toBe(0);
        return sent;
      }),
    );
    expect(keys[0]).toHaveLength(1);
    expect(keys[1]).toEqual(keys[0]);
  });
});

describe('a purchase that was charged and not credited', () => {
  it('blocks every other one until a person has taken note', async () => {
    const world = await newWorld({
      faults: [{ operation: 'credits.purchase', phase: 'after', kind: 'purchase_incomplete', nth: 1 }],
    });
    const run = await world.outreach(buy);
    expect(failureOf(run.err)).toMatchObject({ code: 'purchase_incomplete' });
    const blocked = await world.outreach('credits buy 5000 --yes --json');
    expect(blocked.exit).toBe(7);
    expect(failureOf(blocked.err).code).toBe('purchase_incomplete_open');
    expect((await world.outreach('journal settle 1 --done')).exit).toBe(0);
    expect((await world.outreach('credits buy 5000 --yes')).exit).toBe(0);
  });
});
