import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/index.ts';
import type { Paging } from '../../src/contract/operation.ts';
import { newWorld, type TestWorld } from '../world.ts';

/** Every way the service pages, through a command that has to ask for several pages, or cannot. */

/** Counts down from the newest. */
const down = (from: number, to = 1) => Array.from({ length: from - to + 1 }, (_, index) => from - index);
const addresses = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `person${from + index}@lumen.example`);

async function paged() {
  const queries: Record<string, string>[] = [];
  const world = await newWorld({
    between: (next) => (request, signal) => {
      const { page, limit, offset, size, pageSize }: Record<string, unknown> = {
        ...Object.fromEntries(request.query),
        ...(request.path === '/lead-finder/searches' && JSON.parse(request.body ?? '{}')),
      };
      const named = Object.entries({ page, limit, offset, size, pageSize }).filter(
        ([, value]) => value !== undefined,
      );
      queries.push(Object.fromEntries(named.map(([name, value]) => [name, String(value)])));
      return next(request, signal);
    },
  });
  const list = async (line: string) => {
    queries.length = 0;
    const run = await world.outreach(`${line} --json`);
    expect({ exit: run.exit, err: run.err }).toMatchObject({ exit: 0 });
    return run.json();
  };
  return { world, queries, list };
}

async function mustSend(world: TestWorld, path: string, bodies: readonly unknown[]): Promise<void> {
  const { sandboxKey } = await import('../../src/contract/keys.ts');
  for (const body of bodies) {
    const answer = await world.sandbox.transport({
      method: 'POST',
      path,
      query: [],
      headers: { authorization: `Bearer ${sandboxKey}` },
      body: JSON.stringify(body),
    });
    expect(answer.status, answer.body).toBeLessThan(300);
  }
}

const ids = (items: { id: number }[]) => items.map(({ id }) => id);

const cases: { [K in Paging['kind']]: () => Promise<void> } = {
  async 'page-hasMore'() {
    const { world, queries, list } = await paged();
    await mustSend(world, '/leads', [{ leads: addresses(450).map((email) => ({ email })) }]);
    const { items, ...rest } = await list('leads list --all');
    expect(ids(items)).toEqual(down(450));
    expect(rest).toEqual({ total: 450, page: 1, limit: 450, hasMore: false });
    expect(queries).toEqual([1, 2, 3].map((page) => ({ page: `${page}`, limit: '200' })));
    expect(ids((await list('leads list --page 3')).items)).toEqual(down(410, 391));
    expect(ids((await list('leads list --limit 250')).items)).toEqual(down(450, 201));
    expect(queries).toHaveLength(2);
  },

  async 'page-total'() {
    const { world, queries, list } = await paged();
    await mustSend(
      world,
      '/icps',
      Array.from({ length: 230 }, (_, index) => ({ name: `Profile ${index}` })),
    );
    const { items, ...rest } = await list('icps list --all');
    expect(ids(items)).toEqual(down(230));
    expect(rest).toMatchObject({ total: 230, hasMore: false });
    expect(queries).toEqual([1, 2].map((page) => ({ page: `${page}`, limit: '200' })));
    const second = await list('icps list --page 2');
    expect(ids(second.items)).toEqual(down(180, 131));
    expect(second).toMatchObject({ total: 230, page: 2, limit: 50, hasMore: true });
    expect((await list('icps list --page 5')).hasMore).toBe(false);
  },

  async offset() {
    const { world, queries, list } = await paged();
    for (const from of [0, 1000, 2000])
      await mustSend(world, '/blocklist', [{ values: addresses(from === 2000 ? 300 : 1000, from) }]);
    const { items, ...rest } = await list('blocklist list --all');
    expect(new Set(ids(items)).size).toBe(2300);
    expect(rest).toMatchObject({ total: 2300, hasMore: false });
    expect(queries).toEqual([0, 1000, 2000].map((offset) => ({ offset: `${offset}`, limit: '1000' })));
    expect(ids((await list('blocklist list --page 3')).items)).toEqual(ids(items).slice(200, 300));
    expect(queries).toEqual([{ offset: '200', limit: '100' }]);
  },

  async 'page-size'() {
    const { world, queries, list } = await paged();
    await mustSend(world, '/email-verification/jobs', [{ emails: addresses(450) }]);
    await world.sandbox.advance(3_600_000);
    const { items, ...rest } = await list('verification jobs records 1 --all');
    expect(items.map(({ email }: { email: string }) => email)).toEqual(addresses(450));
    expect(rest).toMatchObject({ total: 450, hasMore: false });
    expect(queries).toEqual([1, 2, 3].map((page) => ({ page: `${page}`, size: '200' })));
    const second = await list('verification jobs records 1 --page 2');
    expect(second.items[0].email).toBe('person25@lumen.example');
    expect(second).toMatchObject({ total: 450, page: 2, limit: 25, hasMore: true });
  },

  async 'limit-count'() {
    const { world, queries, list } = await paged();
    const test = { senderEmailIds: [1], name: 'Autumn' };
    await mustSend(world, '/inbox-placement/tests', Array(60).fill(test));
    const usual = await list('placement runs');
    expect(ids(usual.items)).toEqual(down(60, 11));
    expect(usual).toMatchObject({ total: 60, limit: 50, hasMore: true });
    const all = await list('placement runs --all');
    expect(ids(all.items)).toEqual(down(60));
    expect(all).toMatchObject({ total: 60, hasMore: false });
    expect(queries).toEqual([{ limit: '200' }]);
  },

  async 'limit-only'() {
    const { world, queries, list } = await paged();
    await mustSend(world, '/campaigns', [{ name: 'Autumn' }]);
    for (let count = 0; count < 12; count++) {
      const filters = { countries: ['Germany'], seniorities: [['Director', 'Manager'][count % 2]] };
      await mustSend(world, '/lead-finder/imports', [{ campaignId: 1, mode: 'first_n', count: 1, filters }]);
      await world.sandbox.advance(600_000);
    }
    const importIds = ({ items }: { items: { importId: number }[] }) => items.map(({ importId }) => importId);
    const usual = await list('finder imports list');
    expect(importIds(usual)).toEqual(down(12, 3));
    expect(usual).toMatchObject({ total: null, limit: 10, hasMore: true });
    expect(importIds(await list('finder imports list --all'))).toEqual(down(12));
    expect(queries).toEqual([{ limit: '50' }]);
    expect(importIds(await list('finder imports list --limit 11'))).toEqual(down(12, 2));
  },

  async body() {
    const { queries, list } = await paged();
    const refs = ({ items }: { items: { ref: string }[] }) => items.map(({ ref }) => ref);
    const found = await list('finder search --country Germany --limit 120');
    expect(new Set(refs(found)).size).toBe(120);
    expect(found.hasMore).toBe(true);
    expect(queries.filter(({ pageSize }) => pageSize)).toEqual(
      [1, 2, 3].map((page) => ({ page: `${page}`, pageSize: '50' })),
    );
    expect(found.total).toBeGreaterThan(120);
    const second = await list('finder search --country Germany --page 2');
    expect(second.items.map(({ name }: { name: string }) => name)).toEqual(
      found.items.slice(25, 50).map(({ name }: { name: string }) => name),
    );
  },
};

describe('paging of the kind', () => {
  it.each(Object.entries(cases))(
    '%s is read page by page, without a gap and without a twin',
    async (_, check) => {
      await check();
    },
  );

  it('that has a limit alone has no second page, and says so', async () => {
    const { world } = await paged();
    for (const line of ['finder imports list', 'placement runs', 'dfy domains search acme']) {
      const run = await world.outreach(`${line} --page 2 --json`);
      expect(run.exit, line).toBe(2);
      expect(JSON.parse(run.err).error.message).toContain('page 2');
      expect(run.out).toBe('');
    }
  });

  it('is one of seven, and each of them is in use', () => {
    const used = new Set(operations.flatMap(({ paging }) => (paging ? [paging.kind] : [])));
    expect([...used].sort()).toEqual(Object.keys(cases).sort());
    expect(used.size).toBe(7);
  });
});

describe('a list that comes in one piece', () => {
  const hooks = ['EmailReply', 'EmailBounce', 'LeadCreated'];
  const hooked = async () => {
    const world = await newWorld();
    for (const type of hooks)
      await world.outreach(`webhooks create --url https://hooks.acme.example/${type} --type ${type}`);
    return world;
  };

  it('is given in pages of --limit, with what the whole list has', async () => {
    const world = await hooked();
    const whole = (await world.outreach('webhooks list --json')).json();
    expect(whole).toMatchObject({ total: 3, page: 1, limit: 3, hasMore: false });
    const first = await world.outreach('webhooks list --limit 2 --json');
    expect(first.json()).toEqual({
      items: whole.items.slice(0, 2),
      total: 3,
      page: 1,
      limit: 2,
      hasMore: true,
    });
    const second = (await world.outreach('webhooks list --limit 2 --page 2 --json')).json();
    expect(second).toEqual({ items: whole.items.slice(2), total: 3, page: 2, limit: 2, hasMore: false });
    expect((await world.outreach('webhooks list --all --json')).json().items).toHaveLength(3);
    expect((await world.outreach('webhooks list --limit 2')).err).toContain('2 of 3; --all for everything');
    expect(
      (await world.outreach('webhooks list --limit 2 --csv --fields type')).out.split('\r\n'),
    ).toHaveLength(4);
  });

  it.each([
    ['webhooks list --page 2', 'The list has 3 items'],
    ['webhooks list --limit 2 --page 3', 'The last one is 2'],
    ['journal list --page 2', 'there is no page 2'],
    ['profiles list --page 9 --limit 1', 'there is no page 9'],
  ])('has no other page: %s', async (line, said) => {
    const world = await hooked();
    const { exit, out, failure } = await world.outreach(line);
    expect([exit, out, failure?.code]).toEqual([2, '', 'no_pages']);
    expect(`${failure?.message}. ${failure?.hint}`.toLowerCase()).toContain(said.toLowerCase());
  });

  it.each([
    'workspaces list',
    'placement tests',
    'placement reputation',
    'budgets list',
    'approvals list',
    'profiles list',
    'sandbox fault list',
    'sandbox snapshot list',
    'journal list',
  ])('takes --page, --limit and --all: %s', async (line) => {
    const world = await newWorld();
    for (const options of ['--page 1 --limit 1', '--all']) {
      const { exit, json } = await world.outreach(`${line} ${options} --json`);
      expect([exit, json()]).toEqual([0, expect.objectContaining({ page: 1, items: expect.any(Array) })]);
    }
  });

  it('gives the journal page by page, the newest calls first', async () => {
    const world = await newWorld();
    for (const name of ['One', 'Two', 'Three']) await world.outreach(`campaigns create ${name}`);
    const [first, second] = [
      (await world.outreach('journal list --limit 2 --json')).json(),
      (await world.outreach('journal list --limit 2 --page 2 --json')).json(),
    ];
    expect([first.items.map(({ id }: { id: number }) => id), first.hasMore]).toEqual([[3, 2], true]);
    expect([
      second.items.map(({ id }: { id: number }) => id),
      second.page,
      second.total,
      second.hasMore,
    ]).toEqual([[1], 2, 3, false]);
  });
});
