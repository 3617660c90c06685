import type { Column } from '../../cli/declare/view.ts';
import type { blocklist } from '../../contract/areas/blocklist.ts';
import type { ItemOf } from '../../contract/operation.ts';

export type Entry = ItemOf<typeof blocklist.list>;

/** Of an address the service may also tell the domain. */
export const valueIn = ({ emailAddress, domain }: Entry): string | null | undefined => emailAddress || domain;

export const entryColumns: readonly Column<Entry>[] = [
  ['ID', (entry) => entry.id, 'id'],
  ['Value', valueIn, 'id', 0],
  ['Scope', (entry) => entry.scope],
  ['Workspace', (entry) => entry.workspaceId, 'id'],
  ['Created', (entry) => entry.createdAt, 'time'],
];
