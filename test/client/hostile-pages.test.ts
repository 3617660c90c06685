import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../src/client/api/api.ts';
import { pagesOf } from '../../src/client/lists/pages.ts';
import { type AnyInput, type AnyOperation, documented, read } from '../../src/contract/operation.ts';
import { shown } from '../../src/contract/schema/answer-shape.ts';
import { record, unknown } from '../../src/contract/schema/schema.ts';
import { runs } from '../sweep/slice.ts';

type Item = { readonly id: number };

const size = 25;
const list: AnyOperation = {
  ...read({
    summary: 'List things',
    route: documented('GET', '/x'),
    answer: shown('closed'),
    response: record({ all: unknown() }),
    paging: { kind: 'page-hasMore', items: 'leads', default: size, max: size },
  }),
  id: 'x.list',
};

const items = (count: number): Item[] => Array.from({ length: count }, (_, at) => ({ id: at + 1 }));
const pageCount = (total: number) => Math.max(1, Math.ceil(total / size));

/** How a service tells the total of its list, by the number of the read from 0; null: it does not. */
const totals: Readonly<Record<string, (real: number, nth: number) => number | null>> = {
  true: (real) => real,
  'flipping by one': (real, nth) => real - (nth % 2),
  'flipping by a page': (real, nth) => real - (nth % 2) * size,
  'falling always': (real, nth) => Math.max(0, real - nth),
  'falling by pages': (real, nth) => Math.max(0, real - nth * size),
  'rising always': (real, nth) => real + nth,
  'rising by pages': (real, nth) => real + nth * size,
  'first a billion': (real, nth) => (nth === 0 ? 1e9 : real),
  'a billion': () => 1e9,
  'a billion every other time': (real, nth) => (nth % 2 === 0 ? real : 1e9),
  'a billion first, every other time': (real, nth) => (nth % 2 === 0 ? 1e9 : real),
  'a billion and one less': (_, nth) => 1e9 - (nth % 2),
  infinite: () => Number.POSITIVE_INFINITY,
  negative: () => -1,
  missing: () => null,
  'missing every other time': (real, nth) => (nth % 2 === 0 ? real : null),
  zero: () => 0,
};

/** Which page comes in the place of the one that was asked for; null: an empty one. */
const pages: Readonly<Record<string, (page: number, nth: number) => number | null>> = {
  'as asked': (page) => page,
  'the first for ever': () => 1,
  'two in turns': (_, nth) => (nth % 2) + 1,
  'an empty one in the middle': (page) => (page === 2 ? null : page),
  'an empty one every third time': (page, nth) => (nth % 3 === 2 ? null : page),
};

const flags = { true: 'true', 'more for ever': true, 'never more': false, none: undefined } as const;

interface Hostile {
  readonly real: number;
  readonly total: string;
  readonly page: string;
  readonly flag: keyof typeof flags;
  readonly asItComes: boolean;
}

const hostile: fc.Arbitrary<Hostile> = fc.record({
  real: fc.oneof(fc.nat({ max: 300 }), fc.constantFrom(0, 25, 50, 250)),
  total: fc.constantFrom(...Object.keys(totals)),
  page: fc.constantFrom(...Object.keys(pages)),
  flag: fc.constantFrom(...(Object.keys(flags) as (keyof typeof flags)[])),
  asItComes: fc.boolean(),
});

async function readAll({ real, total, page, flag, asItComes }: Hostile, most: number) {
  const all = items(real);
  const told: (number | null)[] = [];
  const call = async (_: AnyOperation, { query }: AnyInput) => {
    const nth = told.length;
    if (nth > most) throw new Error(`read ${nth} times`);
    const asked = Number(query?.page);
    const given = pages[page]?.(asked, nth) ?? null;
    const leads = given === null ? [] : all.slice((given - 1) * size, given * size);
    told.push(totals[total]?.(real, nth) ?? null);
    const hasMore = flags[flag] === 'true' ? asked * size < real : flags[flag];
    return { leads, total: told.at(-1), page: asked, limit: size, hasMore };
  };
  const changes: number[][] = [];
  const options = { pageSize: size, asItComes, changed: (...both: number[]) => void changes.push(both) };
  const given: Page<Item>[] = [];
  for await (const one of pagesOf(call, list, {}, options)) given.push(one as Page<Item>);
  return { given, all, told, changes, ids: given.flatMap((one) => one.items.map(({ id }) => id)) };
}

/** The reads that are allowed again and again, and then to the end; two more show that nothing new comes. */
const bound = (first: number, real: number, told: number) =>
  2 * pageCount(first) + 5 + Math.min(pageCount(told), pageCount(real)) + 2;

describe('a list whose service lies', () => {
  it('ends, and gives no item twice', { tags: 'slow' }, async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (service) => {
        const known = totals[service.total]?.(service.real, 0) ?? null;
        const first = known !== null && Number.isFinite(known) && known >= 0 ? known : service.real;
        const most = Math.min(bound(first, service.real, 1e9), 100);
        const { ids } = await readAll(service, most);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: runs(6000) },
    );
  });

  it('gives every item of a list that stays still once, whatever its totals and flags are', {
    tags: 'slow',
  }, async () => {
    const telling = Object.keys(totals).filter(
      (name) => !['zero', 'negative', 'infinite', 'missing'].includes(name),
    );
    const still = fc.tuple(hostile, fc.constantFrom(...telling)).map(([service, total]) => ({
      ...service,
      total,
      page: 'as asked',
      // What ends a list without a total is the flag alone.
      flag: service.flag === 'never more' ? ('true' as const) : service.flag,
    }));
    await fc.assert(
      fc.asyncProperty(still, async (service) => {
        const { ids, all } = await readAll(service, 200);
        expect([...ids].sort((a, b) => a - b)).toEqual(all.map(({ id }) => id));
        if (!service.asItComes) expect(ids).toEqual(all.map(({ id }) => id));
      }),
      { numRuns: runs(6000) },
    );
  });

  it('is never called whole where items are missing that it counts', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (service) => {
        const { ids, given, told } = await readAll(service, 200);
        const least = Math.min(...told.filter((total) => total !== null && total >= 0).map(Number));
        if (Number.isFinite(least) && ids.length < least) expect(given.at(-1)?.hasMore).toBe(true);
      }),
      { numRuns: runs(6000) },
    );
  });

  it.each([
    ['flipping by one', 60, [60, 59]],
    ['falling always', 60, [60, 52]],
    ['rising always', 60, [60, 62]],
    ['a billion every other time', 60, [60, 1e9]],
  ])('tells once of totals that are %s, and of none that are true', async (total, real, told) => {
    const service = { real, total, page: 'as asked', flag: 'true', asItComes: false } as const;
    const { changes, given } = await readAll(service, 40);
    expect(changes).toHaveLength(1);
    expect(changes[0]?.[0]).toBe(told[0]);
    expect(given.flatMap((page) => page.items)).toHaveLength(real);
    expect((await readAll({ ...service, total: 'true' }, 40)).changes).toEqual([]);
  });

  it('reads at most twice its pages and five before it goes on to the end', async () => {
    const flipping = {
      real: 250,
      total: 'flipping by one',
      page: 'as asked',
      flag: 'true',
      asItComes: false,
    } as const;
    const { told, given } = await readAll(flipping, 1000);
    expect(told.length).toBeLessThanOrEqual(2 * 10 + 5 + 10);
    expect(given.at(-1)?.hasMore).toBe(false);
  });

  it('does not let an item of a later page wait where they are taken as they come', async () => {
    const flipping = {
      real: 50,
      total: 'flipping by one',
      page: 'as asked',
      flag: 'true',
      asItComes: true,
    } as const;
    const { given } = await readAll(flipping, 1000);
    expect(given.slice(0, 2).map(({ page }) => page)).toEqual([1, 2]);
  });
});

it('calls a list incomplete in which a repeat is in the place of an item, though the total is right', async () => {
  const all = items(50);
  const call = async (_: AnyOperation, { query }: AnyInput) => {
    const page = Number(query?.page);
    const leads = page === 1 ? all.slice(0, 25) : [...all.slice(25, 49), all[3]];
    return { leads, total: 50, page, limit: size, hasMore: page < 2 };
  };
  const given: Page<Item>[] = [];
  for await (const one of pagesOf(call, list, {}, { pageSize: size })) given.push(one as Page<Item>);
  expect(given.flatMap((one) => one.items)).toHaveLength(49);
  expect(given.at(-1)?.hasMore).toBe(true);
});
