import { Failure } from '../../base/errors.ts';
import type { Page, PagesOptions } from '../../client/api/api.ts';
import { type AnyInput, type AnyOperation, isOnePiece } from '../../contract/operation.ts';
import type { AnyCommand, Filter, Service } from '../declare/command.ts';
import { Listing } from '../declare/listing.ts';
import { toTheEnd } from './find-in-pages.ts';
import type { ChosenFilter, ListParts } from './narrowed-list.ts';

/** Those of a command that the line gives. */
export const chosenFilters = (
  { filters = {} }: AnyCommand,
  values: Readonly<Record<string, unknown>>,
): ChosenFilter[] =>
  Object.entries(filters).flatMap(([name, filter]): ChosenFilter[] => {
    const wanted = values[name];
    return wanted === undefined || wanted === false ? [] : [[filter as Filter<unknown, unknown>, wanted]];
  });

/**
 * A list as `--page`, `--limit` and `--all` ask for it: one page of the service's usual size where nothing is said;
 * `--limit` crosses pages, and beside `--page` it is also the size of a page. With a filter of ours the same options
 * count the items that stay.
 */
export const createList = (parts: ListParts): Service['list'] =>
  ((operation: AnyOperation, input: AnyInput = {}) => {
    const { context, filters } = parts;
    const { api } = context.service;
    const { page = 1, limit, all, sort } = context.screen.globals;
    if (filters.length > 0 || sort !== undefined) return new Listing(narrowedHere(parts, operation, input));
    const { default: usual = 50, max = 50 } = operation.paging ?? {};
    refuseLaterPage(operation, page);
    if (all) return new Listing(toTheEnd(operation, api.pages(operation, input, {})));
    if (limit === undefined)
      return new Listing(single(() => api.page(operation, input, { page, pageSize: usual })));
    const options: PagesOptions = { page, limit, pageSize: Math.min(limit, max) };
    return new Listing(api.pages(operation, input, options));
  }) as Service['list'];

async function* single<T>(fetch: () => Promise<Page<T>>): AsyncIterable<Page<T>> {
  yield await fetch();
}

async function* narrowedHere(...list: [ListParts, AnyOperation, AnyInput]): AsyncIterable<Page<unknown>> {
  yield* (await import('./narrowed-list.ts')).narrowedList(...list);
}

/** Throws `usage` where a list comes in one piece: asked for a later page, the service would send the first one again. */
export function refuseLaterPage({ paging }: AnyOperation, page = 1): void {
  if (page === 1 || paging === undefined || !isOnePiece(paging)) return;
  throw new Failure('no_pages', `there is no page ${page}: the service gives this list in one piece`, {
    hint: `For more items: --limit (at most ${paging.max}) or --all.`,
  });
}
