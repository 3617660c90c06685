// @module-tag slow
import { expect, it } from 'vitest';
import type { AnyOperation } from '../../src/contract/operation.ts';
import type { WireRequest } from '../../src/contract/wire.ts';
import { breaches, errorOf, liveWorld, online } from './live.ts';
import { samples } from './samples.ts';
import { operationBy, type Reply } from './service.ts';
import { modesOf } from './slice.ts';

/** Every command over lists of two pages whose service cannot say how long they are: it ends, and soon. */

const count = 230;

/** The total, by the number of the read from 1, and whether an empty page comes in its place. */
const modes: readonly {
  readonly name: string;
  total(nth: number): number | null;
  isEmpty?(nth: number): boolean;
}[] = [
  { name: 'flips by one', total: (nth) => count - (nth % 2) },
  { name: 'falls always', total: (nth) => Math.max(0, count - nth) },
  { name: 'rises always', total: (nth) => count + nth },
  { name: 'is a billion every other time', total: (nth) => (nth % 2 === 0 ? 1e9 : count) },
  { name: 'true', total: () => count },
  { name: 'is missing', total: () => null },
  { name: 'is a billion, with pages that repeat', total: () => 1e9 },
  { name: 'stands, with an empty page now and then', total: () => count, isEmpty: (nth) => nth % 3 === 2 },
];
type Mode = (typeof modes)[number];

/** The items of the sample, and more like the first of them. */
function itemsOf(operation: AnyOperation): readonly Record<string, unknown>[] {
  const list =
    (samples[operation.id] as Readonly<Record<string, Record<string, unknown>[]>>)[
      operation.paging?.items ?? ''
    ] ?? [];
  const [first = {}] = list;
  if (typeof first !== 'object') return list;
  const more = Array.from({ length: count - list.length }, (_, at) => ({
    ...first,
    id: 1000 + at,
    ...('status' in first && { status: 'completed' }),
    ...('finishedAt' in first && { finishedAt: '2026-03-01T00:00:00Z', importId: 1000 + at }),
  }));
  return [...list, ...more] as Record<string, unknown>[];
}

function pageOf(operation: AnyOperation, { query }: WireRequest, nth: number, mode: Mode): Reply | undefined {
  const { paging } = operation;
  if (paging === undefined || paging.kind === 'body') return undefined;
  const asked = Object.fromEntries(query);
  if (asked.email !== undefined) return undefined;
  const limit = Number(asked.limit ?? asked.size ?? paging.default);
  const from = asked.offset === undefined ? (Number(asked.page ?? 1) - 1) * limit : Number(asked.offset);
  const start = mode.name.includes('repeat') ? 0 : from;
  const items = mode.isEmpty?.(nth) ? [] : itemsOf(operation).slice(start, start + limit);
  const total = mode.total(nth);
  const counts = paging.kind === 'offset' ? { totalCount: total } : { total, count: total };
  const hasMore = mode.name.includes('repeat') || from + limit < count;
  const page = { page: Number(asked.page ?? 1), limit };
  return { body: JSON.stringify({ [paging.items]: items, ...counts, ...page, hasMore }) };
}

const reading = online.filter(({ operations }) =>
  operations.some((id) => operationBy(id).paging !== undefined),
);

it.each(reading.map((command, row) => ({ ...command, modes: modesOf(modes, row, 3) })))(
  'outreach $path reads lists that change to an end',
  async ({ path, words, modes: tried }) => {
    for (const mode of tried) {
      const { world, service } = await liveWorld();
      service.play((id, request, nth) => {
        if (nth > 400) throw new Error(`${path}: ${id} is read for ever where the total ${mode.name}`);
        return pageOf(operationBy(id), request, nth, mode);
      });
      const run = await world.outreach(`${path} ${words} --json`);

      expect([path, mode.name, breaches(run)]).toEqual([path, mode.name, []]);
      if (run.exit !== 0) expect([path, errorOf(run).code]).not.toEqual([path, 'defect']);
    }
  },
);
