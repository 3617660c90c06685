import { Failure } from '../../base/errors.ts';
import type { Page } from '../../client/api/api.ts';
import { type AnyOperation, isOnePiece } from '../../contract/operation.ts';
import { endedEarly } from '../declare/listing.ts';

/** The pages of a list that decides something. Throws `incomplete_list` at the end where the service sent too few. */
export async function* whole<T>(pages: AsyncIterable<Page<T>>): AsyncGenerator<Page<T>> {
  let last: Page<T> | undefined;
  let count = 0;
  for await (const page of pages) {
    last = page;
    count += page.items.length;
    yield page;
  }
  if (last?.hasMore) throw new Failure('incomplete_list', endedEarly({ count, total: last.total }));
}

/** All pages of a list, for one that reads page by page; what comes in one piece may well have more behind it. */
export const toTheEnd = <T>(
  { paging }: AnyOperation,
  pages: AsyncIterable<Page<T>>,
): AsyncIterable<Page<T>> => (isOnePiece(paging) ? pages : whole(pages));

/** Every item of a list, or of those the wanted ones. Throws `incomplete_list` where some may be missing. */
export async function allIn<T>(pages: AsyncIterable<Page<T>>, isWanted?: (item: T) => boolean): Promise<T[]> {
  const found: T[] = [];
  for await (const { items } of whole(pages)) found.push(...(isWanted ? items.filter(isWanted) : items));
  return found;
}

/**
 * The item with this id out of a list, for records that the service shows in lists alone; undefined where it is not
 * listed. Reads page after page until it is found. Throws `incomplete_list` where it may be among what did not come.
 */
export async function findInPages<T extends { id?: unknown }>(
  pages: AsyncIterable<Page<T>>,
  id: number | bigint | string,
): Promise<T | undefined> {
  for await (const { items } of whole(pages)) {
    const found = items.find((item) => String(item.id) === String(id));
    if (found !== undefined) return found;
  }
  return undefined;
}
