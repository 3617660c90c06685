import { blocklist } from '../../contract/areas/blocklist.ts';
import { blockProblem } from '../../contract/checks/block-value.ts';
import { Refusal, sectionOf } from '../core/handler.ts';
import { invalidField } from '../core/request.ts';
import { withTimes } from '../core/times.ts';
import {
  entryFor,
  entryOf,
  entryTable,
  type ListScope,
  mayWrite,
  partsOf,
  visibleTo,
} from '../world/leads/blocklist.ts';

export const section = sectionOf(blocklist, {
  list: ({ query, workspaceId }, sandbox) => {
    const { limit = 100, offset = 0 } = query;
    const page = { limit, offset };
    const { rows, total } = entryTable.page(sandbox, page, visibleTo, workspaceId, workspaceId);
    return { items: rows.map(withTimes), totalCount: total };
  },

  add: ({ body, workspaceId }, sandbox) => {
    const { values, scope = 'workspace' } = body;
    mayWrite(sandbox, workspaceId, scope);
    let created = 0;
    for (const value of values) {
      if (blockProblem(value) !== undefined || entryFor(sandbox, workspaceId, scope, value)) continue;
      entryTable.insert(sandbox, { workspaceId, ...partsOf(value), scope, createdAt: sandbox.now() });
      created++;
    }
    return { created, skipped: values.length - created, scope };
  },

  update: ({ params, body, workspaceId }, sandbox) => {
    const before = entryOf(sandbox, workspaceId, params.id);
    const { scope = before.scope } = body;
    const value = body.value ?? before.emailAddress ?? before.domain ?? '';
    mayWrite(sandbox, workspaceId, before.scope);
    mayWrite(sandbox, workspaceId, scope);
    const reason = blockProblem(value);
    if (reason !== undefined) throw invalidField('value', value, `cannot be blocked: ${reason}`);
    const other = entryFor(sandbox, workspaceId, scope, value);
    if (other && other.id !== before.id)
      throw new Refusal(409, `${value} is on that list already, as entry ${other.id}`);
    entryTable.update(sandbox, before.id, { ...partsOf(value), scope });
    const entry = withTimes(entryOf(sandbox, workspaceId, before.id));
    return { message: 'Blocklist entry updated', entry };
  },

  remove: ({ body, workspaceId }, sandbox) => {
    const { ids = [], values = [], scope = 'workspace' } = body;
    mayWrite(sandbox, workspaceId, scope);
    const scopes: ListScope[] = scope === 'all' ? ['workspace', 'global'] : [scope];
    const drop = sandbox.db.prepare(
      'DELETE FROM blocklist WHERE id = ? AND workspace_id = ? AND scope IN (?, ?)',
    );
    const found = ids.map((id) => [id]);
    for (const value of values)
      found.push(scopes.flatMap((one) => entryFor(sandbox, workspaceId, one, value)?.id ?? []));
    let [deleted, skipped] = [0, 0];
    for (const entries of found) {
      const before = deleted;
      for (const id of entries)
        deleted += drop.run(id, workspaceId, scopes[0] ?? null, scopes[1] ?? null).changes;
      if (deleted === before) skipped++;
    }
    return { deleted, skipped };
  },

  removeEntry: ({ params, workspaceId }, sandbox) => {
    const entry = entryOf(sandbox, workspaceId, params.id);
    mayWrite(sandbox, workspaceId, entry.scope);
    sandbox.db.prepare('DELETE FROM blocklist WHERE id = ?').run(entry.id);
    return { id: entry.id, message: 'Blocklist entry deleted' };
  },
});
