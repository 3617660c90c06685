import type { Value } from '../database.ts';
import type { Engine, EngineRow, EngineStatement } from './engine.ts';

interface NativeStatement {
  readonly reader: boolean;
  run(values: Value[]): { changes: number; lastInsertRowid: number };
  iterate(values: Value[]): IterableIterator<EngineRow>;
  safeIntegers(on: boolean): unknown;
}

interface NativeDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): NativeStatement;
  close(): unknown;
}

export type LibsqlConstructor = new (path: string) => NativeDatabase;

/** The `libsql` package: for runtimes without an SQLite of their own. */
export function libsqlEngine(Native: LibsqlConstructor, path: string): Engine {
  const native = new Native(path);
  return {
    name: 'libsql',
    exec: (sql) => {
      native.exec(sql);
    },
    prepare: (sql) => statement(native, sql),
    close: () => {
      native.close();
    },
  };
}

function statement(native: NativeDatabase, sql: string): EngineStatement {
  const prepared = native.prepare(sql);
  prepared.safeIntegers(true);
  const all = (values: Value[]) => [...prepared.iterate(values)];
  return {
    all,
    iterate: (values) => drained(prepared.iterate(values)),
    run(values) {
      if (!prepared.reader) return prepared.run(values);
      // Its own run() stops a RETURNING statement at the first row and leaves it open.
      all(values);
      const [counts] = native
        .prepare('SELECT changes() AS changes, last_insert_rowid() AS lastInsertRowid')
        .iterate([]);
      return { changes: Number(counts?.changes), lastInsertRowid: Number(counts?.lastInsertRowid) };
    },
  };
}

/** The engine cannot end a statement before its last row, and an open one holds its lock: so the rest is read, too. */
function* drained(rows: IterableIterator<EngineRow>): IterableIterator<EngineRow> {
  try {
    for (let next = rows.next(); !next.done; next = rows.next()) yield next.value;
  } finally {
    while (!rows.next().done);
  }
}
