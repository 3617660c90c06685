import { describe, expect, it } from 'vitest';
import { sandboxKey } from '../../src/contract/keys.ts';
import type { WireAnswer, WireRequest } from '../../src/contract/wire.ts';
import { newWorld, type TestWorld } from '../world.ts';
import { baseUrl, type LiveWorld, liveKey, liveWorld } from './live-service.ts';

const failureOf = (err: string) => {
  const { details, ...error } = JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
  return { ...error, ...details };
};

type Answer = (request: WireRequest) => Partial<WireAnswer> | undefined;

/** A world with a live account and ceilings; `answer` speaks in the place of the service. */
async function withCeilings(flags: string, answer?: Answer): Promise<LiveWorld> {
  const world = await liveWorld(answer ? { answer } : {});
  await world.outreach(`login --profile prod --base-url ${baseUrl} --key-stdin`, { stdin: liveKey });
  expect((await world.outreach(`profiles set prod ${flags}`)).exit).toBe(0);
  return world;
}

const posted = ({ sent }: LiveWorld, path: string) =>
  sent.filter((request) => request.method === 'POST' && request.path === path).length;

const read = ({ sent }: LiveWorld, path: string) => sent.filter((request) => request.path === path);

const dayStart = Date.UTC(2026, 2, 2);
const at = (hours: number) => new Date(dayStart + hours * 3_600_000).toISOString();

/** A service whose credit transactions are these. */
const listing =
  (transactions: readonly object[]): Answer =>
  ({ path, query }) => {
    if (path !== '/credits/transactions') return undefined;
    const of = (name: string) => Number(query.find(([known]) => known === name)?.[1] ?? 1);
    const [page, limit] = [of('page'), of('limit')];
    const body = JSON.stringify({
      transactions: transactions.slice((page - 1) * limit, page * limit),
      total: transactions.length,
    });
    return { headers: { 'content-type': 'application/json' }, body };
  };

const people = (country: string) =>
  `finder import --campaign 1 --count 40 --job-title "Head of Sales" --country ${country} --yes --json --no-wait`;
const purchase = 'credits buy 2000 --yes --json';
const order = (name: string) => `dfy orders create --domain ${name} --forward-to acme.com --yes --json`;

describe('a ceiling of credits per day', () => {
  it('counts what was bought today and not what was given, and lets a new day begin at midnight UTC', async () => {
    // The account of the sandbox was given 5,000 on its first day.
    const world = await withCeilings('--max-credits-per-day 3000');
    expect((await world.outreach(purchase)).exit).toBe(0);
    const second = await world.outreach(`${purchase} --again`);
    expect(second.exit).toBe(3);
    expect(failureOf(second.err)).toMatchObject({
      code: 'daily_ceiling_exceeded',
      outcome: 'none',
      message: expect.stringContaining('today 2,000 credits bought or on order, and this may add 2,000'),
      usedToday: 2000,
      adds: 2000,
      ceiling: 3000,
    });
    expect(posted(world, '/credits/purchase')).toBe(1);
    world.clock.advance(16 * 3_600_000);
    expect((await world.outreach(purchase)).exit).toBe(0);
    expect(posted(world, '/credits/purchase')).toBe(2);
  });

  it('counts debits since midnight, of everybody who uses the account', async () => {
    const entries = [
      { id: 4, amount: -30, reason: 'import', createdAt: at(7.5) },
      { id: 3, amount: 500, reason: 'top_up', createdAt: at(7) },
      { id: 2, amount: -50, reason: 'import', createdAt: at(0) },
      { id: 1, amount: -9000, reason: 'import', createdAt: at(-0.001) },
    ];
    for (const [ceiling, exit] of [
      [159, 3],
      [160, 0],
    ] as const) {
      const world = await withCeilings(`--max-credits-per-day ${ceiling}`, listing(entries));
      await world.outreach('campaigns create Autumn');
      const run = await world.outreach(people('Germany'));
      expect([ceiling, run.exit]).toEqual([ceiling, exit]);
      if (exit === 3) expect(failureOf(run.err)).toMatchObject({ usedToday: 80, adds: 80 });
    }
  });

  it('reads every page it needs, and none beyond the first older entry', async () => {
    const today = Array.from({ length: 450 }, (_, nth) => ({
      id: 1000 - nth,
      amount: 1,
      createdAt: at(7 - nth / 100),
    }));
    const before = Array.from({ length: 900 }, (_, nth) => ({
      id: 500 - nth,
      amount: 5000,
      createdAt: at(-1 - nth),
    }));
    const world = await withCeilings('--max-credits-per-day 2449', listing([...today, ...before]));
    const run = await world.outreach(purchase);
    expect(failureOf(run.err)).toMatchObject({ usedToday: 450, adds: 2000 });
    expect(read(world, '/credits/transactions')).toHaveLength(3);
  });

  it('takes entries of one minute in any order', async () => {
    const entries = [
      { id: 3, amount: -30, createdAt: at(7) },
      { id: 2, amount: -40, createdAt: new Date(dayStart + 7 * 3_600_000 + 60_000).toISOString() },
      { id: 1, amount: -9000, createdAt: at(-1) },
    ];
    const world = await withCeilings('--max-credits-per-day 149', listing(entries));
    await world.outreach('campaigns create Autumn');
    const run = await world.outreach(people('Germany'));
    expect(failureOf(run.err)).toMatchObject({ usedToday: 70, adds: 80 });
  });

  it('counts entries that are ahead of every clock', async () => {
    const ahead = [
      { id: 2, amount: 7000, createdAt: at(75) },
      { id: 1, amount: 7000, createdAt: at(71) },
    ];
    const world = await withCeilings('--max-credits-per-day 8999', listing(ahead));
    expect(failureOf((await world.outreach(purchase)).err)).toMatchObject({ usedToday: 14_000 });
  });

  const twoDays = [
    { id: 2, amount: 7000, createdAt: at(7) },
    { id: 1, amount: 7000, createdAt: at(-1) },
  ];
  /** `here`: hours by which the clock of this machine is wrong. `date`: the header of every answer. */
  const onTwoDays = async (hours: number, date: string | undefined) => {
    const shown = { date };
    const world = await liveWorld({ answer: listing(twoDays), date: () => shown.date });
    await world.outreach(`login --profile prod --base-url ${baseUrl} --key-stdin`, { stdin: liveKey });
    await world.outreach('profiles set prod --max-credits-per-day 8999');
    world.clock.advance(hours * 3_600_000);
    const buy = async () => {
      const { exit, err } = await world.outreach('credits buy 2000 --yes --json --again');
      return exit === 0 ? 'free' : failureOf(err).usedToday;
    };
    return { buy, shown, world };
  };
  const dated = (hours: number) => new Date(dayStart + (8 + hours) * 3_600_000).toUTCString();

  it.each([
    ['both clocks are right', 0, dated(0), 7000],
    ['both clocks are on the next day', 24, dated(24), 'free'],
    ['the clock here is a day ahead', 24, dated(0), 7000],
    ['the clock here is a year ahead', 365 * 24, dated(0), 7000],
    ['the clock here is a day behind', -24, dated(0), 14_000],
    ['the service is 17 hours ahead', 0, dated(17), 7000],
    ['the service is years ahead', 0, dated(9e4), 7000],
    ['the service is a day behind', 0, dated(-24), 14_000],
    ['the service sends no time', 0, undefined, 7000],
    ['the service sends what is no time', 0, 'tomorrow', 7000],
  ])('is freed by no clock that is ahead: %s', async (_, hours, date, used) => {
    expect(await (await onTwoDays(hours, date)).buy()).toBe(used);
  });

  it.each([
    ['a time is missing', [{ id: 1, amount: -5 }]],
    ['an amount is missing', [{ id: 1, createdAt: at(7) }]],
    [
      'the order is another one',
      [
        { id: 1, amount: 1, createdAt: at(1) },
        { id: 2, amount: 1, createdAt: at(7) },
      ],
    ],
  ])('refuses where %s', async (_, entries) => {
    const world = await withCeilings('--max-credits-per-day 100000', listing(entries));
    const run = await world.outreach(purchase);
    expect([run.exit, failureOf(run.err).code]).toEqual([3, 'daily_ceiling_exceeded']);
    expect(posted(world, '/credits/purchase')).toBe(0);
  });

  it('refuses where the figures cannot be read at all', async () => {
    const world = await withCeilings('--max-credits-per-day 100000', ({ path }) =>
      path === '/credits/transactions' ? { status: 500, body: 'no' } : undefined,
    );
    const run = await world.outreach(purchase);
    expect(run.exit).toBe(3);
    expect(failureOf(run.err)).toMatchObject({ code: 'daily_ceiling_exceeded', outcome: 'none' });
    expect(posted(world, '/credits/purchase')).toBe(0);
  });

  it('counts an import that is not over with all that it may cost', async () => {
    const world = await withCeilings('--max-credits-per-day 120');
    await world.outreach('campaigns create Autumn');
    expect((await world.outreach(people('Germany'))).exit).toBe(0);
    const second = await world.outreach(people('France'));
    expect(second.exit).toBe(3);
    expect(failureOf(second.err)).toMatchObject({ usedToday: 80, adds: 80, ceiling: 120 });
    expect(posted(world, '/lead-finder/imports')).toBe(1);
  });

  it('binds the raw call and the tool, and refuses what nobody knows the price of', async () => {
    const world = await withCeilings('--max-credits-per-day 100 --mcp-url https://api.outreach.example/mcp');
    for (const line of [
      'api POST /credits/purchase --field credits=2000 --yes',
      'api credits.purchase --field credits=2000 --yes',
      'api POST /credits/purch%61se --field credits=2000 --yes',
      'api POST /no/such/thing --yes',
      'mcp call purchase_credits --field credits=2000 --yes',
    ]) {
      const { exit, out, err } = await world.outreach(line);
      expect([line, exit, out]).toEqual([line, 3, '']);
      expect(err, line).toContain('100 credits a day');
    }
    expect(world.sent.filter(({ method, path }) => method === 'POST' && path.startsWith('/credits'))).toEqual(
      [],
    );
    expect(posted(world, '/no/such/thing')).toBe(0);
  });

  it('is not lifted by --max-credits, and does not touch what is free', async () => {
    const world = await withCeilings('--max-credits-per-day 100');
    expect((await world.outreach(`${purchase} --max-credits 5000`)).exit).toBe(3);
    const before = read(world, '/credits/transactions').length;
    expect((await world.outreach('campaigns create Autumn')).exit).toBe(0);
    expect(read(world, '/credits/transactions')).toHaveLength(before);
  });

  it('asks for nothing where none is set', async () => {
    const world = await withCeilings('--max-credits 5000');
    expect((await world.outreach(purchase)).exit).toBe(0);
    // Twice for the evidence of the purchase itself at most; never a look at orders or imports.
    expect(read(world, '/dfy/orders')).toEqual([]);
    expect(read(world, '/lead-finder/imports')).toEqual([]);
  });

  it('counts what another process here is about to spend', async () => {
    const world = await withCeilings('--max-credits-per-day 3000', (request) => {
      // The answer never comes, and the list does not show it: it may have happened.
      if (request.path === '/credits/purchase' && request.method === 'POST')
        return { status: 503, body: 'Service Unavailable' };
      return undefined;
    });
    expect((await world.outreach(purchase)).exit).toBe(14);
    const other = await world.outreach('credits buy 1500 --yes --json');
    expect(failureOf(other.err)).toMatchObject({
      code: 'daily_ceiling_exceeded',
      usedToday: 2000,
      adds: 1500,
    });
    expect((await world.outreach('journal settle 1 --not-done --force')).exit).toBe(0);
    expect((await world.outreach('credits buy 1500 --yes --json')).exit).toBe(14);
  });

  it('counts an open request once, whether the account shows it or not, and says that it is open', async () => {
    const world = await liveWorld({
      faults: [{ operation: 'credits.purchase', phase: 'late:6m', kind: 'reset', nth: 1 }],
    });
    await world.outreach(`login --profile prod --base-url ${baseUrl} --key-stdin`, { stdin: liveKey });
    await world.outreach('profiles set prod --max-usd-per-day 90');
    expect((await world.outreach(purchase)).exit).toBe(14);
    for (const later of [0, 60_000]) {
      world.clock.advance(later);
      const { err } = await world.outreach('journal list');
      expect(err).toContain('Today: 0 credits, $20.00 of $90.00 (profile prod); of that open: $20.00');
    }
    const { today } = (await world.outreach('journal list --json')).json();
    expect(today).toMatchObject({ usd: 20, open: { credits: 0, usd: 20 }, ofAccount: true });
    await world.outreach('profiles set prod --max-usd-per-day 40');
    expect((await world.outreach('credits buy 2000 --yes --again')).exit).toBe(0);
  });

  it.each([
    ['counts one that began 23 hours ago', 'started_at = started_at - 23 * 3600000', 3],
    ['leaves out one that began 25 hours ago', 'started_at = started_at - 25 * 3600000', 14],
    ['leaves out one of another account', "account = 'other'", 14],
    ['leaves out one that did nothing', "state = 'not-done'", 14],
    ['leaves out one that was never agreed to', 'quote = NULL', 14],
  ])('of calls that are under way %s', async (_, change, exit) => {
    const world = await withCeilings('--max-credits-per-day 3000', ({ path, method }) =>
      path === '/credits/purchase' && method === 'POST' ? { status: 503, body: '' } : undefined,
    );
    expect((await world.outreach(purchase)).exit).toBe(14);
    world.changeJournal(`UPDATE intent SET ${change}`);
    expect((await world.outreach('credits buy 1500 --yes --json')).exit).toBe(exit);
  });

  it('is never passed by commands that run at the same time', async () => {
    const world = await withCeilings('--max-credits-per-day 170');
    await world.outreach('campaigns create Autumn');
    const ends = await Promise.all(
      ['Germany', 'France', 'Spain', 'Italy', 'Poland'].map((country) => world.outreach(people(country))),
    );
    const made = ends.filter(({ exit }) => exit === 0).length;
    expect(ends.map(({ exit }) => exit).every((exit) => exit === 0 || exit === 3)).toBe(true);
    expect(made).toBeLessThanOrEqual(2);
    expect(posted(world, '/lead-finder/imports')).toBe(made);
  });
});

describe('a ceiling of dollars per day', () => {
  it('counts the orders of today, without those that came to nothing', async () => {
    const world = await withCeilings('--max-usd-per-day 30');
    expect((await world.outreach(order('acme-mail.com'))).json().cost_breakdown.totalUsd).toBe(12.5);
    expect((await world.outreach(order('get-acme.com'))).exit).toBe(0);
    const refused = await world.outreach(order('try-acme.com'));
    expect(refused.exit).toBe(3);
    expect(failureOf(refused.err)).toMatchObject({
      code: 'daily_ceiling_exceeded',
      usedToday: 25,
      adds: 12.5,
      ceiling: 30,
    });
    expect(posted(world, '/dfy/orders')).toBe(2);
    world.database.prepare("UPDATE dfy_order SET status = 'canceled' WHERE id = 1").run();
    expect((await world.outreach(order('try-acme.com'))).exit).toBe(0);
  });

  it.each([{ totalUsd: -1000 }, { totalUsd: 0 }, { total: -0.01 }, { totalUsd: '12.5' }])(
    'is not lowered by an order whose total is no amount: %j',
    async (cost_breakdown) => {
      const bought = { id: 9, status: 'completed', createdAt: at(7), domains: ['a.com'], cost_breakdown };
      const body = JSON.stringify({ orders: [bought], total: 1 });
      const world = await withCeilings('--max-usd-per-day 30', ({ method, path }) =>
        method === 'GET' && path === '/dfy/orders' ? { body } : undefined,
      );
      const run = await world.outreach(order('acme-mail.com'));
      expect([run.exit, failureOf(run.err).code]).toEqual([3, 'daily_ceiling_exceeded']);
      expect(failureOf(run.err).message).toContain('order 9 of today does not say its total');
      expect(posted(world, '/dfy/orders')).toBe(0);
    },
  );

  it('counts purchases, spent credits and checks as a single call does', async () => {
    const world = await withCeilings('--max-usd-per-day 21.51');
    await world.outreach('campaigns create Autumn');
    expect((await world.outreach(purchase)).exit).toBe(0);
    // 40 people at 2 credits of a cent each, and 80 checks at $0.004.
    expect((await world.outreach(people('Germany'))).exit).toBe(0);
    const check = 'verification jobs create ana@lumen.example kim@lumen.example --no-wait --yes --json';
    const third = await world.outreach(people('France'));
    expect(failureOf(third.err)).toMatchObject({ code: 'daily_ceiling_exceeded', adds: 1.12 });
    expect(failureOf(third.err).usedToday).toBeCloseTo(21.12, 6);
    expect((await world.outreach(check)).exit).toBe(0);
    const last = await world.outreach('credits buy 1000 --yes --json');
    expect(failureOf(last.err)).toMatchObject({ code: 'daily_ceiling_exceeded', adds: 10 });
    expect(failureOf(last.err).usedToday).toBeCloseTo(21.136, 6);
    expect(posted(world, '/credits/purchase')).toBe(1);
  });

  it('refuses where nothing tells what a credit costs, unless it is stated', async () => {
    const silent = ({ path }: WireRequest) => {
      if (path === '/credits/balance') return { body: '{"balance":5000}' };
      return path === '/reports/outcomes' ? { status: 404, body: '{"error":"not found"}' } : undefined;
    };
    const world = await withCeilings('--max-usd-per-day 1000', silent);
    const run = await world.outreach(purchase);
    expect([run.exit, failureOf(run.err).code]).toEqual([3, 'price_unknown']);
    expect(failureOf(run.err).hint).toContain('--usd-per-credit <n>');
    expect(posted(world, '/credits/purchase')).toBe(0);
    expect((await world.outreach(`${purchase} --usd-per-credit 0.02`)).exit).toBe(0);
  });

  it('shows the day above the question', async () => {
    const world = await withCeilings('--max-usd-per-day 30');
    const { err } = await world.outreach(order('acme-mail.com').replace(' --yes', ''));
    expect(failureOf(err).facts).toContain('Today: $0.00 of $30.00 spent or reserved');
  });
});

describe('a ceiling of the sandbox', () => {
  it('goes by the simulated clock', async () => {
    const world: TestWorld = await newWorld({
      network: (...call) => world.sandbox.transport(...call),
    });
    const served = 'login --profile test --base-url http://127.0.0.1:4010/r --key-stdin';
    expect((await world.outreach(served, { stdin: sandboxKey })).exit).toBe(0);
    // Bought in the app: the journal here goes by the clock here.
    world.database
      .prepare(
        "INSERT INTO credit_entry (workspace_id, amount, reason, created_at) VALUES (1, 5000, 'top_up', ?)",
      )
      .run(world.clock.now());
    expect((await world.outreach('profiles set test --max-credits-per-day 8000')).exit).toBe(0);
    const buy = async () => (await world.outreach('credits buy 2000 --yes --json --again')).exit;
    expect([await buy(), await buy()]).toEqual([0, 3]);
    expect((await world.outreach('sandbox clock advance 1d')).exit).toBe(0);
    expect(await buy()).toBe(0);
    // The next day here is the same one there.
    expect((await world.outreach('credits buy 7000 --yes --json --again')).exit).toBe(3);
  });
});

describe('the setting', () => {
  it('is shown, and checked on the line', async () => {
    const world = await withCeilings('--max-credits-per-day 500 --max-usd-per-day 12.5');
    expect((await world.outreach('profiles show prod --json')).json()).toMatchObject({
      maxCreditsPerDay: 500,
      maxUsdPerDay: 12.5,
    });
    expect((await world.outreach('profiles show prod', { tty: true })).out).toContain('Max credits a day');
    for (const flags of ['--max-credits-per-day -1', '--max-usd-per-day much', '--max-credits-per-day 1.5'])
      expect((await world.outreach(`profiles set prod ${flags}`)).exit, flags).toBe(2);
  });
});

it('counts what the journal knows of today where the account shows nothing of it yet', async () => {
  const world = await withCeilings('--max-usd-per-day 25', ({ method, path }) =>
    method === 'GET' && path.startsWith('/credits/transactions')
      ? { body: JSON.stringify({ transactions: [], total: 0 }) }
      : undefined,
  );
  const exits: number[] = [];
  for (let time = 0; time < 4; time++)
    exits.push((await world.outreach('credits buy 1000 --yes --again')).exit);
  expect(exits).toEqual([0, 0, 3, 3]);
  expect(posted(world, '/credits/purchase')).toBe(2);
});
