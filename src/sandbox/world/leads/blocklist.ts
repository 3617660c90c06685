import { domainOf } from '../../../contract/checks/personal-mailbox.ts';
import type { Sandbox } from '../../core/state.ts';

/** On the workspace's list or the account-wide one of the main workspace, as an address or by its domain. */
export function isBlocked(sandbox: Sandbox, workspaceId: number, address: string): boolean {
  const row = sandbox.db
    .prepare(
      `SELECT 1 AS found FROM blocklist
       WHERE (email_address = ? OR domain = ?) AND (workspace_id = ? OR (scope = 'global'
         AND workspace_id = (SELECT coalesce(parent_id, id) FROM workspace WHERE id = ?))) LIMIT 1`,
    )
    .get(address.toLowerCase(), domainOf(address), workspaceId, workspaceId);
  return row !== undefined;
}
