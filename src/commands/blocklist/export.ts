import { command } from '../../cli/declare/command.ts';
import { Listing } from '../../cli/declare/listing.ts';
import { opt } from '../../cli/declare/params.ts';
import type { Page } from '../../client/api/api.ts';
import { blocklist, blocklistScopes } from '../../contract/areas/blocklist.ts';
import { type Entry, entryColumns } from './entry-view.ts';

export const exportEntries = command({
  name: 'export',
  summary: 'Write the whole blocklist, page by page',
  about:
    'Reads all pages; --limit stops after that many entries. `outreach blocklist import` reads what --csv writes.',
  uses: [blocklist.list],
  tool: 'read',
  whole: true,
  args: {
    scope: opt.choice('only this list', blocklistScopes),
  },
  examples: [
    'outreach blocklist export --csv > blocklist.csv',
    'outreach blocklist export --scope global --ndjson > global.ndjson',
  ],
  run: (
    {
      service,
      screen: {
        globals: { limit },
      },
    },
    { scope },
  ) =>
    new Listing(
      scope === undefined
        ? service.api.pages(blocklist.list, {}, limit === undefined ? {} : { limit })
        : only(service.api.pages(blocklist.list, {}), scope, limit),
    ),
  columns: entryColumns,
});

/** The service tells the total of both lists, so the total of one is not known. */
async function* only(
  pages: AsyncIterable<Page<Entry>>,
  scope: string,
  limit = Number.POSITIVE_INFINITY,
): AsyncIterable<Page<Entry>> {
  let left = limit;
  for await (const page of pages) {
    const found = page.items.filter((entry) => entry.scope === scope);
    const items = found.slice(0, left);
    left -= items.length;
    yield { ...page, items, total: null, hasMore: page.hasMore || found.length > items.length };
    if (left === 0) return;
  }
}
