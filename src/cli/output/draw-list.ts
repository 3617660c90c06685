import type { Page } from '../../client/api/api.ts';
import type { World } from '../declare/world.ts';
import type { ListFormat, Summary } from './list-format.ts';
import type { Sink } from './text/sink.ts';

export interface Drawn extends Summary {
  /** How many items were written. */
  readonly count: number;
}

/** Gathers the pages first: when one of them fails, nothing was written. */
export async function drawWhole<T>(
  pages: AsyncIterable<Page<T>>,
  limit: number | undefined,
  ready: (items: readonly T[]) => Promise<ListFormat>,
  sink: Sink,
  world: Pick<World, 'signal'>,
): Promise<Drawn> {
  const items: T[] = [];
  let first: Page<T> | undefined;
  let last: Page<T> | undefined;
  for await (const page of pages) {
    first ??= page;
    last = page;
    for (const item of page.items) items.push(item);
  }
  const summary: Summary = {
    total: last?.total ?? null,
    page: first?.page ?? 1,
    limit: limit ?? first?.limit ?? 0,
    hasMore: last?.hasMore ?? false,
  };
  const format = await ready(items);
  await sink.writeAll(whole(format, items, summary), world);
  return { ...summary, count: items.length };
}

/** A list that is in memory. */
export function* whole(format: ListFormat, items: readonly unknown[], summary: Summary): Iterable<string> {
  yield* format.open(items);
  yield* format.items(items);
  yield* format.close(summary);
}

/**
 * Writes page by page, for lists of any length. A page that fails ends what was begun as a list that says of itself
 * that it is not complete, and the failure goes on to the caller. Stops asking when the reader has gone.
 */
export async function drawStream<T>(
  pages: AsyncIterable<Page<T>>,
  ready: (items: readonly T[]) => Promise<ListFormat>,
  sink: Sink,
  world: Pick<World, 'signal'>,
): Promise<Drawn> {
  let format: ListFormat | undefined;
  let count = 0;
  let total: number | null = null;
  let hasMore = false;
  const summary = (): Summary => ({ total, page: 1, limit: count, hasMore });
  try {
    for await (const page of pages) {
      if (!format) {
        format = await ready(page.items);
        await sink.writeAll(format.open(page.items), world);
      }
      await sink.writeAll(format.items(page.items), world);
      count += page.items.length;
      ({ total, hasMore } = page);
      if (sink.closed) return { ...summary(), count };
    }
  } catch (error) {
    if (format) await sink.writeAll(format.close({ ...summary(), hasMore: true, complete: false }));
    throw error;
  }
  if (!format) {
    format = await ready([]);
    await sink.writeAll(format.open([]), world);
  }
  // Where everything was drawn from the first page on, the items are counted, not guessed.
  total ??= hasMore ? null : count;
  await sink.writeAll(format.close(summary()), world);
  return { ...summary(), count };
}
