import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailboxOf } from '../../src/commands/dfy/create-order.ts';
import { costOf } from '../../src/commands/dfy/order-view.ts';
import { namesIn } from '../../src/contract/order-figures.ts';
import { type Transport, type WireAnswer, WireFailure } from '../../src/contract/wire.ts';
import { newWorld, type TestWorld } from '../world.ts';

const acme = '--domain acme-mail.com --mailbox anna@acme-mail.com:Anna:Berg --forward-to acme.com';
const create = `dfy orders create ${acme}`;

const json = (status: number, body: object): WireAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Keeps the keys that orders went out with, and lets the first answers be lost. */
function losing(count: number) {
  const keys: (string | undefined)[] = [];
  const between =
    (next: Transport): Transport =>
    async (request, signal) => {
      const answer = await next(request, signal);
      if (request.method !== 'POST' || request.path !== '/dfy/orders') return answer;
      keys.push(request.headers['idempotency-key']);
      if (keys.length <= count) throw new WireFailure('reset', true, 'connection reset');
      return answer;
    };
  return { keys, between };
}

const charges = ({ database }: TestWorld): number[] =>
  database
    .prepare("SELECT usd FROM ledger WHERE operation = 'dfy.createOrder'")
    .all<{ usd: number }>()
    .map(({ usd }) => usd);

it('says while it waits what happens, and how to let time pass in the sandbox', async () => {
  const world = await newWorld({ env: { OUTREACH_PROFILE: 'sandbox' } });
  await world.outreach('dfy orders create --domain acme-mail.com --yes');
  const { exit, err } = await world.outreach('dfy orders wait 1 --wait-timeout 10s');
  expect({ exit, lines: err.trim().split('\n') }).toEqual({
    exit: 8,
    lines: [
      'Order 1',
      'Order 1: created; the service sets up domains and mailboxes',
      'To let time pass in the sandbox: outreach sandbox clock advance 3h',
      'Error: Order 1 is still running after 10 s, and continues',
      'To wait again: outreach dfy orders wait 1',
    ],
  });
});

describe('outreach dfy domains', () => {
  it('checks one name or several, and tells the three verdicts apart', async () => {
    const world = await newWorld();
    const one = await world.outreach('dfy domains check acme-mail.com --json');
    expect(one.json().items).toMatchObject([{ domain: 'acme-mail.com', available: true, price: 12.5 }]);
    const many = await world.outreach('dfy domains check acme-mail.com acme.com registrar-down.com b.net');
    const verdicts = many.out
      .trim()
      .split('\n')
      .map((line) => {
        const [domain, canBeBought, , , unconfirmed] = line.split('\t');
        return `${domain} ${canBeBought} ${unconfirmed}`;
      });
    expect(verdicts).toEqual([
      'acme-mail.com true false',
      'acme.com false false',
      'registrar-down.com false true',
      'b.net false false',
    ]);
    expect(world.requests).toEqual(['GET /dfy/domains/check', 'POST /dfy/domains/check']);
  });

  it('takes a hundred names and refuses one more before anything is sent', async () => {
    const world = await newWorld();
    const names = Array.from({ length: 101 }, (_, index) => `fresh-name-${index}.com`);
    const hundred = await world.outreach(['dfy', 'domains', 'check', ...names.slice(0, 100), '--json']);
    expect(hundred.json().items).toHaveLength(100);
    expect((await world.outreach(['dfy', 'domains', 'check', ...names])).exit).toBe(2);
    expect(world.requests).toHaveLength(1);
  });

  it('suggests names, as records or as words', async () => {
    const world = await newWorld();
    const run = await world.outreach('dfy domains search acme --limit 5 --json');
    expect(run.json()).toMatchObject({ hasMore: true, total: null });
    expect(run.json().items).toHaveLength(5);
    expect((await world.outreach('dfy domains search --param query=acme --limit 5 --json')).json()).toEqual(
      run.json(),
    );
    expect((await world.outreach('dfy domains search --param acme')).exit).toBe(2);
    const spelled = await world.outreach('dfy domains search mueller --limit 5 --json');
    expect((await world.outreach('dfy domains search Müller --limit 5 --json')).json()).toEqual(
      spelled.json(),
    );
    expect((await world.outreach('dfy domains search müller')).err).toContain('Looking for "mueller"');
    const words = await newWorld({ between: () => async () => json(200, { domains: ['a.com', 'b.org'] }) });
    expect((await words.outreach('dfy domains search')).out).toBe('a.com\t\nb.org\t\n');
  });
});

describe('outreach dfy orders create', () => {
  it('shows the checked prices and the total, and orders nothing before somebody agrees', async () => {
    const world = await newWorld();
    const run = await world.outreach(`dfy orders create ${acme} --domain get-acme.org --json`);
    const { error } = JSON.parse(run.err);
    expect([run.exit, run.out, error.details.usd]).toEqual([3, '', 23.5]);
    expect(error.details.facts).toEqual(
      expect.arrayContaining([
        'acme-mail.com: $12.50',
        'get-acme.org: $11.00',
        'Domains in total: $23.50',
        'Mailbox: anna@acme-mail.com (Anna Berg)',
        'Forward to: acme.com',
      ]),
    );
    expect(world.requests).not.toContain('POST /dfy/orders');
  });

  it('orders with a key, and the same key gives the same order', async () => {
    const { keys, between } = losing(0);
    const world = await newWorld({ between });
    const run = await world.outreach(`${create} --yes --json`);
    expect([run.exit, run.json()]).toEqual([0, expect.objectContaining({ id: 1, status: 'created' })]);
    const [key = ''] = keys;
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    const again = await world.outreach(`${create} --idempotency-key ${key} --yes --json`);
    expect([again.exit, again.json()]).toEqual([0, run.json()]);
    expect(charges(world)).toEqual([12.5]);
  });

  it('sends the same key again where the answer was lost, and buys once', async () => {
    const { keys, between } = losing(2);
    const world = await newWorld({ between });
    const run = await world.outreach(`${create} --yes --json`);
    expect([run.exit, run.json().id]).toEqual([0, 1]);
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    expect(charges(world)).toEqual([12.5]);
  });

  it('finds the order in the list where no answer ever comes', async () => {
    const { between } = losing(99);
    const world = await newWorld({ between });
    const run = await world.outreach(`${create} --yes --json`);
    expect([run.exit, run.json().id]).toEqual([0, 1]);
    expect(charges(world)).toEqual([12.5]);
  });

  it('hands the key over where nobody can say how it went', async () => {
    const world = await newWorld({
      faults: [{ operation: 'dfy.createOrder', kind: 'reset', phase: 'before' }],
    });
    const run = await world.outreach(`${create} --yes --json`);
    const { error } = JSON.parse(run.err.trim().split('\n').at(-1) ?? '');
    const { idempotencyKey } = error.details;
    expect([run.exit, error.outcome]).toEqual([14, 'unknown']);
    expect(idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
    expect(error.hint).toContain('outreach dfy orders list');
    expect(error.hint).toContain(`--idempotency-key ${idempotencyKey}`);
    expect(charges(world)).toEqual([]);
  });

  it.each(['failed', 'canceled'])(
    'ends with 16 where the order is answered as %s at once',
    async (status) => {
      const world = await newWorld({
        between: (next) => async (request, signal) => {
          const answer = await next(request, signal);
          if (request.method !== 'POST' || !request.path.endsWith('/orders')) return answer;
          const { order } = JSON.parse(answer.body);
          return json(202, { order: { ...order, status, failureReason: 'card refused' } });
        },
      });
      const run = await world.outreach(`${create} --yes --json`);
      expect([run.exit, run.json()]).toMatchObject([16, { id: 1, status }]);
      expect(JSON.parse(run.err).error).toMatchObject({ code: `order_${status}`, outcome: 'done' });
      expect(run.err).toContain('card refused');
    },
  );

  it('names the order that has bought the name already', async () => {
    const world = await newWorld();
    await world.outreach(`${create} --yes`);
    const run = await world.outreach(`${create} --yes --again --json`);
    expect([run.exit, run.out]).toEqual([7, '']);
    expect(JSON.parse(run.err).error).toMatchObject({
      code: 'already_ordered',
      details: { existingOrderId: 1 },
      outcome: 'none',
    });
    const shown = await world.outreach(`${create} --yes --again`);
    expect([shown.out, shown.err]).toEqual(['', expect.stringContaining('outreach dfy orders get 1')]);
    expect(charges(world)).toEqual([12.5]);
  });

  it('names it, too, where the service is the one that refuses', async () => {
    const world = await newWorld();
    await world.outreach(`${create} --yes`);
    const line =
      'dfy orders create --domain get-acme.com --mailbox anna@acme-mail.com:Anna:Berg --yes --json';
    const run = await world.outreach(line);
    expect([run.exit, run.out]).toEqual([7, '']);
    expect(JSON.parse(run.err).error).toMatchObject({
      status: 409,
      details: { existingOrderId: 1 },
      hint: expect.stringContaining('outreach dfy orders get 1'),
    });
    expect(charges(world)).toEqual([12.5]);
  });

  it.each([
    ['acme.com', 7, 'domain_unavailable', 'outreach dfy domains search acme'],
    ['acme-mail.net', 2, 'bad_domain', '.com or .org'],
    ['registrar-down.com', 11, 'domain_unconfirmed', 'outreach dfy domains check registrar-down.com'],
  ])('orders nothing where %s cannot be had', async (name, exit, code, hint) => {
    const world = await newWorld();
    const run = await world.outreach(`dfy orders create --domain acme-mail.com,${name} --yes --json`);
    const { error } = JSON.parse(run.err);
    expect([run.exit, run.out, error.code]).toEqual([exit, '', code]);
    expect(error.hint).toContain(hint);
    expect(world.requests).not.toContain('POST /dfy/orders');
  });

  it('keeps within a ceiling in dollars', async () => {
    const world = await newWorld();
    const priced = `${create} --mailbox-usd 3 --yes`;
    expect((await world.outreach(`${priced} --max-usd 15.49`)).exit).toBe(3);
    expect(charges(world)).toEqual([]);
    expect((await world.outreach(`${priced} --max-usd 15.50`)).exit).toBe(0);
  });

  it('warns where mailboxes cost more each month than was stated, and shows that price', async () => {
    const world = await newWorld();
    const { warnings } = (await world.outreach(`${create} --mailbox-usd 5 --yes --json`)).json();
    const message = 'The service may charge $22.50, more than the price of $17.50.';
    expect(warnings).toEqual([{ code: 'may_cost_more', message }]);
    const { out } = await world.outreach('dfy orders get 1', { tty: true });
    expect(out).toMatch(/Each month.* {2}\$10\.00/);
    const as = await newWorld();
    expect((await as.outreach(`${create} --mailbox-usd 10 --yes --json`)).json().warnings).toBeUndefined();
  });

  it('lets no ceiling pass where the price of mailboxes is not stated', async () => {
    const world = await newWorld();
    const run = await world.outreach(`${create} --max-usd 1000 --yes`);
    expect([run.exit, charges(world)]).toEqual([3, []]);
  });

  it('does not pay a price that rose after it was shown', async () => {
    let checks = 0;
    const between =
      (next: Transport): Transport =>
      async (request, signal) => {
        const answer = await next(request, signal);
        const check = request.path === '/dfy/domains/check' && ++checks > 1;
        return check ? { ...answer, body: answer.body.replace('12.5', '99') } : answer;
      };
    const world = await newWorld({ between });
    const run = await world.outreach(`${create} --yes --json`);
    expect([run.exit, JSON.parse(run.err).error.code]).toEqual([7, 'quote_changed']);
    expect(charges(world)).toEqual([]);
  });

  it.each([
    ['', 'othing to order'],
    ['--domain acme-mail.com --mailbox anna@acme-mail.com', 'first name is missing'],
    ['--domain acme-mail.com --mailbox anna@acme-mail.com:Anna', 'last name is missing'],
    ['--domain acme-mail.com --mailbox anna:Anna:Berg', 'no @'],
    [`${acme} --idempotency-key ${'k'.repeat(256)}`, '255'],
  ])('refuses %s before anything is sent', async (options, reason) => {
    const world = await newWorld();
    const run = await world.outreach(`dfy orders create ${options} --yes`);
    expect([run.exit, run.err]).toEqual([2, expect.stringContaining(reason)]);
    expect(world.requests).toEqual([]);
  });

  it('waits with --wait, and the mailbox is there', async () => {
    const world = await newWorld();
    const run = await world.outreach(`${create} --yes --wait --json`);
    expect([run.exit, run.json().status]).toEqual([0, 'completed']);
    const sender = (await world.outreach('senders get anna@acme-mail.com --json')).json();
    expect(sender).toMatchObject({ givenName: 'Anna', isConnected: true });
    const { spend } = (await world.outreach('report outcomes --json')).json();
    expect(spend).toMatchObject({ dfyOrders: 1, dfyOrdersUsd: 12.5 });
  });
});

describe('outreach dfy orders', () => {
  it('lists them and shows one', async () => {
    const world = await newWorld();
    await world.outreach(`${create} --yes`);
    const { items, total } = (await world.outreach('dfy orders list --json')).json();
    expect([total, items[0].id]).toEqual([1, 1]);
    expect((await world.outreach('dfy orders get 1 --json')).json()).toEqual(items[0]);
    expect((await world.outreach('dfy orders get 1')).out).toContain('anna@acme-mail.com');
    const missing = await world.outreach('dfy orders get 9');
    expect([missing.exit, missing.err]).toEqual([6, expect.stringContaining('outreach dfy orders list')]);
  });

  it.each([
    ['order-fails.com', 16, 'order_failed'],
    ['order-canceled.com', 16, 'order_canceled'],
    ['order-partial.com', 15, 'order_partially_completed'],
  ])('waits for the end of %s', async (name, exit, code) => {
    const world = await newWorld();
    await world.outreach(`dfy orders create --domain ${name} --mailbox anna@${name}:Anna:Berg --yes`);
    const run = await world.outreach('dfy orders wait 1 --json');
    expect([run.exit, run.json().id]).toEqual([exit, 1]);
    expect(JSON.parse(run.err).error).toMatchObject({ code, outcome: 'done' });
  });

  it('says how to go on where the time is over', async () => {
    const world = await newWorld();
    await world.outreach(`${create} --yes`);
    const run = await world.outreach('dfy orders wait 1 --wait-timeout 5m');
    expect([run.exit, run.err]).toEqual([8, expect.stringContaining('outreach dfy orders wait 1')]);
  });
});

describe('what an order holds', () => {
  it('is read whatever its shape', () => {
    expect(namesIn('a.com')).toEqual(['a.com']);
    expect(namesIn(['a.com', { domain: 'b.org' }, { domainName: 'c.com' }, { name: 'd.com' }])).toHaveLength(
      4,
    );
    expect(namesIn({ items: [{ username: 'anna', domainName: 'a.com' }] })).toEqual(['anna@a.com']);
    expect([namesIn(null), namesIn(undefined), namesIn({ count: 2 })]).toEqual([[], [], []]);
    expect(costOf({ id: 1, cost_breakdown: { totalUsd: 12.5 } })).toBe(12.5);
    expect(costOf({ id: 1, cost_breakdown: { setup: 3, monthly: 4 } })).toBe('setup 3, monthly 4');
    expect(costOf({ id: 1 })).toBeUndefined();
  });

  it('takes a mailbox apart, with a picture behind it', { tags: 'slow' }, () => {
    const name = fc.stringMatching(/^[A-Z][a-z]{0,8}( [A-Z][a-z]{0,8})?$/);
    fc.assert(
      fc.property(
        name,
        name,
        fc.option(fc.webUrl(), { nil: undefined }),
        (firstName, lastName, profilePicture) => {
          const text = ['anna@Acme-Mail.com', firstName, lastName, profilePicture].filter(
            (part) => part !== undefined,
          );
          expect(mailboxOf(text.join(':'))).toEqual({
            domainName: 'acme-mail.com',
            username: 'anna',
            firstName,
            lastName,
            ...(profilePicture !== undefined && { profilePicture }),
          });
        },
      ),
    );
  });
});

describe('a dry run of an order', () => {
  const line = 'dfy orders create --domain acme-mail.com --mailbox anna@acme-mail.com:Anna:Berg --dry-run';

  it('has no key yet: each order gets a new one', async () => {
    const world = await newWorld();
    expect((await world.outreach(line)).out).toContain(
      'POST /dfy/orders\nIdempotency-Key: new for each request\n',
    );
    const { idempotencyKey, headers } = (await world.outreach(`${line} --json`)).json();
    expect([idempotencyKey, headers['idempotency-key']]).toEqual(['new for each request', undefined]);
  });

  it('shows the key that was given, and none for a call that takes none', async () => {
    const world = await newWorld();
    expect((await world.outreach(`${line} --idempotency-key mine`)).out).toContain('Idempotency-Key: mine\n');
    expect((await world.outreach('campaigns create Autumn --dry-run')).out).not.toContain('Idempotency-Key');
  });
});
