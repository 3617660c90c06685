export type EngineName = 'node:sqlite' | 'libsql';

/** What the door needs of an engine. Whole numbers come back as bigint, errors as the engine threw them. */
export interface Engine {
  readonly name: EngineName;
  exec(sql: string): void;
  prepare(sql: string): EngineStatement;
  close(): void;
}

export type EngineRow = Record<string, Value>;

/** `get`, `all` and `run` leave the statement at rest, so that it holds no lock. */
export interface EngineStatement {
  run(values: Value[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  /** The first row. */
  get(values: Value[]): EngineRow | undefined;
  all(values: Value[]): EngineRow[];
  iterate(values: Value[]): IterableIterator<EngineRow>;
}

/** A value SQLite can hold. Whole numbers come back as `number`, beyond 2^53 as `bigint`: no digit is lost. */
export type Value = string | number | bigint | null | Uint8Array;
