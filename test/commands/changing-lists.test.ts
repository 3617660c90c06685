import { describe, expect, it } from 'vitest';
import type { WireRequest } from '../../src/contract/wire.ts';
import { baseUrl, liveKey, liveWorld } from './live-service.ts';

/** A service that counts one item more or less at every other read, as two replicas do. */

const env = { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl };
const count = 250;

/** The last of the list runs, on the second page; of the first page four do. */
const campaigns = Array.from({ length: count }, (_, at) => ({
  id: at + 1,
  name: `Campaign ${at + 1}`,
  status: [1, 2, 3, 4, count].includes(at + 1) ? 'running' : 'completed',
}));
const leads = Array.from({ length: count }, (_, at) => ({ id: at + 1, email: `lead${at + 1}@acme.example` }));

async function flipping(total: (nth: number) => number = (nth) => count - (nth % 2)) {
  let reads = 0;
  const paused = new Set<string>();
  const listed = (name: string, all: readonly object[], { query }: WireRequest) => {
    const { page = '1', limit = '20' } = Object.fromEntries(query);
    const items = all.slice((Number(page) - 1) * Number(limit), Number(page) * Number(limit));
    const hasMore = Number(page) * Number(limit) < all.length;
    if (reads > 100) throw new Error('it is read for ever');
    return { [name]: items, total: total(reads++), page: Number(page), limit: Number(limit), hasMore };
  };
  const answer = (request: WireRequest): object | undefined => {
    const { method, path } = request;
    if (method === 'GET' && path === '/leads') return listed('leads', leads, request);
    if (method === 'GET' && path === '/campaigns') return listed('campaigns', campaigns, request);
    const [, id = ''] = /^\/campaigns\/(\d+)\/pause$/.exec(path) ?? [];
    if (id === '') return undefined;
    paused.add(id);
    return { campaign: { id: Number(id), name: `Campaign ${id}`, status: 'paused' }, message: 'Paused' };
  };
  const world = await liveWorld({
    env,
    answer: (request) => {
      const body = answer(request);
      return body && { body: JSON.stringify(body) };
    },
  });
  return { world, paused, reads: () => reads };
}

const changed = /The list changed while it was read \(List [^)]*\): its total was 250, then 249/;

describe('a list whose total flips by one', () => {
  it('is paused to its last campaign, once each, with one warning', async () => {
    const { world, paused, reads } = await flipping();
    const run = await world.outreach('campaigns pause --all --json');
    expect([run.exit, [...paused]]).toEqual([0, ['1', '2', '3', '4', '250']]);
    expect(run.json().items).toHaveLength(5);
    expect(reads()).toBeLessThanOrEqual(11);
    const warnings = run.err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(warnings).toEqual([
      { warning: expect.stringMatching(changed), code: 'list_changed' },
      { warning: expect.stringContaining('Can still go out: ') },
    ]);
    // Those of a later page do not wait until the first is read again.
    const order = world.sent.map(({ method, path }) => `${method} ${path}`);
    expect(order.indexOf('POST /campaigns/250/pause')).toBeLessThan(order.lastIndexOf('GET /campaigns'));
  });

  it.each([
    ['leads list --all --ndjson'],
    ['leads export --ndjson'],
    ['leads export --output out.ndjson --json'],
  ])('is whole: %s', async (line) => {
    const { world, reads } = await flipping();
    const run = await world.outreach(line);
    expect([run.exit, reads()]).toEqual([0, expect.toSatisfy((value: number) => value <= 11)]);
    expect(run.err).toMatch(changed);
    if (line.includes('--output')) return expect(run.json()).toMatchObject({ leads: count });
    const ids = run.out
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text).id);
    expect(ids).toEqual(leads.map(({ id }) => id));
  });

  it('finds a campaign by its name on the last page', async () => {
    const { world, reads } = await flipping();
    const run = await world.outreach(['campaigns', 'resume', 'Campaign 250', '--dry-run', '--json']);
    expect(run.err).toMatch(changed);
    expect(world.sent.some(({ path }) => path === '/campaigns/250')).toBe(true);
    expect(reads()).toBeLessThanOrEqual(60);
  });
});

describe('a list that says that it has more, and sends none of it', () => {
  const endless = () => flipping(() => 1000);

  it('ends pausing with 15, and what came is paused', async () => {
    const { world, paused } = await endless();
    const run = await world.outreach('campaigns pause --all --json');
    expect([run.exit, paused.size]).toEqual([15, 5]);
    expect(run.json().items.at(-1)).toMatchObject({ outcome: 'failed', error: { code: 'incomplete_list' } });
  });

  it.each(['leads list --all --json', 'leads list --all --status x --json', 'leads export --json'])(
    'ends with 15: %s',
    async (line) => {
      const { world } = await endless();
      const run = await world.outreach(line.replace(' --status x', ' --name lead'));
      expect(run.exit).toBe(15);
      expect(JSON.parse(run.err.trim().split('\n').at(-1) ?? '').error.code).toBe('incomplete_list');
    },
  );

  it('starts nothing by a name that another campaign may have too', { tags: 'slow' }, async () => {
    const { world } = await endless();
    const run = await world.outreach(['campaigns', 'resume', 'Campaign 250', '--yes', '--json']);
    const { error } = JSON.parse(run.err.trim().split('\n').at(-1) ?? '');
    expect([run.exit, error.code, error.hint]).toEqual([
      15,
      'incomplete_list',
      'Name the campaign by its id: 250.',
    ]);
    expect(world.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('is no list of which a person is known not to be blocked', async () => {
    const world = await liveWorld({
      env,
      answer: ({ path }) =>
        path === '/blocklist' ? { body: JSON.stringify({ items: [], totalCount: 7 }) } : undefined,
    });
    expect((await world.outreach('blocklist check ana@acme.example --json')).exit).toBe(15);
  });
});
