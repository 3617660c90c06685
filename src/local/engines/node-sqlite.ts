import { type Engine, type EngineRow, reads, type Value } from './engine.ts';

interface NativeStatement {
  run(...values: Value[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(...values: Value[]): EngineRow | undefined;
  all(...values: Value[]): EngineRow[];
  columns(): { readonly name: string }[];
  setReadBigInts(on: boolean): void;
  setReturnArrays(on: boolean): void;
}

interface NativeDatabase {
  exec(sql: string): void;
  prepare(sql: string): NativeStatement;
  close(): void;
}

export interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => NativeDatabase;
}

export function nodeSqliteEngine({ DatabaseSync }: NodeSqlite, path: string): Engine {
  const native = new DatabaseSync(path);
  return {
    name: 'node:sqlite',
    exec: (sql) => native.exec(sql),
    prepare(sql) {
      const prepared = native.prepare(sql);
      prepared.setReadBigInts(true);
      prepared.setReturnArrays(true);
      return {
        columns: () => prepared.columns().map(({ name }) => name),
        run: (values) => prepared.run(...values),
        get: reads(sql) ? (values) => prepared.get(...values) : (values) => prepared.all(...values)[0],
        all: (values) => prepared.all(...values),
      };
    },
    close: () => native.close(),
  };
}
