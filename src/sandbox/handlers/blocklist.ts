import type { blocklist } from '../../contract/areas/blocklist.ts';
import { blockProblem } from '../../contract/checks/block-value.ts';
import { type Handlers, Refusal } from '../core/handler.ts';
import { invalid } from '../core/request.ts';
import {
  type EntryRow,
  entryColumns,
  entryFor,
  entryOf,
  entryView,
  type ListScope,
  mayWrite,
  partsOf,
  visibleTo,
} from '../world/leads/blocklist.ts';

export const handlers: Handlers<typeof blocklist> = {
  list: ({ query, workspaceId }, sandbox) => {
    const { limit = 100, offset = 0 } = query;
    const rows = sandbox.db
      .prepare(`SELECT ${entryColumns} FROM blocklist WHERE ${visibleTo} ORDER BY id DESC LIMIT ? OFFSET ?`)
      .all<EntryRow>(workspaceId, workspaceId, limit, offset);
    const count = sandbox.db
      .prepare(`SELECT count(*) AS total FROM blocklist WHERE ${visibleTo}`)
      .get<{ total: number }>(workspaceId, workspaceId);
    return { items: rows.map(entryView), totalCount: count?.total ?? 0 };
  },

  add: ({ body, workspaceId }, sandbox) => {
    const { values, scope = 'workspace' } = body;
    mayWrite(sandbox, workspaceId, scope);
    const insert = sandbox.db.prepare(
      'INSERT INTO blocklist (workspace_id, domain, email_address, scope, created_at) VALUES (?, ?, ?, ?, ?)',
    );
    let created = 0;
    for (const value of values) {
      if (blockProblem(value) !== undefined || entryFor(sandbox, workspaceId, scope, value)) continue;
      const { domain, emailAddress } = partsOf(value);
      insert.run(workspaceId, domain, emailAddress, scope, sandbox.now());
      created++;
    }
    return { created, skipped: values.length - created, scope };
  },

  update: ({ params, body, workspaceId }, sandbox) => {
    const before = entryOf(sandbox, workspaceId, Number(params.id));
    const { scope = before.scope } = body;
    const value = body.value ?? before.emailAddress ?? before.domain ?? '';
    mayWrite(sandbox, workspaceId, before.scope);
    mayWrite(sandbox, workspaceId, scope);
    const reason = blockProblem(value);
    if (reason !== undefined)
      throw invalid({ field: 'value', value, reason: `cannot be blocked: ${reason}` });
    const other = entryFor(sandbox, workspaceId, scope, value);
    if (other && other.id !== before.id)
      throw new Refusal(409, `${value} is on that list already, as entry ${other.id}`);
    const { domain, emailAddress } = partsOf(value);
    sandbox.db
      .prepare('UPDATE blocklist SET domain = ?, email_address = ?, scope = ? WHERE id = ?')
      .run(domain, emailAddress, scope, before.id);
    return {
      message: 'Blocklist entry updated',
      entry: entryView(entryOf(sandbox, workspaceId, before.id)),
    };
  },

  remove: ({ body, workspaceId }, sandbox) => {
    const { ids = [], values = [], scope = 'workspace' } = body;
    mayWrite(sandbox, workspaceId, scope);
    const scopes: ListScope[] = scope === 'all' ? ['workspace', 'global'] : [scope];
    const drop = sandbox.db.prepare(
      'DELETE FROM blocklist WHERE id = ? AND workspace_id = ? AND scope IN (?, ?)',
    );
    const dropped = (id: number): number =>
      drop.run(id, workspaceId, scopes[0] ?? null, scopes[1] ?? null).changes;
    const found = values.map((value) =>
      scopes.flatMap((one) => entryFor(sandbox, workspaceId, one, value)?.id ?? []),
    );
    const counts = [
      ...ids.map((id) => dropped(id)),
      ...found.map((both) => both.reduce((sum, id) => sum + dropped(id), 0)),
    ];
    return {
      deleted: counts.reduce((sum, count) => sum + count, 0),
      skipped: counts.filter((count) => count === 0).length,
    };
  },

  removeEntry: ({ params, workspaceId }, sandbox) => {
    const entry = entryOf(sandbox, workspaceId, Number(params.id));
    mayWrite(sandbox, workspaceId, entry.scope);
    sandbox.db.prepare('DELETE FROM blocklist WHERE id = ?').run(entry.id);
    return { id: entry.id, message: 'Blocklist entry deleted' };
  },
};
