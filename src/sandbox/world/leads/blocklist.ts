import { blockKey, isAddress } from '../../../contract/checks/block-value.ts';
import { domainOf } from '../../../contract/checks/personal-mailbox.ts';
import { Refusal } from '../../core/handler.ts';
import * as stored from '../../core/record-table.ts';
import { hasRow } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { workspaceOf } from '../account/workspaces.ts';

export type ListScope = 'workspace' | 'global';

export const entryTable = stored.recordTable('blocklist', {
  id: stored.number,
  workspaceId: stored.number,
  domain: stored.maybeText,
  emailAddress: stored.maybeText,
  scope: stored.plain<ListScope>(),
  createdAt: stored.number,
});

type Entry = stored.RecordOf<typeof entryTable>;

/** What a workspace sees: its own entries, and the global ones, which belong to the main workspace. */
export const visibleTo = `((scope = 'workspace' AND workspace_id = ?) OR (scope = 'global'
  AND workspace_id = (SELECT coalesce(parent_id, id) FROM workspace WHERE id = ?)))`;

/** Refuses with 404 where the workspace sees no such entry. */
export function entryOf(sandbox: Sandbox, workspaceId: number, id: number): Entry {
  const row = entryTable.first(sandbox, `WHERE id = ? AND ${visibleTo}`, id, workspaceId, workspaceId);
  if (!row) throw new Refusal(404, `There is no blocklist entry ${id}`);
  return row;
}

/** Global writes need a key of the main workspace (spec, Blocklist). */
export function mayWrite(sandbox: Sandbox, workspaceId: number, scope: ListScope | 'all'): void {
  if (scope === 'workspace' || workspaceOf(sandbox, workspaceId).parentId === null) return;
  throw new Refusal(403, 'Changing the global blocklist needs a key for the main workspace');
}

export function partsOf(value: string): Pick<Entry, 'domain' | 'emailAddress'> {
  const key = blockKey(value);
  return isAddress(key) ? { domain: null, emailAddress: key } : { domain: key, emailAddress: null };
}

/** The entry of one list for a value; undefined where it is not on it. */
export function entryFor(
  sandbox: Sandbox,
  workspaceId: number,
  scope: ListScope,
  value: string,
): { id: number } | undefined {
  const { domain, emailAddress } = partsOf(value);
  const [column, key] = domain === null ? ['email_address', emailAddress] : ['domain', domain];
  return sandbox.db
    .prepare(`SELECT id FROM blocklist WHERE ${column} = ? AND workspace_id = ? AND scope = ? LIMIT 1`)
    .get<{ id: number }>(key, workspaceId, scope);
}

/** On the workspace's list or the account-wide one of the main workspace, as an address or by its domain. */
export function isBlocked(sandbox: Sandbox, workspaceId: number, address: string): boolean {
  return hasRow(
    sandbox,
    `blocklist WHERE (email_address = ? OR domain = ?) AND (workspace_id = ? OR (scope = 'global'
       AND workspace_id = (SELECT coalesce(parent_id, id) FROM workspace WHERE id = ?)))`,
    address.toLowerCase(),
    domainOf(address),
    workspaceId,
    workspaceId,
  );
}
