import type { Database } from '../database.ts';
import type { ChangeOptions, Dialect, JournalStore, Work } from './work.ts';

/** Statements are answered at once: a whole work is one synchronous function, and no two of a process overlap. */
export function sqliteStore(db: Database): JournalStore {
  return {
    read: async (work) => db.snapshot(() => run(db, work())),
    async change<T>(work: () => Work<T>, { undoes = () => false }: ChangeOptions<T> = {}) {
      let result: T | undefined;
      try {
        return db.transaction(() => {
          result = run(db, work());
          if (undoes(result)) throw rollBack;
          return result;
        });
      } catch (error) {
        if (error !== rollBack) throw error;
        return result as T;
      }
    },
  };
}

const rollBack = new Error('a change is undone');

function run<T>(db: Database, work: Work<T>): T {
  for (let step = work.next(); ; ) {
    if (step.done) return step.value;
    const { sql, values } = step.value;
    const statement = db.prepare(sql.replace(/\$(?=\d)/g, '?'));
    if (/^\s*SELECT|\bRETURNING\b/.test(sql)) {
      const rows = statement.all(...values);
      step = work.next({ rows, count: rows.length });
    } else step = work.next({ rows: [], count: statement.run(...values).changes });
  }
}

export const sqlite: Dialect = {
  // Without this index SQLite would read all that has ended.
  open: 'intent INDEXED BY intent_open WHERE told_at IS NULL',
  order: { approval: 'rowid', budget: 'rowid', step: 'rowid' },
  startsWith: (column, place) => `substr(${column}, 1, length(${place})) = ${place}`,
  holds: (text, place) => `instr(lower(${text}), lower(${place})) > 0`,
  doneSince: (since, _, at) => `state = 'done' AND finished_at >= ${at(since)}`,
  now: (own, at) => at(own),
  isKeyed: false,
};
