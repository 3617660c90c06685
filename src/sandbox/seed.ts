import { sandboxKey, sandboxReadOnlyKey } from '../contract/keys.ts';
import type { State } from './state.ts';
import { seedSenders } from './world/mailboxes/seed-senders.ts';
import { addCredits } from './world/wallet.ts';

export interface NewWorkspace {
  name: string;
  parentId?: number;
  plan?: string;
  contactCap?: number;
}

/** The plan names and the cap are ours: the spec has plans with a contact limit and names none. */
export function addWorkspace(state: State, { name, parentId, plan, contactCap }: NewWorkspace): number {
  return state.db
    .prepare(
      `INSERT INTO workspace (name, parent_id, plan, contact_cap, has_subscription, has_card)
       VALUES (?, ?, ?, ?, 1, 1)`,
    )
    .run(name, parentId ?? null, plan ?? 'growth', contactCap ?? 25_000).lastInsertRowid;
}

export function addKey(state: State, workspaceId: number, key: string, scope: 'read' | 'read_write'): void {
  state.db
    .prepare("INSERT INTO api_key (workspace_id, key, scope, status) VALUES (?, ?, ?, 'active')")
    .run(workspaceId, key, scope);
}

/** A fresh world: one workspace with two keys, 5,000 credits and its mailboxes; no leads, no campaigns. */
export function seedWorld(state: State): void {
  const workspaceId = addWorkspace(state, { name: 'Main workspace' });
  addKey(state, workspaceId, sandboxKey, 'read_write');
  addKey(state, workspaceId, sandboxReadOnlyKey, 'read');
  addCredits(state, workspaceId, 5000, 'welcome_grant');
  seedSenders(state, workspaceId);
}
