import { grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import type { Api, Page, PagesOptions } from '../../client/api/api.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { AnyCommand, Context, Filter } from '../declare/command.ts';
import type { Globals } from '../declare/globals.ts';
import { Listing, type Sieve } from '../declare/listing.ts';

/** One filter that was given on the line; it may have to read something first, such as the id of a campaign. */
export type ChosenFilter = (context: Context) => Sieve<unknown> | Promise<Sieve<unknown>>;

/** Those of its own filters that the line gives. */
export const chosenFilters = (
  { filters = {} }: AnyCommand,
  values: Readonly<Record<string, unknown>>,
): ChosenFilter[] =>
  Object.entries(filters).flatMap(([name, filter]) => {
    const wanted = values[name];
    return wanted === undefined || wanted === false
      ? []
      : [sieveOf(filter as Filter<unknown, unknown>, wanted)];
  });

function sieveOf(filter: Filter<unknown, unknown>, wanted: unknown): ChosenFilter {
  if (typeof filter === 'function') return (context) => filter(wanted, context);
  const sieve = plainSieve(filter, wanted);
  return () => sieve;
}

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

interface ListParts {
  api(): Api;
  context(): Context;
  readonly globals: Globals;
  readonly filters: readonly ChosenFilter[];
}

/**
 * A list as `--page`, `--limit` and `--all` ask for it: one page of the service's usual size where nothing is said;
 * `--limit` crosses pages, and beside `--page` it is the size of a page, too. With a filter of ours the same options
 * count the items that stay.
 */
export const createList = ({ api, context, globals, filters }: ListParts): Context['list'] =>
  ((operation: AnyOperation, input: AnyInput = {}) => {
    const { page = 1, limit, all, sort } = globals;
    const { default: usual = 50, max = 50 } = operation.paging ?? {};
    if (filters.length > 0 || sort !== undefined) {
      refuseLooseSort(globals, filters);
      const size = all ? undefined : (limit ?? usual);
      return new Listing(narrowedPages({ api, context, globals, filters }, operation, input, { page, size }));
    }
    refuseLaterPage(operation, page);
    if (all) return new Listing(api().pages(operation, input, {}));
    if (limit === undefined)
      return new Listing(single(() => api().page(operation, input, { page, pageSize: usual })));
    const options: PagesOptions = { page, limit, pageSize: Math.min(limit, max) };
    return new Listing(api().pages(operation, input, options));
  }) as Context['list'];

async function* single<T>(fetch: () => Promise<Page<T>>): AsyncIterable<Page<T>> {
  yield await fetch();
}

async function* narrowedPages(
  { api, context, globals: { sort }, filters }: ListParts,
  operation: AnyOperation,
  input: AnyInput,
  wanted: { page: number; size: number | undefined },
): AsyncGenerator<Page<unknown>> {
  const { narrowed } = await import('./narrowed.ts');
  const order = sort === undefined ? undefined : (await import('../answer/sort-order.ts')).sortOrder(sort);
  const sieves = await Promise.all(filters.map((filter) => filter(context())));
  const pages = api().pages(operation, input, {});
  yield* narrowed(withProgress(pages, context()), { sieves, order, ...wanted });
}

/** A person sees how far the reading is, where a page takes its time. */
async function* withProgress<T>(
  pages: AsyncIterable<Page<T>>,
  { isForPeople, progress }: Context,
): AsyncGenerator<Page<T>> {
  const reader = pages[Symbol.asyncIterator]();
  let [read, of] = [0, ''];
  const next = () => reader.next();
  for (;;) {
    const label = read === 0 ? 'Reading the list' : `Looked at ${grouped(read)}${of}`;
    const { value, done } = isForPeople ? await progress(label, next) : await next();
    if (done) return;
    read += value.items.length;
    of = value.total === null ? '' : ` of ${grouped(value.total)}`;
    yield value;
  }
}

/** To sort one page of many would show neither the first ones nor the last. */
function refuseLooseSort({ all, sort }: Globals, filters: readonly ChosenFilter[]): void {
  if (sort === undefined || all || filters.length > 0) return;
  throw new Failure('contradicting_options', '--sort orders the whole list, and this line reads one page', {
    hint: 'Add --all.',
  });
}

/** Throws `usage` where a list comes in one piece: asked for a later page, the service would send the first one again. */
export function refuseLaterPage({ paging }: AnyOperation, page = 1): void {
  if (page === 1 || (paging?.kind !== 'limit-only' && paging?.kind !== 'limit-count')) return;
  throw new Failure('no_pages', `--page ${page} is not there: the service gives this list in one piece`, {
    hint: `See more of it with --limit, ${paging.max} at most, or --all.`,
  });
}
