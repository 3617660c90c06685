import { counted, grouped } from '../../base/counted.ts';
import type { Column } from '../../cli/declare/view.ts';
import { blocklistPage } from '../../cli/launch/read-blocklist.ts';
import type { Api } from '../../client/api/api.ts';
import { blocklist } from '../../contract/areas/blocklist.ts';
import { blockKey } from '../../contract/checks/block-value.ts';
import type { ItemOf } from '../../contract/operation.ts';

export type Scope = 'workspace' | 'global';

/** What is blocked, and on which list, where both is global: a call for 1,000 entries. `gap`: why it is not the whole list. */
export async function readEntries(api: Api) {
  const values = new Map<string, Scope>();
  let seen = 0;
  let [total, hasMore]: [number | null, boolean] = [null, false];
  for await (const page of api.pages(blocklist.list, {}, { pageSize: blocklistPage })) {
    [total, hasMore] = [page.total, page.hasMore];
    seen += page.items.length;
    for (const entry of page.items) {
      const value = valueIn(entry);
      if (!value) continue;
      const key = blockKey(value);
      if (entry.scope === 'global' || !values.has(key))
        values.set(key, entry.scope === 'global' ? 'global' : 'workspace');
    }
  }
  if (!hasMore) return { values, gap: undefined };
  return {
    values,
    gap:
      total !== null && total > seen
        ? `the service sent ${grouped(seen)} of ${counted(total, 'entry', 'entries')} of the blocklist`
        : `the service says that the blocklist has more than the ${counted(seen, 'entry', 'entries')} it sent`,
  };
}

export type Entry = ItemOf<typeof blocklist.list>;

/** Of an address the service may also tell the domain. */
export const valueIn = ({ emailAddress, domain }: Entry): string | null | undefined => emailAddress || domain;

export const entryColumns: readonly Column<Entry>[] = [
  ['ID', 'id', 'id'],
  ['Value', valueIn, 'id', 0],
  ['Scope', 'scope'],
  ['Workspace', 'workspaceId', 'id'],
  ['Created', 'createdAt', 'time'],
];
