import type { workspaces } from '../../contract/areas/workspaces.ts';
import { sandboxKeyOf } from '../../contract/keys.ts';
import { type Handlers, Refusal } from '../core/handler.ts';
import { randomToken } from '../core/random-token.ts';
import type { Sandbox } from '../core/state.ts';
import { rfc3339 } from '../core/times.ts';
import { addKey, addWorkspace } from '../seed.ts';
import { workspaceOf } from '../world/account/workspaces.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly parentId: number | null;
  readonly plan: string;
}

const columns = 'id, name, parent_id AS parentId, plan';
const view = (row: Row) => ({ ...row, isMain: row.parentId === null });

export const handlers: Handlers<typeof workspaces> = {
  /** All of the account with a key of the main workspace; with another key its own, as keys see nothing else. */
  list: ({ workspaceId }, sandbox) => {
    const rows = sandbox.db
      .prepare(`SELECT ${columns} FROM workspace WHERE id = ? OR parent_id = ? ORDER BY id`)
      .all<Row>(workspaceId, workspaceId);
    return { workspaces: rows.map(view), total: rows.length };
  },

  create: ({ body, workspaceId }, sandbox) => {
    requireMain(sandbox, workspaceId, 'Creating a workspace');
    const { plan } = workspaceOf(sandbox, workspaceId);
    const createdAt = sandbox.now();
    const id = addWorkspace(sandbox, { name: body.name, parentId: workspaceId, plan, createdAt });
    return { message: 'Workspace created', workspace: view(rowOf(sandbox, id)) };
  },

  createKey: ({ params, body, workspaceId }, sandbox) => {
    requireMain(sandbox, workspaceId, 'Creating a key');
    const child = sandbox.db
      .prepare('SELECT id FROM workspace WHERE id = ? AND parent_id = ?')
      .get<{ id: number }>(Number(params.id), workspaceId);
    if (!child) throw new Refusal(404, `There is no child workspace ${params.id}`);
    const { scope = 'read', name } = body;
    const made = sandbox.db.prepare('SELECT count(*) AS total FROM api_key').get<{ total: number }>();
    const key = sandboxKeyOf(randomToken(sandbox, 40, 'key', made?.total ?? 0));
    const id = addKey(sandbox, child.id, key, scope, { name });
    const createdAt = rfc3339(sandbox.now());
    return {
      message: 'Key created; it is not shown again',
      apiKey: { id, key, name: name ?? null, scope, workspaceId: child.id, createdAt },
    };
  },
};

function rowOf(sandbox: Sandbox, id: number): Row {
  const row = sandbox.db.prepare(`SELECT ${columns} FROM workspace WHERE id = ?`).get<Row>(id);
  if (!row) throw new Error(`there is no workspace ${id}`);
  return row;
}

function requireMain(sandbox: Sandbox, workspaceId: number, what: string): void {
  if (workspaceOf(sandbox, workspaceId).parentId !== null)
    throw new Refusal(403, `${what} needs a key of the main workspace`);
}
