/** A value SQLite can hold. */
export type Value = string | number | bigint | null | Uint8Array;

/** A prepared statement; positional parameters, rows as plain objects. */
export interface Statement {
  run(...values: Value[]): { changes: number; lastInsertRowid: number };
  get<Row>(...values: Value[]): Row | undefined;
  all<Row>(...values: Value[]): Row[];
  iterate<Row>(...values: Value[]): IterableIterator<Row>;
}

/** The one door to SQLite, synchronous, the same over both engines. */
export interface Database {
  exec(sql: string): void;
  /** The same text gives the same prepared statement. */
  prepare(sql: string): Statement;
  /** Runs `work` in BEGIN IMMEDIATE … COMMIT, rolled back if it throws; nested calls join the outer one. */
  transaction<T>(work: () => T): T;
  close(): void;
}
