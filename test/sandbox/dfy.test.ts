import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sandboxKey, sandboxReadOnlyKey } from '../../src/contract/keys.ts';
import { type Answer, type SandboxAtHand, sandboxAtHand } from './sandbox-at-hand.ts';

const readOnly = { authorization: `Bearer ${sandboxReadOnlyKey}` };
const hour = 3_600_000;

const anna = { domainName: 'acme-mail.com', firstName: 'Anna', lastName: 'Berg', username: 'anna' };
const acme = {
  domains: [{ domainName: 'acme-mail.com' }],
  forwardingDomain: 'acme.com',
  mailboxes: [anna],
};
const only = (...names: string[]) => ({ domains: names.map((domainName) => ({ domainName })) });

async function shop() {
  const sandbox = await sandboxAtHand();
  const order = (body: unknown, key?: string): Promise<Answer> =>
    sandbox.call('POST', '/dfy/orders', body, {
      authorization: `Bearer ${sandboxKey}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    });
  const get = async (id: number) => (await sandbox.call('GET', `/dfy/orders/${id}`)).json.order;
  const charged = () =>
    sandbox
      .rows<{ usd: number }>("SELECT usd FROM ledger WHERE operation = 'dfy.createOrder'")
      .map(({ usd }) => usd);
  return { ...sandbox, order, get, charged };
}

describe('checking a domain', () => {
  const check = async ({ call }: SandboxAtHand, domain: string) =>
    (await call('GET', `/dfy/domains/check?domain=${encodeURIComponent(domain)}`, undefined, readOnly)).json;

  it('tells a free one with its price', async () => {
    expect(await check(await sandboxAtHand(), ' Acme-Mail.com ')).toEqual({
      domain: 'acme-mail.com',
      tld: 'com',
      available: true,
      price: 12.5,
      reason: '',
      unconfirmed: false,
    });
  });

  it.each([
    'acme.com',
    'acme-mail.net',
    'acme',
    'ac me.com',
    '-acme.com',
    'mail.acme-mail.com',
    'a.com',
    'ä.org',
  ])('says why %s cannot be bought, with a 200', async (domain) => {
    const checked = await check(await sandboxAtHand(), domain);
    expect(checked).toMatchObject({ available: false, unconfirmed: false, price: 0 });
    expect(checked.reason).not.toBe('');
  });

  it('decides about every other name by the seed, always the same', async () => {
    const [one, other] = [await sandboxAtHand({ seed: 'one' }), await sandboxAtHand({ seed: 'other' })];
    const domains = Array.from({ length: 60 }, (_, index) => `fresh-name-${index}.org`);
    const free = async ({ call }: SandboxAtHand) =>
      (await call('POST', '/dfy/domains/check', { domains })).json.domains.map(
        ({ available }: { available: boolean }) => available,
      );
    const first = await free(one);
    expect(new Set(first)).toEqual(new Set([true, false]));
    expect(await free(one)).toEqual(first);
    expect(await free(other)).not.toEqual(first);
  });

  it('answers 502 where the registrar does not, and 400 without a name', async () => {
    const { call } = await sandboxAtHand();
    expect((await call('GET', '/dfy/domains/check?domain=registrar-down.com')).status).toBe(502);
    expect((await call('GET', '/dfy/domains/check')).json).toMatchObject({
      field: 'domain',
      reason: 'is required',
    });
  });
});

describe('checking a list', () => {
  const check = ({ call }: SandboxAtHand, domains: unknown) =>
    call('POST', '/dfy/domains/check', { domains }, readOnly);

  it('gives one result per unique name, in the order given', async () => {
    const sandbox = await sandboxAtHand();
    const names = fc.array(
      fc.constantFrom('acme-mail.com', 'ACME-mail.com', 'acme.com', 'b.net', 'get-acme.org'),
      {
        minLength: 1,
      },
    );
    await fc.assert(
      fc.asyncProperty(names, async (domains) => {
        const { json } = await check(sandbox, domains);
        const unique = [...new Set(domains.map((name) => name.toLowerCase()))];
        expect(json.domains.map(({ domain }: { domain: string }) => domain)).toEqual(unique);
      }),
      { numRuns: 30 },
    );
  });

  it('marks what the registrar did not answer as unconfirmed, neither free nor taken', async () => {
    const sandbox = await sandboxAtHand();
    const { json } = await check(sandbox, ['registrar-down.com', 'acme-mail.com']);
    expect(json.domains).toMatchObject([
      { domain: 'registrar-down.com', available: false, unconfirmed: true },
      { domain: 'acme-mail.com', available: true, unconfirmed: false },
    ]);
    expect((await check(sandbox, ['registrar-down.com', 'registrar-down-2.org'])).status).toBe(502);
  });

  it('takes 1 to 100 names', async () => {
    const sandbox = await sandboxAtHand();
    const names = (count: number) => Array.from({ length: count }, (_, index) => `fresh-name-${index}.com`);
    expect((await check(sandbox, names(100))).json.domains).toHaveLength(100);
    for (const domains of [names(101), [], [''], 'acme-mail.com'])
      expect((await check(sandbox, domains)).status).toBe(400);
  });
});

describe('searching domains', () => {
  it('suggests free ones made of the words', async () => {
    const { call } = await sandboxAtHand();
    const all = (await call('GET', '/dfy/domains/search?query=Acme%20Corp.com')).json;
    expect(all.domains).toHaveLength(50);
    expect(all.totalAvailable).toBeGreaterThan(50);
    expect(all.totalChecked).toBeGreaterThan(all.totalAvailable);
    for (const { domain } of all.domains) expect(domain.replaceAll('-', '')).toContain('acmecorp');
    const names = all.domains.slice(0, 20).map(({ domain }: { domain: string }) => domain);
    const checked = (await call('POST', '/dfy/domains/check', { domains: names })).json.domains;
    expect(checked.every(({ available }: { available: boolean }) => available)).toBe(true);
    expect((await call('GET', '/dfy/domains/search?query=acme&limit=3')).json.domains).toHaveLength(3);
    expect((await call('GET', '/dfy/domains/search')).json.domains).toHaveLength(50);
    for (const limit of [0, 101])
      expect((await call('GET', `/dfy/domains/search?limit=${limit}`)).status).toBe(400);
  });
});

describe('an order', () => {
  it('charges the domains, goes through its states and brings warm mailboxes', async () => {
    const { order, get, open, call, charged } = await shop();
    const placed = await order(acme, 'one');
    expect(placed.status).toBe(202);
    expect(placed.json.order).toMatchObject({
      id: 1,
      externalOrderId: 'dfy_000001',
      status: 'created',
      processedAt: null,
      completedAt: null,
      failureReason: '',
      cost_breakdown: { totalUsd: 12.5 },
      domains: [{ domainName: 'acme-mail.com' }],
      forwardingDomain: { domainName: 'acme.com' },
      mailboxes: [{ address: 'anna@acme-mail.com', senderEmailId: null }],
    });
    expect(charged()).toEqual([12.5]);
    await open.advance(60_000);
    expect(await get(1)).toMatchObject({
      status: 'processing',
      processedAt: '2026-03-02T08:01:00.000Z',
      completedAt: null,
    });
    await open.advance(2 * hour);
    const done = await get(1);
    expect(done.status).toBe('completed');
    expect(done.completedAt > done.processedAt).toBe(true);
    const { senderEmails } = (await call('GET', '/sender-emails?isConnected=true')).json;
    const mailbox = senderEmails.find(({ address }: { address: string }) => address === 'anna@acme-mail.com');
    expect(mailbox).toMatchObject({
      id: done.mailboxes[0].senderEmailId,
      givenName: 'Anna',
      isConnected: true,
    });
    expect(mailbox.healthScore).toBeGreaterThanOrEqual(90);
  });

  it('with the same key is the one that was placed, charged once', async () => {
    const { order, charged, call } = await shop();
    const first = await order(acme, 'one');
    expect((await order(acme, 'one')).json).toEqual(first.json);
    expect((await order(only('get-acme.com'), 'one')).json.order.id).toBe(1);
    expect(charged()).toEqual([12.5]);
    expect((await order(only('get-acme.org'), 'two')).json.order.id).toBe(2);
    expect(charged()).toEqual([12.5, 11]);
    expect((await call('GET', '/dfy/orders')).json.total).toBe(2);
  });

  it('is there although its answer was lost', async () => {
    const { order, charged } = await shop();
    expect((await order(only('lost-answer.com'), 'one')).status).toBe(502);
    expect((await order(only('lost-answer.com'), 'one')).json.order).toMatchObject({
      id: 1,
      status: 'created',
    });
    expect(charged()).toEqual([12.5]);
  });

  it('that buys again what a live order has bought is refused with that order', async () => {
    const { order, charged, open } = await shop();
    await order(acme);
    for (const [body, key] of [
      [acme],
      [only('ACME-mail.com')],
      [{ ...only('get-acme.com'), mailboxes: [anna] }],
      [acme, 'new'],
    ] as const) {
      const refused = await order(body, key);
      expect([refused.status, refused.json.existingOrderId]).toEqual([409, 1]);
      expect(refused.json.error).toContain('acme-mail.com');
    }
    expect(charged()).toEqual([12.5]);
    // What came to nothing can be bought again.
    await order(only('order-fails.com'));
    expect((await order(only('order-fails.com'))).status).toBe(409);
    await open.advance(3 * hour);
    expect((await order(only('order-fails.com'))).status).toBe(202);
  });

  it('adds mailboxes to a domain that was bought before', async () => {
    const { order } = await shop();
    await order(acme);
    const ben = { ...anna, firstName: 'Ben', username: 'ben' };
    expect((await order({ ...only('get-acme.com'), mailboxes: [ben] })).status).toBe(202);
  });

  it.each([
    ['order-fails.com', ['created', 'processing', 'failed']],
    ['order-canceled.com', ['created', 'canceled']],
    ['order-approval.com', ['created', 'pending_approval', 'processing', 'completed']],
    ['order-partial.com', ['created', 'processing', 'partially_completed']],
  ])('of %s goes %j', async (name, states) => {
    const { order, get, open, call } = await shop();
    const mailboxes = [{ ...anna, domainName: name }, anna];
    await order({ ...only(name, 'acme-mail.com'), mailboxes });
    const seen: string[] = [];
    for (let minutes = 0; minutes < 20 * 60; minutes++) {
      const { status } = await get(1);
      if (seen.at(-1) !== status) seen.push(status);
      await open.advance(60_000);
    }
    expect(seen).toEqual(states);
    const end = await get(1);
    const bad = ['failed', 'canceled', 'partially_completed'].includes(end.status);
    expect(end.failureReason !== '').toBe(bad);
    expect(end.completedAt !== null).toBe(end.status.endsWith('completed'));
    const provided = end.mailboxes.filter(
      ({ senderEmailId }: { senderEmailId: number | null }) => senderEmailId !== null,
    );
    expect(provided).toHaveLength(
      end.status === 'completed' ? 2 : end.status === 'partially_completed' ? 1 : 0,
    );
    expect((await call('GET', '/sender-emails?limit=200')).json.total).toBe(6 + provided.length);
  });

  it('counts in the report unless it came to nothing', async () => {
    const { order, open, call, charged } = await shop();
    const spend = async (query = '') => (await call('GET', `/reports/outcomes?${query}`)).json.spend;
    await order(acme);
    await order(only('order-fails.com', 'get-acme.org'));
    await order(only('order-canceled.com'));
    expect(await spend()).toMatchObject({ dfyOrders: 3, dfyOrdersUsd: 48.5, totalUsd: 48.5 });
    await open.advance(3 * hour);
    expect(await spend()).toMatchObject({ dfyOrders: 1, dfyOrdersUsd: 12.5, creditsUsd: 0, totalUsd: 12.5 });
    expect(await spend('until=2026-03-02')).toMatchObject({ dfyOrders: 0, dfyOrdersUsd: 0 });
    expect(await spend('since=2026-03-02')).toMatchObject({ dfyOrders: 1 });
    expect(charged()).toEqual([12.5, 0, 0]);
  });

  it.each([
    ['nothing', { domains: [] }, 'domains'],
    ['a taken name', only('acme.com'), 'domains.0.domainName'],
    ['another ending', only('acme-mail.com', 'acme-mail.io'), 'domains.1.domainName'],
    [
      'a mailbox elsewhere',
      { ...acme, mailboxes: [{ ...anna, domainName: 'get-acme.com' }] },
      'mailboxes.0.domainName',
    ],
    ['no mailbox name', { ...acme, mailboxes: [{ ...anna, username: 'an na' }] }, 'mailboxes.0.username'],
    ['a nameless person', { ...acme, mailboxes: [{ ...anna, lastName: '' }] }, 'mailboxes.0.lastName'],
    ['a field that is none', { ...acme, coupon: 'x' }, 'coupon'],
  ])('of %s is refused', async (_, body, field) => {
    const { order, charged } = await shop();
    const refused = await order(body);
    expect([refused.status, refused.json.field]).toEqual([400, field]);
    expect(charged()).toEqual([]);
  });

  it('of the same name twice is refused', async () => {
    const { order } = await shop();
    expect((await order(only('acme-mail.com', 'acme-mail.com'))).status).toBe(400);
    expect((await order({ ...acme, mailboxes: [anna, { ...anna, username: 'ANNA' }] })).status).toBe(400);
  });

  it.each([
    ['has_card = 0', 'billing_required'],
    ['has_subscription = 0', 'billing_required'],
    ["purchase_outcome = 'payment_failed'", 'payment_failed'],
  ])('with %s answers 402 %s and charges nothing', async (state, code) => {
    const { order, run, charged, call } = await shop();
    run(`UPDATE workspace SET ${state}`);
    const refused = await order(acme);
    expect([refused.status, refused.json.code]).toEqual([402, code]);
    expect(charged()).toEqual([]);
    expect((await call('GET', '/dfy/orders')).json.total).toBe(0);
  });

  it('answers 502 where the registrar does not, and 400 to a key that is too long', async () => {
    const { order, charged } = await shop();
    expect((await order(only('acme-mail.com', 'registrar-down.com'))).status).toBe(502);
    expect((await order(acme, 'k'.repeat(256))).status).toBe(400);
    expect(charged()).toEqual([]);
    expect((await order(acme, 'k'.repeat(255))).status).toBe(202);
  });

  it('belongs to its workspace, and keys do not reach beyond it', async () => {
    const { order, run, call, rows } = await shop();
    const other = run(
      "INSERT INTO workspace (name, plan, contact_cap, has_subscription, has_card) VALUES ('Other', 'growth', 10, 1, 1)",
    );
    await order(acme, 'one');
    run('UPDATE dfy_order SET workspace_id = ?', other);
    expect((await call('GET', '/dfy/orders/1')).status).toBe(404);
    expect((await call('GET', '/dfy/orders/99')).status).toBe(404);
    expect((await call('GET', '/dfy/orders')).json).toEqual({ orders: [], total: 0 });
    expect((await call('GET', '/dfy/domains/check?domain=acme-mail.com')).json.available).toBe(false);
    expect((await order(only('get-acme.com'), 'one')).json.order.id).toBe(2);
    expect(rows('SELECT * FROM dfy_order')).toHaveLength(2);
  });

  it('is listed newest first, and read but not placed with a read-only key', async () => {
    const { order, call } = await shop();
    for (const name of ['acme-mail.com', 'get-acme.com', 'try-acme.com']) await order(only(name));
    const page = (await call('GET', '/dfy/orders?limit=2', undefined, readOnly)).json;
    expect([page.total, page.orders.map(({ id }: { id: number }) => id)]).toEqual([3, [3, 2]]);
    expect((await call('GET', '/dfy/orders?limit=2&page=2')).json.orders).toMatchObject([{ id: 1 }]);
    expect((await call('POST', '/dfy/orders', only('get-acme.org'), readOnly)).status).toBe(403);
    expect((await call('GET', '/dfy/orders?limit=201')).status).toBe(400);
  });
});
