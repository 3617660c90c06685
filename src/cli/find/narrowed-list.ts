import { grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import type { Page } from '../../client/api/api.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import { type Columns, sortOrder } from '../answer/sort-order.ts';
import type { Filter, Screen, Surroundings } from '../declare/command.ts';
import type { Globals } from '../declare/globals.ts';
import type { Sieve } from '../declare/listing.ts';
import { toTheEnd } from './find-in-pages.ts';
import { narrowed } from './narrowed.ts';

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
  refuseLooseSort(globals, filters);
  const { page = 1, limit, all, sort } = globals;
  const size = all ? undefined : (limit ?? operation.paging?.default ?? 50);
  const order = sort === undefined ? undefined : sortOrder(sort, columns);
  const sieves = await Promise.all(filters.map((filter) => sieveOf(filter, context)));
  const read = context.service.api.pages(operation, input, {});
  const pages = withProgress(all ? toTheEnd(operation, read) : read, context.screen);
  yield* narrowed(pages, { sieves, order, page, size });
}

const sieveOf = ([filter, wanted]: ChosenFilter, context: Surroundings) =>
  typeof filter === 'function' ? filter(wanted, context) : plainSieve(filter, wanted);

type PlainFilter = Exclude<Filter<unknown, unknown>, (...given: never) => unknown>;

function plainSieve(filter: PlainFilter, wanted: unknown): Sieve<unknown> {
  if ('oneOf' in filter) {
    const words = new Set(Array.isArray(wanted) ? wanted : [wanted]);
    return (item) => words.has(filter.oneOf(item));
  }
  if ('containing' in filter) {
    const sought = String(wanted).trim().toLowerCase();
    return (item) => filter.containing(item)?.toLowerCase().includes(sought) ?? false;
  }
  // What has no time is NaN, and so is neither before nor after another one.
  const limit = Date.parse(String(wanted));
  if ('upTo' in filter) return (item) => Date.parse(filter.upTo(item) ?? '') <= limit;
  const at = (item: unknown) => Date.parse(filter.from(item) ?? '');
  return { keeps: (item) => at(item) >= limit, behind: (item) => at(item) < limit };
}

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

/** To sort one page of many would show neither the first ones nor the last. */
function refuseLooseSort({ all, limit, sort }: Globals, filters: readonly ChosenFilter[]): void {
  if (sort === undefined || all || limit !== undefined || filters.length > 0) return;
  throw new Failure('contradicting_options', '--sort orders the whole list, and this line reads one page', {
    hint: 'Add --all, or --limit for the first ones of all.',
  });
}
