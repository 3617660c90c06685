import type { Database } from '../../local/database.ts';
import type { State } from '../core/state.ts';
import { recountLeads } from '../world/leads/leads.ts';

interface Dated {
  readonly name: string;
  readonly column: string;
}

const known = new WeakMap<Database, readonly Dated[]>();

/** Tables whose rows say when they were made, but for the sandbox's own: the same as long as a database is open. */
function datedTables({ db }: State): readonly Dated[] {
  const tables =
    known.get(db) ??
    db
      .prepare(
        `SELECT t.name AS name, c.name AS column FROM sqlite_master t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table' AND t.name <> 'fault'
         AND (c.name = 'created_at' OR (t.name = 'reply' AND c.name = 'received_at')
           OR (t.name = 'placement_run' AND c.name = 'started_at'))
       ORDER BY t.name`,
      )
      .all<Dated>();
  known.set(db, tables);
  return tables;
}

/** By table, the number of its newest row. */
export function newestRows(state: State): Record<string, number> {
  const each = datedTables(state).map(
    ({ name }) => `SELECT '${name}' AS name, coalesce(max(rowid), 0) AS newest FROM "${name}"`,
  );
  const rows = state.db.prepare(each.join(' UNION ALL ')).all<{ name: string; newest: number }>();
  return Object.fromEntries(rows.map(({ name, newest }) => [name, newest]));
}

interface Lag {
  readonly ms: number;
  /** By table, the newest row that is shown however new it is. */
  readonly marks: Readonly<Record<string, number>>;
}

/**
 * Reads a list as a copy of the database would show it that is `ms` behind: what was made since is not in it, and is not
 * counted. It is removed, looked at, and taken back.
 */
export function behind<T>(state: State, workspaceId: number, { ms, marks }: Lag, read: () => T): T {
  const newest = newestRows(state);
  const grown = datedTables(state).filter(({ name }) => (newest[name] ?? 0) > (marks[name] ?? 0));
  if (grown.length === 0) return read();
  const since = state.now() - ms;
  const seen: { result?: T } = {};
  const done = new Error('taken back');
  try {
    state.db.transaction(() => {
      state.db.exec('PRAGMA defer_foreign_keys = ON');
      for (const { name, column } of grown) {
        // The caller is visible, however new.
        const spared = name === 'workspace' ? workspaceId : 0;
        state.db
          .prepare(`DELETE FROM "${name}" WHERE "${column}" > ? AND rowid > ? AND rowid <> ?`)
          .run(since, marks[name] ?? 0, spared);
      }
      // What is kept beside the leads, and has no time of its own.
      state.db.exec('DELETE FROM campaign_lead WHERE lead_id NOT IN (SELECT id FROM lead)');
      recountLeads(state);
      seen.result = read();
      throw done;
    });
  } catch (error) {
    if (error !== done) throw error;
  }
  return seen.result as T;
}
