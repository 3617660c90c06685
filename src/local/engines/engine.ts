export type EngineName = 'node:sqlite' | 'libsql';

/** What the door needs of an engine. Whole numbers come back as bigint, errors as the engine threw them. */
export interface Engine {
  readonly name: EngineName;
  exec(sql: string): void;
  prepare(sql: string): EngineStatement;
  close(): void;
}

/** The values of a row, in the order of its columns: engines take several times as long to make objects of them. */
export type EngineRow = Value[];

/** `get`, `all` and `run` leave the statement at rest, so that it holds no lock. */
export interface EngineStatement {
  columns(): string[];
  run(values: Value[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(values: Value[]): EngineRow | undefined;
  all(values: Value[]): EngineRow[];
}

/** Whether a statement only reads, so that it may be left after its first row. */
export const reads = (sql: string): boolean => /^\s*select\b/i.test(sql);

/** A value SQLite can hold. Whole numbers come back as `number`, beyond 2^53 as `bigint`: no digit is lost. */
export type Value = string | number | bigint | null | Uint8Array;
