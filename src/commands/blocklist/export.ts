import { command, Listing } from '../../cli/command.ts';
import { opt } from '../../cli/params.ts';
import type { Page } from '../../client/api.ts';
import { blocklist, blocklistScopes } from '../../contract/areas/blocklist.ts';
import { type Entry, entryColumns } from './entry-view.ts';

export const exportEntries = command({
  name: 'export',
  summary: 'Write the whole blocklist, page by page',
  about: 'Reads all pages. `outreach blocklist import` reads what --csv writes.',
  uses: [blocklist.list],
  args: {
    scope: opt.choice('only one of the lists', blocklistScopes),
  },
  examples: [
    'outreach blocklist export --csv > blocklist.csv',
    'outreach blocklist export --scope global --ndjson > global.ndjson',
  ],
  run: ({ api }, { scope }) => {
    const pages = api.pages(blocklist.list, {});
    return new Listing(scope === undefined ? pages : only(pages, scope));
  },
  columns: entryColumns,
});

/** The service tells the total of both lists, so the total of one is not known. */
async function* only(pages: AsyncIterable<Page<Entry>>, scope: string): AsyncIterable<Page<Entry>> {
  for await (const page of pages)
    yield { ...page, items: page.items.filter((entry) => entry.scope === scope), total: null };
}
