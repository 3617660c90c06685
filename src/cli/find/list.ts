import { Failure } from '../../base/errors.ts';
import type { Api, Page, PagesOptions } from '../../client/api/api.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { Context } from '../declare/command.ts';
import type { Globals } from '../declare/globals.ts';
import { Listing } from '../declare/listing.ts';

/**
 * A list as `--page`, `--limit` and `--all` ask for it: one page of the service's usual size where nothing is said;
 * `--limit` crosses pages, and beside `--page` it is the size of a page, too.
 */
export const createList = (api: () => Api, globals: Globals): Context['list'] =>
  ((operation: AnyOperation, input: AnyInput = {}) => {
    const { page = 1, limit, all } = globals;
    const { default: usual = 50, max = 50 } = operation.paging ?? {};
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

/** Throws `usage` where a list comes in one piece: asked for a later page, the service would send the first one again. */
export function refuseLaterPage({ paging }: AnyOperation, page = 1): void {
  if (page === 1 || (paging?.kind !== 'limit-only' && paging?.kind !== 'limit-count')) return;
  throw new Failure('no_pages', `--page ${page} is not there: the service gives this list in one piece`, {
    hint: `See more of it with --limit, ${paging.max} at most, or --all.`,
  });
}
