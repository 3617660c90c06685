import { grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import type { Page } from '../../client/api/api.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import { type Columns, sortOrder } from '../answer/sort-order.ts';
import type { Filter, Screen, Surroundings } from '../declare/command.ts';
import type { Keeps, Sieve } from '../declare/listing.ts';
import { type AnyColumn, cellIn } from '../declare/view.ts';
import { toTheEnd } from './find-in-pages.ts';

/** A filter of ours, and what the line gives for it. */
export type ChosenFilter = readonly [filter: Filter<unknown, unknown>, wanted: unknown];

export interface ListParts {
  readonly context: Surroundings;
  readonly filters: readonly ChosenFilter[];
  /** Of the command, for a sort by what one of them shows. */
  readonly columns: Columns;
}

/** A list that is filtered or sorted here. Throws `usage` for a sort that would see one page alone. */
export async function* narrowedList(
  { context, filters, columns }: ListParts,
  operation: AnyOperation,
  input: AnyInput,
): AsyncGenerator<Page<unknown>> {
  const { globals } = context.screen;
  const { page = 1, limit, all, sort } = globals;
  // To sort one page of many would show neither the first ones nor the last.
  if (sort !== undefined && !all && limit === undefined && filters.length === 0)
    throw new Failure('contradicting_options', '--sort orders the whole list, and this line reads one page', {
      hint: 'Add --all, or --limit for the first ones of all.',
    });
  const size = all ? undefined : (limit ?? operation.paging?.default ?? 50);
  const order = sort === undefined ? undefined : sortOrder(sort, columns);
  const sieves = await Promise.all(filters.map((filter) => sieveOf(filter, context)));
  const read = context.service.api.pages(operation, input, {});
  const pages = withProgress(all ? toTheEnd(operation, read) : read, context.screen);
  yield* narrowed(pages, { sieves, order, page, size });
}

function sieveOf(
  [filter, wanted]: ChosenFilter,
  context: Surroundings,
): Sieve<unknown> | Promise<Sieve<unknown>> {
  if (typeof filter === 'function') return filter(wanted, context);
  if ('named' in filter) return idSieve(filter, String(wanted), context.service);
  if ('oneOf' in filter) {
    const words = new Set(Array.isArray(wanted) ? wanted : [wanted]);
    return (item) => words.has(cellIn(item, ['', filter.oneOf as AnyColumn[1]]));
  }
  if ('containing' in filter) {
    const sought = String(wanted).trim().toLowerCase();
    return (item) =>
      cellIn(item, ['', filter.containing])?.toString().toLowerCase().includes(sought) ?? false;
  }
  // What has no time is NaN, and so is neither before nor after another one.
  const limit = Date.parse(String(wanted));
  if ('upTo' in filter) return (item) => timeIn(item, filter.upTo) <= limit;
  const { from } = filter;
  return { keeps: (item) => timeIn(item, from) >= limit, behind: (item) => timeIn(item, from) < limit };
}

async function idSieve(
  { is, named }: { readonly is: string; readonly named: 'lead' | 'campaign' },
  wanted: string,
  { find }: Pick<Surroundings['service'], 'find'>,
): Promise<Sieve<unknown>> {
  const id = String(await find[named](wanted));
  return (item) => String(cellIn(item, ['', is])) === id;
}

const timeIn = (item: unknown, value: AnyColumn[1]): number => Date.parse(String(cellIn(item, ['', value])));

/** A person sees how far the reading is, where another page takes its time. */
async function* withProgress<T>(pages: AsyncIterable<Page<T>>, screen: Screen): AsyncGenerator<Page<T>> {
  const reader = pages[Symbol.asyncIterator]();
  const next = () => reader.next();
  let [read, label] = [0, ''];
  for (;;) {
    const { value, done } =
      screen.isForPeople && label !== '' ? await screen.progress(label, next) : await next();
    if (done) return;
    const { items, total, hasMore } = value;
    read += items.length;
    label = hasMore ? `Looked at ${grouped(read)}${total === null ? '' : ` of ${grouped(total)}`}` : '';
    yield value;
  }
}

interface Narrowing<T> {
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
    // A whole page behind what is looked for, so that one item out of its order ends nothing.
    const isBehind = sieves.some((sieve) => 'behind' in sieve && items.every((item) => sieve.behind(item)));
    if (items.length > 0 && isBehind) {
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
  const tests = sieves.flatMap((sieve): Keeps<T>[] => {
    if (typeof sieve === 'function') return [sieve];
    return 'keeps' in sieve ? [sieve.keeps] : [];
  });
  // Each sieve sees each item: one may remember what it saw.
  const kept = items.filter((item) => tests.map((keeps) => keeps(item)).every(Boolean));
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
