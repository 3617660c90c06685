import type { Page } from '../../client/api/api.ts';
import type { Keeps, Sieve } from '../declare/listing.ts';

export interface Narrowing<T> {
  readonly sieves: readonly Sieve<T>[];
  readonly order: ((a: T, b: T) => number) | undefined;
  /** Which page of the items that stay, from 1, and how many are on one: everything where it is undefined. */
  readonly page: number;
  readonly size: number | undefined;
}

/**
 * The items of a list that stay, page by page as they are read; with an order, in one piece. Reads on until the page is
 * full and one more is found, so that `hasMore` is known. The total is counted where the whole list was read, else null.
 */
export async function* narrowed<T>(
  pages: AsyncIterable<Page<T>>,
  { sieves, order, page, size }: Narrowing<T>,
): AsyncGenerator<Page<T>> {
  const limit = size ?? Number.POSITIVE_INFINITY;
  const [from, to] = [(page - 1) * (size ?? 0), page * limit];
  const waiting: T[] = [];
  let [found, unread, read] = [0, false, 0];
  const given = (items: T[], total: number | null, hasMore: boolean): Page<T> => {
    read += items.length;
    return { items, total, page, limit: size ?? read, hasMore };
  };
  for await (const { items, hasMore } of pages) {
    const staying = await stayingOf(items, sieves, order ? Number.POSITIVE_INFINITY : to - found);
    unread = hasMore;
    if (order) {
      for (const item of staying) waiting.push(item);
    } else {
      const shown = staying.slice(Math.max(0, from - found), Math.max(0, to - found));
      found += staying.length;
      if (shown.length > 0) yield given(shown, null, true);
      // What was given last says already that there is more.
      if (found > to) return;
    }
    if (isOver(sieves, items)) {
      unread = false;
      break;
    }
  }
  if (!order) return yield given([], unread ? null : found, unread);
  const total = unread ? null : waiting.length;
  yield given(waiting.sort(order).slice(from, to), total, unread || waiting.length > to);
}

/** One more than `most` at most, where each costs a call. */
async function stayingOf<T>(items: readonly T[], sieves: readonly Sieve<T>[], most: number): Promise<T[]> {
  const kept = items.filter(staysIn(sieves));
  const confirming = sieves.flatMap((sieve) => ('confirms' in sieve ? [sieve.confirms] : []));
  if (confirming.length === 0) return kept;
  const staying: T[] = [];
  for (const item of kept) {
    if (staying.length > most) break;
    let stays = true;
    for (const confirms of confirming) stays &&= await confirms(item);
    if (stays) staying.push(item);
  }
  return staying;
}

const keepsOf = <T>(sieve: Sieve<T>): Keeps<T> =>
  typeof sieve === 'function' ? sieve : 'keeps' in sieve ? sieve.keeps : () => true;

/** Each sieve sees each item: one may remember what it saw. */
const staysIn =
  <T>(sieves: readonly Sieve<T>[]) =>
  (item: T): boolean =>
    sieves.map((sieve) => keepsOf(sieve)(item)).every(Boolean);

/** A whole page behind what is looked for, so that one item out of its order ends nothing. */
const isOver = <T>(sieves: readonly Sieve<T>[], items: readonly T[]): boolean =>
  items.length > 0 && sieves.some((sieve) => 'behind' in sieve && items.every((item) => sieve.behind(item)));
