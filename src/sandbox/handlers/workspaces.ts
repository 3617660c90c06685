import { workspaces } from '../../contract/areas/workspaces.ts';
import { sandboxKeyOf } from '../../contract/keys.ts';
import { Refusal, sectionOf } from '../core/handler.ts';
import { randomToken } from '../core/random-token.ts';
import { countRows, hasRow } from '../core/rows.ts';
import type { Sandbox } from '../core/state.ts';
import { rfc3339 } from '../core/times.ts';
import { addKey, addWorkspace } from '../seed.ts';
import { type Workspace, workspaceOf, workspaceTable } from '../world/account/workspaces.ts';

const view = ({ id, name, parentId, plan }: Workspace) => ({
  id,
  name,
  parentId,
  plan,
  isMain: parentId === null,
});

export const section = sectionOf(workspaces, {
  /** All of the account with a key of the main workspace; with another key its own, as keys see nothing else. */
  list: ({ workspaceId }, sandbox) => {
    const rows = workspaceTable.all(
      sandbox,
      'WHERE t.id = ?1 OR t.parent_id = ?1 ORDER BY t.id',
      workspaceId,
    );
    return { workspaces: rows.map(view), total: rows.length };
  },

  create: ({ body, workspaceId }, sandbox) => {
    requireMain(sandbox, workspaceId, 'Creating a workspace');
    const { plan } = workspaceOf(sandbox, workspaceId);
    const createdAt = sandbox.now();
    const id = addWorkspace(sandbox, { name: body.name, parentId: workspaceId, plan, createdAt });
    return { message: 'Workspace created', workspace: view(workspaceOf(sandbox, id)) };
  },

  createKey: ({ params, body, workspaceId }, sandbox) => {
    requireMain(sandbox, workspaceId, 'Creating a key');
    const id = params.id;
    if (!hasRow(sandbox, 'workspace WHERE id = ? AND parent_id = ?', id, workspaceId))
      throw new Refusal(404, `There is no child workspace ${params.id}`);
    const { scope = 'read', name } = body;
    const key = sandboxKeyOf(randomToken(sandbox, 40, 'key', countRows(sandbox, 'api_key')));
    const keyId = addKey(sandbox, id, key, scope, { name });
    const createdAt = rfc3339(sandbox.now());
    return {
      message: 'Key created; it is not shown again',
      apiKey: { id: keyId, key, name: name ?? null, scope, workspaceId: id, createdAt },
    };
  },
});

function requireMain(sandbox: Sandbox, workspaceId: number, what: string): void {
  if (workspaceOf(sandbox, workspaceId).parentId !== null)
    throw new Refusal(403, `${what} needs a key for the main workspace`);
}
