import { describe, expect, it } from 'vitest';
import { type Transport, WireFailure } from '../../src/contract/wire.ts';
import { newWorld } from '../world.ts';
import { baseUrl, liveKey, liveWorld } from './live-service.ts';
import { places, worldOfProfiles } from './status/profiles.ts';

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
    const run = await world.outreach('credits buy 2000 --yes', { tty: true });
    expect(run.exit).toBe(0);
    expect(run.out).toContain('unknown, see the invoice');
    expect(run.err).toContain('You agreed to at most $20.00.');
    expect(run.err).toMatch(/Checking\s+whether\s+it\s+went\s+through/);
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
    world.clock.advance(10 * 60_000);
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

describe('a request of which nothing shows', () => {
  const ways = /--not-done|run it again|most likely/;

  it.each([
    ['credits.purchase', 'credits buy 2000 --yes'],
    ['finder.startImport', 'finder import --campaign 1 --count 5 --job-title CEO --yes --no-wait'],
  ])('may still show: %s', async (operation, line) => {
    const faults = [{ operation, phase: 'late:2m', kind: 'reset', nth: 1 }] as const;
    const world = await newWorld({ faults });
    await world.outreach('campaigns create Autumn');
    for (const run of [line, line, 'journal settle 2']) {
      const { exit, err } = await world.outreach(run);
      expect([run, exit]).toEqual([run, 14]);
      expect(err).toMatch(
        /Nothing has shown in \d+ s\.\s+It may still show\. Look again in 10 min: outreach journal settle/,
      );
      expect(err).not.toMatch(ways);
    }
    world.clock.advance(120_000);
    expect((await world.outreach('journal settle 2')).exit).toBe(0);
    expect(world.ledger.of(operation)).toHaveLength(1);
  });

  it('ten minutes later is made again, by a person who has looked', async () => {
    const faults = [{ operation: 'credits.purchase', phase: 'before', kind: 'reset', nth: 1 }] as const;
    const world = await newWorld({ faults });
    await world.outreach(buy);
    world.clock.advance(9 * 60_000);
    expect((await world.outreach('journal settle 1')).err).not.toMatch(ways);
    world.clock.advance(60_000);
    const { exit, err } = await world.outreach('journal settle 1');
    expect(exit).toBe(14);
    expect(err).toContain('Nothing has shown in 11 min.');
    expect(err).toMatch(/looked in the app, and it did not happen: outreach journal settle 1 --not-done/);
  });
});

describe('what a person says did not happen', () => {
  const create = 'campaigns create Autumn --json';
  const late = async () => {
    const world = await newWorld({
      faults: [{ operation: 'campaigns.create', phase: 'late:60s', kind: 'reset', nth: 1 }],
    });
    expect((await world.outreach(create)).exit).toBe(14);
    world.clock.advance(60_000);
    return world;
  };
  const campaigns = async (world: Awaited<ReturnType<typeof newWorld>>) =>
    (await world.outreach('campaigns list --json')).json().total;

  it('and has happened meanwhile is recorded as done: exit 7, and it is not made again unasked', async () => {
    const world = await late();
    const { exit, err } = await world.outreach('journal settle 1 --not-done --json');
    expect([exit, failureOf(err)]).toMatchObject([
      7,
      { code: 'already_ended', hint: 'What it did: outreach journal show 1', details: { intent: 1 } },
    ]);
    expect((await world.outreach('journal show 1 --json')).json()).toMatchObject({ state: 'done' });
    expect((await world.outreach(create)).exit).toBe(7);
    expect(await campaigns(world)).toBe(1);
  });

  it('is looked up without a wait', async () => {
    const world = await newWorld({
      faults: [{ operation: 'campaigns.create', phase: 'before', kind: 'reset', nth: 1 }],
    });
    expect((await world.outreach(`${create} --timeout 5s`)).exit).toBe(14);
    world.clock.advance(10 * 60_000);
    const began = world.clock.now();
    const { err, json } = await world.outreach('journal settle 1 --not-done --json');
    expect(json()).toMatchObject({ state: 'not-done', remark: 'a person says: not done' });
    expect(world.clock.now() - began).toBeLessThan(2000);
    expect(err).not.toContain('for certain');
    expect((await world.outreach(create)).exit).toBe(0);
    expect(await campaigns(world)).toBe(1);
  });

  it.each([
    ['is down', 11, () => ({ status: 500, headers: {}, body: '{"error":"down"}' }), ''],
    ['answers what no one can read', 11, () => ({ status: 200, headers: {}, body: '<html>' }), ''],
    [
      'is not reached',
      11,
      () => {
        throw new WireFailure('reset', true, 'reset');
      },
      '',
    ],
    [
      'is down, as it was before the call',
      11,
      () => ({ status: 500, headers: {}, body: '{"error":"down"}' }),
      'UPDATE intent SET snapshot = NULL WHERE id = 1',
    ],
  ])('is not recorded where the service %s: exit %i', async (_, code, answer, change) => {
    let isDown = false;
    const world = await newWorld({
      faults: [{ operation: 'campaigns.create', phase: 'before', kind: 'reset', nth: 1 }],
      between: (next) => async (request, signal) => (isDown ? answer() : next(request, signal)),
    });
    expect((await world.outreach(create)).exit).toBe(14);
    if (change !== '') world.changeJournal(change);
    const before = (await world.outreach('journal show 1 --json')).json();
    isDown = true;
    const { exit, out, err } = await world.outreach('journal settle 1 --not-done --json');
    expect([exit, out, failureOf(err).hint]).toEqual([
      code,
      '',
      expect.stringContaining('outreach journal settle 1 --not-done --force'),
    ]);
    const after = (await world.outreach('journal show 1 --json')).json();
    expect([after.state, after.remark]).toEqual([before.state, before.remark]);
    expect((await world.outreach('journal settle 1 --not-done --force')).exit).toBe(0);
  });

  it('stays so where it is settled again and the service cannot be read', async () => {
    let isDown = false;
    const world = await newWorld({
      faults: [{ operation: 'campaigns.create', phase: 'before', kind: 'reset', nth: 1 }],
      between: (next) => async (request, signal) =>
        isDown ? { status: 500, headers: {}, body: '{"error":"down"}' } : next(request, signal),
    });
    expect((await world.outreach(create)).exit).toBe(14);
    expect((await world.outreach('journal settle 1 --not-done --force')).exit).toBe(0);
    isDown = true;
    expect((await world.outreach('journal settle 1')).exit).toBe(11);
    expect((await world.outreach('journal show 1 --json')).json()).toMatchObject({ state: 'not-done' });
    expect((await world.outreach('journal list --open --json')).json().total).toBe(0);
  });

  it('names the profile of the request where it is not the one of the line', async () => {
    const { world } = await worldOfProfiles(
      { acme: places.acme, berlin: places.berlin },
      { faults: [{ operation: 'credits.purchase', phase: 'late:9m', kind: 'reset', nth: 1 }] },
    );
    expect((await world.outreach(`${buy} --profile acme`)).exit).toBe(14);
    const { exit, err } = await world.outreach('journal settle 1 --not-done --json --profile berlin');
    expect([exit, failureOf(err)]).toMatchObject([7, { code: 'too_early' }]);
    expect(failureOf(err).hint).toMatch(/outreach journal settle 1 --profile acme$/);
  });

  it('is refused as long as the effect may show: exit 7, and it says until when', async () => {
    const world = await newWorld({
      faults: [{ operation: 'credits.purchase', phase: 'late:9m', kind: 'reset', nth: 1 }],
    });
    expect((await world.outreach(buy)).exit).toBe(14);
    const { exit, err } = await world.outreach('journal settle 1 --not-done --json');
    const error = failureOf(err);
    expect([exit, error]).toMatchObject([7, { code: 'too_early', outcome: 'none', retryable: true }]);
    expect(error.hint).toMatch(/^Look again in \d+ (min|s): outreach journal settle 1$/);
    expect((await world.outreach('journal show 1 --json')).json().state).toBe('unknown');
    world.clock.advance(Date.parse(error.details.until) - world.clock.now());
    expect((await world.outreach('journal settle 1 --not-done')).exit).toBe(7);
    expect((await world.outreach('journal list --json')).json().items).toMatchObject([{ state: 'done' }]);
  });

  it('stays in the list, and is looked for again: it may have been a mistake', async () => {
    const world = await late();
    await world.outreach('journal settle 1 --not-done --force');
    expect((await world.outreach('journal list')).out).toMatch(/^1\tnot-done\t/);
    expect((await world.outreach('journal settle 1 --json')).json()).toMatchObject({ id: 1, state: 'done' });
    expect((await world.outreach('journal list --open --json')).json().total).toBe(0);
    expect((await world.outreach(create)).exit).toBe(7);
    expect(await campaigns(world)).toBe(1);
  });

  it('is still not done where nothing shows it, and is not taken for a later one', async () => {
    const world = await newWorld({
      faults: [{ operation: 'campaigns.create', phase: 'before', kind: 'reset', nth: 1 }],
    });
    await world.outreach(create);
    await world.outreach('journal settle 1 --not-done --force');
    const again = async () => (await world.outreach('journal settle 1 --json')).json().state;
    expect(await again()).toBe('not-done');
    expect((await world.outreach(create)).exit).toBe(0);
    expect(await again()).toBe('not-done');
    expect((await world.outreach('journal list --open --json')).json().total).toBe(0);
  });

  it('with --force is not looked up', async () => {
    const world = await late();
    expect((await world.outreach('journal settle 1 --not-done --force')).exit).toBe(0);
    expect((await world.outreach(create)).exit).toBe(0);
    expect(await campaigns(world)).toBe(2);
  });

  it('and the service has answered is done, with --force too', async () => {
    const world = await newWorld();
    await world.outreach(create);
    world.changeJournal('UPDATE intent SET told_at = NULL WHERE id = 1');
    for (const more of ['', ' --force'])
      expect((await world.outreach(`journal settle 1 --not-done${more}`)).exit, more).toBe(7);
    expect((await world.outreach(create)).json()).toMatchObject({ id: 1 });
  });
});

describe('the same thing twice', () => {
  it('within ten minutes is taken for a mistake: exit 7, and --again means it', async () => {
    const world = await newWorld();
    expect((await world.outreach(buy)).exit).toBe(0);
    const second = await world.outreach(buy);
    expect(second.exit).toBe(7);
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

describe('a purchase whose outcome could not be shown', () => {
  it('is reported again by the next run, which sends nothing', async () => {
    const world = await newWorld();
    const unseen = await world.outreach(buy, { full: true });
    expect([unseen.exit, unseen.out]).toEqual([14, '']);
    expect(failureOf(unseen.err)).toMatchObject({ code: 'output_failed', outcome: 'done' });
    const reminded = (await world.outreach('credits balance')).err;
    expect(reminded).toContain('its result was not shown');
    expect(reminded).toContain('outreach journal show 1');
    expect(reminded).not.toContain('is open');
    const listed = await world.outreach('journal list');
    expect(listed.out).toMatch(/\bdone\b/);
    expect(listed.out).not.toContain('done, not shown');
    const { page, limit, hasMore } = (await world.outreach('journal list --json')).json();
    expect({ page, limit, hasMore }).toEqual({ page: 1, limit: 50, hasMore: false });
    const again = await world.outreach(buy);
    expect([again.exit, again.json().newBalance, bought(world)]).toEqual([0, 7000, 1]);
    expect((await world.outreach(buy)).exit).toBe(7);
  });
});

describe('a new key', () => {
  it('is shown once and not kept, so that it cannot be shown again', async () => {
    const world = await newWorld();
    const line = 'workspaces key create 2 --json --once ci';
    const { key } = (await world.outreach(line)).json();
    expect(key).toMatch(/^run_/);
    const again = await world.outreach(line);
    expect([again.exit, again.out, failureOf(again.err).code]).toEqual([14, '', 'answer_not_kept']);
    expect(world.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  });
});

describe('an order whose answer was lost', () => {
  const order = 'dfy orders create --domain acme-mail.com --forward-to acme.com --yes --json';
  const posts = (requests: readonly string[]) => requests.filter((request) => request.startsWith('POST'));

  it.each([
    [23, ['POST /dfy/orders']],
    [25, []],
  ])('is asked for with its key %i hours later, and only looked for after a day', async (hours, sent) => {
    let [isFirst, down] = [true, false];
    const world = await newWorld({
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        down ||= isFirst && request.path === '/dfy/orders' && request.method === 'POST';
        if (down && request.path === '/dfy/orders') throw new WireFailure('reset', true, 'reset');
        return answer;
      },
    });
    expect((await world.outreach(order)).exit).toBe(14);
    [isFirst, down] = [false, false];
    const before = world.requests.length;
    world.clock.advance(hours * 3_600_000);
    const { exit } = await world.outreach(order);
    expect([exit, posts(world.requests.slice(before))]).toEqual([0, sent]);
    expect(world.ledger.of('dfy.createOrder')).toHaveLength(1);
  });
});

describe('a sandbox that begins again', () => {
  it('knows nothing of what was rehearsed before', async () => {
    const world = await newWorld();
    expect((await world.outreach('campaigns create Autumn')).exit).toBe(0);
    expect((await world.outreach('campaigns create Autumn')).exit).toBe(7);
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

  it('refuses a token whose first call is still open', async () => {
    const world = await newWorld({
      faults: [{ operation: 'credits.purchase', phase: 'before', kind: 'reset', nth: 1 }],
    });
    expect((await world.outreach(`${buy} --once october`)).exit).toBe(14);
    const other = await world.outreach('credits buy 3000 --yes --json --once october');
    expect([other.exit, failureOf(other.err).code]).toEqual([7, 'token_reused']);
    expect(world.requests.filter((request) => request === 'POST /credits/purchase')).toHaveLength(1);
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

describe('a purchase that was charged, and credited later', () => {
  it('is found by the next look, and stands in the way no longer', async () => {
    const world = await newWorld({
      faults: [{ operation: 'credits.purchase', phase: 'after', kind: 'purchase_incomplete', nth: 1 }],
    });
    const run = await world.outreach(buy);
    expect(failureOf(run.err)).toMatchObject({
      hint: expect.stringContaining('outreach journal settle 1 --done'),
      details: { intent: 1 },
    });
    const vain = await world.outreach('journal settle 1 --json');
    expect([vain.exit, failureOf(vain.err).code]).toEqual([14, 'purchase_incomplete']);
    expect((await world.outreach('credits buy 3000 --yes')).exit).toBe(7);
    world.database
      .prepare(
        "INSERT INTO credit_entry (workspace_id, amount, reason, created_at) VALUES (1, 2000, 'top-up', ?)",
      )
      .run(world.clock.now());
    const settled = await world.outreach('journal settle 1 --json');
    expect(settled.json()).toMatchObject({ state: 'done', remark: 'done: seen at the service' });
    expect((await world.outreach('credits buy 3000 --yes')).exit).toBe(0);
  });
});

describe('looking for what was lost', () => {
  const lost = [{ operation: 'credits.purchase', phase: 'before', kind: 'reset' }] as const;
  /** The lists are down as soon as something was sent. */
  const listsDown = (next: Transport): Transport => {
    let sent = false;
    return async (request, signal) => {
      if (request.method === 'POST') sent = true;
      if (!sent || !request.path.startsWith('/credits/transactions')) return next(request, signal);
      return { status: 500, headers: {}, body: '{"error":"down"}' };
    };
  };

  it('with the lists down never says that it most likely did not happen', async () => {
    const world = await newWorld({ faults: lost, between: listsDown });
    for (const line of [buy, 'journal settle 1 --json']) {
      const { exit, err } = await world.outreach(line);
      expect(exit).toBe(14);
      expect(failureOf(err).hint).toContain('could not be looked up');
      expect(failureOf(err).hint).not.toContain('most likely');
    }
  });

  it('ends with the time of the command', async () => {
    const world = await newWorld({ faults: lost });
    const began = world.clock.now();
    expect((await world.outreach(`${buy} --timeout 5s`)).exit).toBe(14);
    expect(world.clock.now() - began).toBeLessThanOrEqual(5000);
    expect((await world.outreach('journal list --open --json')).json().total).toBe(1);
  });

  it('takes no longer because the clock was put back', async () => {
    const world = await newWorld({ faults: lost });
    expect((await world.outreach(buy)).exit).toBe(14);
    world.clock.advance(-3_600_000);
    const began = world.clock.now();
    expect((await world.outreach('journal settle 1 --json')).exit).toBe(14);
    expect(world.clock.now() - began).toBeLessThanOrEqual(300_000);
  });

  it('an answer that says nothing is looked up, and is no earlier call that was done', async () => {
    const world = await newWorld({
      between: (next) => async (request, signal) =>
        request.method === 'POST' ? { status: 200, headers: {}, body: '{"hello":1}' } : next(request, signal),
    });
    const { exit, err } = await world.outreach(buy);
    expect(exit).toBe(14);
    expect(failureOf(err)).toMatchObject({ outcome: 'unknown', details: { intent: 1 } });
    expect(failureOf(err).hint).not.toContain('Done before that');
  });
});

describe('the journal at hand', () => {
  it('lists as many as asked for and counts all, and forgets what is old', async () => {
    const world = await newWorld();
    for (const name of ['A', 'B', 'C']) await world.outreach(['campaigns', 'create', name]);
    const two = (await world.outreach('journal list --limit 2 --json')).json();
    expect([two.total, two.items.map(({ id }: { id: number }) => id)]).toEqual([3, [3, 2]]);
    world.clock.advance(86_400_000);
    await world.outreach('campaigns create D');
    expect((await world.outreach('journal forget 1 --before 1h --json')).json()).toEqual({
      forgotten: 3,
      kept: 0,
    });
    expect((await world.outreach('journal list --all --json')).json()).toMatchObject({ total: 1 });
    await world.outreach('campaigns create E --once e');
    world.clock.advance(86_400_000);
    expect((await world.outreach('journal forget --before 2026-03-04 --json')).json()).toEqual({
      forgotten: 1,
      kept: 0,
    });
    expect((await world.outreach('journal list --json')).json()).toMatchObject({
      total: 1,
      items: [{ host: null }],
    });
  });

  it('keeps what was done a short while ago: the same call again is refused', async () => {
    const world = await newWorld();
    await world.outreach('credits buy 1000 --yes');
    world.clock.advance(9 * 60_000);
    expect((await world.outreach('journal forget --before 0s')).err).toBe(
      'Removed 0 entries. 1 entry of the last ten minutes stays, so that a repeat of the same request is refused (done_recently).\n',
    );
    expect(failureOf((await world.outreach('credits buy 1000 --yes --json')).err).code).toBe('done_recently');
    expect(world.ledger.of('credits.purchase')).toHaveLength(1);
    world.clock.advance(60_001);
    expect((await world.outreach('journal forget --before 0s --json')).json()).toEqual({
      forgotten: 1,
      kept: 0,
    });
  });

  it.each(['show', 'settle'])('%s of a number beyond all numbers: not found', async (verb) => {
    const world = await newWorld();
    expect((await world.outreach(`journal ${verb} 99999999999999999999`)).exit).toBe(6);
  });

  it('names the way back to a call that was made with a key of the environment', async () => {
    const own = `run_LIVE0000_${'a'.repeat(40)}`;
    const lists = async (request: { method: string }) => {
      if (request.method === 'POST') throw new WireFailure('reset', true, 'It was cut off');
      return { status: 200, headers: {}, body: '{"balance":1,"transactions":[],"total":0}' };
    };
    const env: Record<string, string> = {
      OUTREACH_API_KEY: own,
      OUTREACH_BASE_URL: 'https://service.test/r',
    };
    const world = await newWorld({ env, network: lists });
    expect((await world.outreach(`${buy} --timeout 2s`)).exit).toBe(14);
    const { exit, err } = await world.outreach('journal settle 1 --json --profile sandbox');
    expect([exit, failureOf(err).code]).toEqual([7, 'other_account']);
    expect(failureOf(err).hint).toMatch(/^Set OUTREACH_API_KEY and OUTREACH_BASE_URL/);
  });

  it('refuses an empty token: a variable of a script that was never set', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach([...buy.split(' '), '--once', '']);
    expect([exit, failureOf(err).code, bought(world)]).toEqual([2, 'invalid_value', 0]);
  });

  it('is offered by the help of every guarded command, and of no other', async () => {
    const world = await newWorld();
    for (const line of ['credits buy', 'campaigns create', 'api'])
      expect((await world.outreach(`${line} --help`)).out).toMatch(/--once[\s\S]*--again/);
    expect((await world.outreach('campaigns pause --help')).out).not.toContain('--once');
  });
});

describe('the list of the journal', () => {
  const listed = async (world: Pick<Awaited<ReturnType<typeof newWorld>>, 'outreach'>) =>
    (await world.outreach('journal list --json')).json();

  it('says what each call was about, what it cost and for how many people', async () => {
    const world = await newWorld();
    await world.outreach('campaigns create "Q4 fair"');
    const people = '--count 5 --job-title "Head of Sales" --country Germany';
    await world.outreach(`finder import --campaign "Q4 fair" ${people} --max-usd 9 --yes`);
    await world.outreach('credits buy 2000 --yes');
    const { items } = await listed(world);
    expect(items).toMatchObject([
      { operation: 'credits.purchase', object: '2,000 credits', credits: 2000, usd: 20, people: 0 },
      { operation: 'finder.startImport', object: 'campaign "Q4 fair"', credits: 10, usd: 0.04, people: 5 },
      { operation: 'campaigns.create', object: '"Q4 fair"', credits: 0, usd: 0, people: 0 },
    ]);
    const { out, err } = await world.outreach('journal list');
    expect(out).toMatch(/\tImport people\t"Q4 fair"\t10\t0\.04\t5\t/);
    expect(err).toContain('Today: 10 credits, $20.04 (profile sandbox)');
  });

  it('knows what an import really cost, not only what was approved', async () => {
    const world = await newWorld();
    await world.outreach('campaigns create Autumn');
    const few = '--job-title "Head of Sales" --country Germany';
    const run = await world.outreach(`finder import --campaign 1 --count 400 ${few} --yes --json`);
    const { added, creditsSpent } = run.json();
    expect(added).toBeLessThan(400);
    expect(added).toBeGreaterThan(0);
    const [call] = (await listed(world)).items;
    expect(call).toMatchObject({ credits: creditsSpent, people: added, atMost: false });
  });

  it('names the mailbox of an order without a domain', async () => {
    const world = await newWorld();
    const { exit } = await world.outreach('dfy orders create --mailbox x@other.com:X:Y --yes');
    expect([exit, (await listed(world)).items]).toMatchObject([2, [{ object: 'x@other.com' }]]);
  });

  it('leaves out what was declined or refused, except for --all and for programs', async () => {
    const world = await newWorld();
    await world.outreach('credits buy 2000');
    await world.outreach('credits buy 3000 --yes');
    const people = await world.outreach('journal list');
    expect(people.out.split('\n').filter(Boolean)).toHaveLength(1);
    expect(people.err).toContain('1 more was declined or refused: --all');
    const all = await world.outreach('journal list --all');
    expect(all.out.split('\n').filter(Boolean)).toHaveLength(2);
    expect(all.err).not.toContain('declined');
    expect((await listed(world)).items).toMatchObject([
      { state: 'done' },
      { state: 'not-done', credits: 0, usd: 0, people: 0 },
    ]);
  });

  it('compares the sums of today with the ceilings of the profile, and forgets yesterday', async () => {
    const world = await liveWorld();
    await world.outreach(`login --profile prod --base-url ${baseUrl} --key-stdin`, { stdin: liveKey });
    await world.outreach('profiles set prod --max-usd-per-day 90 --max-credits-per-day 9000');
    await world.outreach('credits buy 2000 --yes');
    expect((await world.outreach('journal list')).err).toContain(
      'Today: 0 credits of 9,000 credits, $20.00 of $90.00 (profile prod)',
    );
    world.clock.advance(24 * 3_600_000);
    const { today, total } = await listed(world);
    expect([today, total]).toMatchObject([{ credits: 0, usd: 0, maxUsdPerDay: 90 }, 1]);
  });

  it('counts against a ceiling what the ceiling counts, of everybody who uses the account', async () => {
    const spends = { id: 9, amount: -40, reason: 'import', createdAt: '2026-03-02T07:00:00Z' };
    let down = false;
    const world = await liveWorld({
      answer: ({ path }) => {
        if (path !== '/credits/transactions') return undefined;
        if (down) throw new WireFailure('reset', false, 'no network');
        const body = JSON.stringify({ transactions: [spends], total: 1 });
        return { headers: { 'content-type': 'application/json' }, body };
      },
    });
    await world.outreach(`login --profile prod --base-url ${baseUrl} --key-stdin`, { stdin: liveKey });
    await world.outreach('profiles set prod --max-credits-per-day 60');
    await world.outreach('campaigns create Autumn');
    const { err } = await world.outreach('journal list');
    expect(err).toContain('Today: 40 credits of 60 credits, $0.00 (profile prod)');
    const one = 'finder import --campaign 1 --count 20 --job-title CEO --yes --json --no-wait';
    expect(failureOf((await world.outreach(one)).err).details).toMatchObject({ usedToday: 40, adds: 40 });
    expect((await listed(world)).today).toMatchObject({ credits: 40, ofAccount: true });
    down = true;
    const began = world.clock.now();
    const blind = (await world.outreach('journal list')).err;
    expect(blind).toContain('0 credits of 60 credits, $0.00 (profile prod); only what this journal holds');
    expect(world.clock.now() - began).toBeLessThan(1000);
  });

  it('knows what sourced prospects cost and how many came', async () => {
    const world = await newWorld();
    await world.outreach('campaigns create Autumn');
    await world.outreach('icps create SaaS --title CEO');
    const run = await world.outreach('prospects source --icp 1 --campaign 1 --count 10 --yes --json');
    const { creditsSpent, sourced } = run.json();
    expect(creditsSpent).toBeGreaterThan(0);
    const { items, today } = await listed(world);
    expect(items[0]).toMatchObject({ credits: creditsSpent, people: sourced, atMost: false });
    expect(today).toMatchObject({ credits: creditsSpent, sums: { credits: 'exact' } });
  });

  it('counts a verification as it was billed, and at most where that is not known yet', async () => {
    const world = await newWorld();
    const jobs = 'verification jobs create';
    const { costUsd } = (
      await world.outreach(`${jobs} bo@lumen.example kim@lumen.example --yes --json`)
    ).json();
    await world.outreach(`${jobs} ana@lumen.example --no-wait --yes`);
    const [running, waited] = (await listed(world)).items;
    expect(waited).toMatchObject({ usd: costUsd, atMost: false });
    expect(running).toMatchObject({ usd: 0.008, atMost: true });
  });

  it('says once, below the table, how many there are', async () => {
    const world = await newWorld({ tty: true });
    for (const name of ['a', 'b', 'c']) await world.outreach(`campaigns create ${name} -q`);
    const { out, err } = await world.outreach('journal list --limit 2');
    expect(`${out}${err}`.match(/2 of 3/g)).toHaveLength(1);
    expect(err).toContain('2 of 3; --all for everything');
  });

  it('shows what was asked for and answered as JSON, in lines that fit', async () => {
    const world = await newWorld({ tty: true, columns: 60 });
    await world.outreach(
      'dfy orders create --domain acme-mail.com --mailbox anna@acme-mail.com:Anna:Berg --forward-to acme.com --yes -q',
    );
    const { out } = await world.outreach('journal show 1 --no-color');
    expect(out).toContain('│ {\n│   "POST": "/dfy/orders",\n│   "body": {\n');
    expect(out).toContain('│         "domainName": "acme-mail.com"\n');
    expect(out).toContain('state before noted');
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  });
});

describe('a damaged entry of the journal', () => {
  const lost = { operation: 'credits.purchase', phase: 'before', kind: 'reset', nth: 2 } as const;
  const smaller = 'credits buy 1000 --yes --json';

  it('that is open leaves the others readable, and keeps its operation from being repeated until it is settled', async () => {
    const world = await newWorld({ faults: [lost] });
    await world.outreach(buy);
    expect((await world.outreach(smaller)).exit).toBe(14);
    world.changeJournal("UPDATE intent SET request = '{broken', snapshot = 'nor this' WHERE id = 2");
    const { items } = (await world.outreach('journal list --json')).json();
    expect(items).toMatchObject([
      { id: 2, state: 'unknown', remark: expect.stringContaining('damaged: request, snapshot') },
      { id: 1, state: 'done', remark: null },
    ]);
    expect((await world.outreach('journal show 1')).exit).toBe(0);
    const shown = await world.outreach('journal show 2 --json');
    expect(shown.json()).toMatchObject({ id: 2, operation: 'credits.purchase', request: null });
    expect(shown.json().steps).not.toEqual([]);
    for (const line of [smaller, 'credits buy 3000 --yes --json']) {
      const refused = await world.outreach(line);
      expect([refused.exit, failureOf(refused.err).code]).toEqual([14, 'outcome_unknown']);
    }
    expect(bought(world)).toBe(1);
    expect((await world.outreach('icps create Leaders --title CEO')).exit).toBe(0);
    const looked = await world.outreach('journal settle 2 --json');
    expect(failureOf(looked.err)).toMatchObject({ hint: expect.stringContaining('settle 2 --not-done') });
    world.clock.advance(10 * 60_000);
    const settled = await world.outreach('journal settle 2 --not-done --json');
    expect(settled.json()).toMatchObject({ id: 2, state: 'not-done', remark: 'a person says: not done' });
    expect((await world.outreach(smaller)).exit).toBe(0);
  });

  it.each([
    "request = '5'",
    'request = \'{"input":1}\'',
    "quote = '{broken'",
    "answer = '{broken'",
    "answer = '7'",
    "started_at = 'noon'",
    'finished_at = 1e300',
  ])('with %s that has ended can be read, and stays what it was', async (change) => {
    const world = await newWorld();
    await world.outreach(buy);
    world.changeJournal(`UPDATE intent SET ${change} WHERE id = 1`);
    for (const line of ['journal list', 'journal show 1', 'journal list --json', 'credits balance'])
      expect((await world.outreach(line)).exit, line).toBe(0);
    const { items } = (await world.outreach('journal list --all --json')).json();
    expect(items).toMatchObject([{ id: 1, state: 'done', remark: expect.stringContaining('damaged') }]);
    expect((await world.outreach('credits buy 1000 --yes')).exit).toBe(0);
    expect((await world.outreach('journal settle 1 --done')).exit).toBe(7);
  });
});
