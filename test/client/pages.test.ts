import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PagesOptions } from '../../src/client/api/api.ts';
import { firstPage, pagesOf } from '../../src/client/lists/pages.ts';
import {
  type AnyInput,
  type AnyOperation,
  documented,
  type Paging,
  read,
} from '../../src/contract/operation.ts';
import { shown } from '../../src/contract/schema/answer-shape.ts';
import { record, unknown } from '../../src/contract/schema/schema.ts';

type Item = { id: number };
type Fields = Record<string, unknown>;

const kinds: Record<Paging['kind'], Paging> = {
  'page-hasMore': { kind: 'page-hasMore', items: 'leads', default: 20, max: 200 },
  'page-total': { kind: 'page-total', items: 'icps', default: 50, max: 200 },
  offset: { kind: 'offset', items: 'items', default: 100, max: 1000 },
  'page-size': { kind: 'page-size', items: 'results', default: 25, max: 200 },
  'limit-count': { kind: 'limit-count', items: 'runs', default: 50, max: 200 },
  'limit-only': { kind: 'limit-only', items: 'imports', default: 10, max: 50 },
  body: { kind: 'body', items: 'results', default: 25, max: 50, maxPage: 100 },
};
const onePaged = Object.values(kinds).filter(({ kind }) => kind.startsWith('limit-'));
const manyPaged = Object.values(kinds).filter(({ kind }) => !kind.startsWith('limit-'));

const operationOf = (paging: Paging): AnyOperation => ({
  ...read({
    summary: '',
    route: documented('GET', '/x'),
    answer: shown('closed'),
    response: record({ all: unknown() }),
    paging,
  }),
  id: `x.${paging.kind}`,
});

const items = (count: number, from = 1): Item[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at }));

/** The service's side of the seven kinds, over a list that may change between two requests. */
function service(paging: Paging, list: () => readonly Item[]) {
  const requests: Fields[] = [];
  const call = async (_: AnyOperation, input: AnyInput): Promise<Fields> => {
    const asked = (paging.kind === 'body' ? input.body : input.query) as Fields;
    requests.push(asked);
    const all = list();
    const size = Number(asked[{ 'page-size': 'size', body: 'pageSize' }[paging.kind as string] ?? 'limit']);
    if (size > paging.max || size < 1) throw new Error(`size ${size} is not allowed`);
    if (paging.kind === 'body' && size !== 25 && size !== 50) throw new Error(`size ${size} is not allowed`);
    const start = paging.kind === 'offset' ? Number(asked.offset) : (Number(asked.page ?? 1) - 1) * size;
    const page = all.slice(start, start + size);
    const more = start + size < all.length;
    const told: Fields = {
      'page-hasMore': { total: all.length, page: asked.page, limit: size, hasMore: more },
      'page-total': { total: all.length },
      offset: { totalCount: all.length },
      'page-size': { count: all.length, next: more ? 'https://x.example/?page=2' : null },
      'limit-count': { count: all.length },
      'limit-only': {},
      body: { page: asked.page, pageSize: size, maxPage: 100, total: all.length, hasMore: more },
    }[paging.kind];
    return { [paging.items]: page, ...told };
  };
  return { call, requests };
}

async function collect(
  paging: Paging,
  list: () => readonly Item[],
  options: PagesOptions = {},
  input: AnyInput = {},
) {
  const { call, requests } = service(paging, list);
  const pages = [];
  for await (const page of pagesOf(call, operationOf(paging), input, options)) pages.push(page);
  return { pages, requests, all: pages.flatMap((page) => page.items as Item[]) };
}

describe.each(manyPaged)('pages of kind $kind', (paging) => {
  it('lets a signal in between two pages, even where the service answers at once', async () => {
    const list = items(paging.max * 2);
    const { call } = service(paging, () => list);
    let came = false;
    for await (const { page } of pagesOf(call, operationOf(paging), {}, {})) {
      expect(came).toBe(page > 1);
      setImmediate(() => (came = true));
    }
  });

  it('brings everything, once, in order, with the largest pages', async () => {
    const list = items(paging.max * 2 + 7);
    const { all, pages, requests } = await collect(paging, () => list);
    expect(all).toEqual(list);
    expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, false]);
    expect(pages.map(({ page }) => page)).toEqual([1, 2, 3]);
    expect(pages.every(({ total, limit }) => total === list.length && limit === paging.max)).toBe(true);
    expect(requests).toHaveLength(3);
  });

  it('ends exactly where a page ends', async () => {
    const list = items(paging.max * 2);
    const { all, requests } = await collect(paging, () => list);
    expect(all).toEqual(list);
    expect(requests).toHaveLength(2);
  });

  it('gives one empty page for an empty list', async () => {
    const { pages } = await collect(paging, () => []);
    expect(pages).toEqual([{ items: [], total: 0, page: 1, limit: paging.max, hasMore: false }]);
  });

  it('stops at the limit, across pages, and says that there is more', async () => {
    const list = items(paging.max * 3);
    const { all, pages, requests } = await collect(paging, () => list, { limit: paging.max + 10 });
    expect(all).toEqual(list.slice(0, paging.max + 10));
    expect(requests).toHaveLength(2);
    expect(pages.at(-1)?.hasMore).toBe(true);
  });

  it('asks for no more than is needed', async () => {
    const { all, requests } = await collect(paging, () => items(500), { limit: 3 });
    expect(all).toEqual(items(3));
    expect(requests).toHaveLength(1);
    const size = requests[0]?.limit ?? requests[0]?.size ?? requests[0]?.pageSize;
    expect(size).toBe(paging.kind === 'body' ? 25 : 3);
  });

  it('starts at a later page', async () => {
    const list = items(200);
    const { all, pages } = await collect(paging, () => list, { page: 2, pageSize: 25, limit: 30 });
    expect(all).toEqual(list.slice(25, 55));
    expect(pages.map(({ page }) => page)).toEqual([2, 3]);
  });

  it('shows nothing twice when new items push the others onto later pages', async () => {
    let list = items(100);
    const { all } = await collect(
      paging,
      () => {
        const now = list;
        list = [...items(10, 10_000 - list.length * 10), ...list];
        return now;
      },
      { pageSize: 25 },
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.filter(({ id }) => id <= 100)).toEqual(items(100));
  });

  it.runIf(paging.kind !== 'body')('misses nothing when items are deleted above while it reads', async () => {
    let list = items(200);
    let asked = 0;
    const { all } = await collect(
      paging,
      () => {
        asked += 1;
        // What was read already goes: the rest slides up, once within a page and once over more than one.
        if (asked === 3) list = list.slice(10);
        if (asked === 6) list = list.slice(30);
        return list;
      },
      { pageSize: 25 },
    );
    expect(all).toEqual(items(200));
  });

  it('goes on after a page that brought nothing new but is another one', async () => {
    let list = items(100);
    let first = true;
    const { all } = await collect(
      paging,
      () => {
        const now = list;
        if (first) list = [...items(25, 5000), ...list];
        first = false;
        return now;
      },
      { pageSize: 25 },
    );
    expect(all).toEqual(items(100));
  });

  it('ends when the service sends the same page for ever', async () => {
    const { call } = service(paging, () => items(1000));
    let requests = 0;
    const stuck = async (operation: AnyOperation, input: AnyInput) => {
      if (++requests > 20) throw new Error('for ever');
      const first = paging.kind === 'offset' ? { offset: 0 } : { page: 1 };
      const changed =
        paging.kind === 'body'
          ? { ...input, body: { ...(input.body as Fields), ...first } }
          : { ...input, query: { ...input.query, ...first } };
      return call(operation, changed);
    };
    const all: unknown[] = [];
    for await (const page of pagesOf(stuck, operationOf(paging), {}, { pageSize: 25 }))
      all.push(...page.items);
    expect(all).toEqual(items(25));
    expect(requests).toBe(2);
  });

  it('ends when the service sends old pages in turns', async () => {
    let requests = 0;
    const turning = async () => {
      if (++requests > 20) throw new Error('for ever');
      const from = requests % 2 === 0 ? 26 : 1;
      return {
        [paging.items]: items(25, from),
        hasMore: true,
        total: 100_000,
        totalCount: 100_000,
        count: 100_000,
        next: 'x',
      };
    };
    const all: unknown[] = [];
    for await (const page of pagesOf(turning, operationOf(paging), {}, { pageSize: 25 }))
      all.push(...page.items);
    expect(all).toHaveLength(50);
    expect(requests).toBe(4);
  });

  it('shows nothing twice, however far new items push it', async () => {
    let list = items(4000);
    let asked = 0;
    const { all } = await collect(
      paging,
      () => {
        asked += 1;
        if (asked === 40) list = [...items(1900, 100_000), ...list];
        return list;
      },
      { pageSize: 50 },
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  it('ends on an empty page although more was promised', async () => {
    const empty = async () => ({
      [paging.items]: [],
      hasMore: true,
      total: 9,
      totalCount: 9,
      count: 9,
      next: 'x',
    });
    const pages = [];
    for await (const page of pagesOf(empty, operationOf(paging), {}, {})) pages.push(page);
    expect(pages).toHaveLength(1);
    expect(pages[0]?.hasMore).toBe(true);
  });

  it('keeps what else the call was asked', async () => {
    const input = paging.kind === 'body' ? { body: { filters: { q: 1 } } } : { query: { q: 'x' } };
    const { requests } = await collect(paging, () => items(3), {}, input);
    expect(requests[0]).toMatchObject(paging.kind === 'body' ? { filters: { q: 1 } } : { q: 'x' });
  });

  it('brings what there is, whatever the sizes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 300 }),
        fc.option(fc.integer({ min: 1, max: 320 }), { nil: undefined }),
        fc.constantFrom(25, 50),
        async (count, limit, pageSize) => {
          const list = items(count);
          const { all, pages } = await collect(paging, () => list, { pageSize, ...(limit && { limit }) });
          expect(all).toEqual(list.slice(0, limit));
          expect(pages.at(-1)?.hasMore).toBe(all.length < count);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe.each(onePaged)('pages of kind $kind', (paging) => {
  it('is one request, as large as needed', async () => {
    const { all, pages, requests } = await collect(paging, () => items(paging.max * 3));
    expect(all).toEqual(items(paging.max));
    expect(requests).toEqual([{ limit: paging.max }]);
    expect(pages[0]?.hasMore).toBe(true);
    expect(pages[0]?.total).toBe(paging.kind === 'limit-count' ? paging.max * 3 : null);
    expect((await collect(paging, () => items(20), { limit: 4 })).requests).toEqual([{ limit: 4 }]);
  });

  it('knows that a short page is the last', async () => {
    const { pages } = await collect(paging, () => items(3));
    expect(pages).toEqual([
      {
        items: items(3),
        total: paging.kind === 'limit-count' ? 3 : null,
        page: 1,
        limit: paging.max,
        hasMore: false,
      },
    ]);
  });
});

describe('odd lists', () => {
  it('a count that may be the count of the page is not taken for the total', async () => {
    const paging = kinds['limit-count'];
    const { pages } = await collect(paging, () => items(200));
    expect(pages[0]?.total).toBeNull();
  });

  it('items without an id are told apart by what they hold, imports by importId', async () => {
    const paging = kinds['page-total'];
    const answers = [
      {
        icps: [
          { a: 1, b: 2 },
          { importId: 5, x: 1 },
        ],
        total: 4,
      },
      { icps: [{ b: 2, a: 1 }, { importId: 5, x: 2 }, { a: 2 }], total: 4 },
    ];
    const call = async () => answers.shift() ?? { icps: [], total: 4 };
    const all: unknown[] = [];
    for await (const page of pagesOf(call, operationOf(paging), {}, { pageSize: 2 })) all.push(...page.items);
    expect(all).toEqual([{ a: 1, b: 2 }, { importId: 5, x: 1 }, { a: 2 }]);
  });

  it.each(Object.values(kinds).filter(({ kind }) => kind !== 'body' && kind !== 'limit-only'))(
    'five of a total of twelve are not all of them, whatever a list of kind $kind says',
    async (paging) => {
      const call = async (_: AnyOperation, { query }: AnyInput) => ({
        [paging.items]: Number(query?.page ?? 1) === 1 && !query?.offset ? items(5) : [],
        total: 12,
        totalCount: 12,
        count: 12,
        hasMore: false,
        next: null,
      });
      const pages = [];
      for await (const page of pagesOf(call, operationOf(paging), {}, {})) pages.push(page);
      expect(pages.map(({ items: { length }, hasMore }) => [length, hasMore])).toEqual([[5, true]]);
      expect((await firstPage(call, operationOf(paging), {}, {})).hasMore).toBe(true);
    },
  );

  it('half pages are not all, and what comes in meanwhile does not make a whole list one with a gap', async () => {
    const paging = kinds['page-hasMore'];
    const walk = async (of: readonly { readonly leads: Item[]; readonly total: number }[]) => {
      const call = async (_: AnyOperation, { query }: AnyInput) => {
        const page = Number(query?.page);
        return { leads: [], total: 0, ...of[page - 1], page, limit: 4, hasMore: page < of.length };
      };
      let last: { hasMore: boolean } | undefined;
      for await (last of pagesOf(call, operationOf(paging), {}, { pageSize: 4 }));
      return last?.hasMore;
    };
    expect(
      await walk([
        { leads: items(2), total: 8 },
        { leads: items(4, 5), total: 8 },
      ]),
    ).toBe(true);
    expect(
      await walk([
        { leads: items(4), total: 8 },
        { leads: items(4, 5), total: 8 },
      ]),
    ).toBe(false);
    expect(
      await walk([
        { leads: items(4), total: 7 },
        { leads: items(4, 4), total: 8 },
      ]),
    ).toBe(false);
  });

  it('a search stops at its deepest page and trusts hasMore above a total that is a lower bound', async () => {
    const paging: Paging = { ...kinds.body, maxPage: 3 } as Paging;
    const call = async (_: AnyOperation, input: AnyInput) => ({
      results: items(25, Number((input.body as Fields).page) * 100),
      hasMore: true,
      total: 10,
    });
    const pages = [];
    for await (const page of pagesOf(call, operationOf(paging), {}, { pageSize: 25 })) pages.push(page);
    expect(pages.map(({ page }) => page)).toEqual([1, 2, 3]);
  });

  it('a service that gives smaller pages than asked loses nothing', async () => {
    const paging = kinds['page-hasMore'];
    const list = items(250);
    const call = async (_: AnyOperation, input: AnyInput) => {
      const start = (Number(input.query?.page) - 1) * 100;
      const leads = list.slice(start, start + 100);
      return { leads, total: 250, page: input.query?.page, limit: 100, hasMore: start + 100 < 250 };
    };
    const all: unknown[] = [];
    for await (const page of pagesOf(call, operationOf(paging), {}, {})) all.push(...page.items);
    expect(all).toEqual(list);
  });
});

describe('one page', () => {
  it.each(Object.values(kinds))('of kind $kind is one request', async (paging) => {
    const { call, requests } = service(paging, () => items(300));
    const page = await firstPage(call, operationOf(paging), {}, { limit: 3 });
    expect(page.items).toEqual(items(3));
    expect(page.hasMore).toBe(true);
    expect(requests).toHaveLength(1);
    expect((await firstPage(call, operationOf(paging), {}, {})).items).toHaveLength(paging.default);
  });
});
