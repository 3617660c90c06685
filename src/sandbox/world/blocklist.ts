import { domainOf } from '../../domain/personal-mailbox.ts';
import type { Sandbox } from '../state.ts';
import { workspaceOf } from './workspaces.ts';

/** On the workspace's list or the account-wide one, as an address or by its domain. */
export function isBlocked(sandbox: Sandbox, workspaceId: number, address: string): boolean {
  const main = workspaceOf(sandbox, workspaceId).parentId ?? workspaceId;
  const row = sandbox.db
    .prepare(
      `SELECT 1 AS found FROM blocklist
       WHERE (email_address = ? OR domain = ?)
         AND (workspace_id = ? OR (workspace_id = ? AND scope = 'global')) LIMIT 1`,
    )
    .get(address.toLowerCase(), domainOf(address), workspaceId, main);
  return row !== undefined;
}
