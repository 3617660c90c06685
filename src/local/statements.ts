import { Failure } from '../base/errors.ts';
import type { Engine, EngineRow, EngineStatement, Value } from './engines/engine.ts';

/** More different statements than any command has; the oldest are dropped beyond it. */
const kept = 400;

/** Alike over both engines: parameters are counted, whole numbers bound as such (not '5.0'), rows plain objects. */
export class Statements {
  readonly #engine: Engine;
  readonly #failure: (error: unknown) => unknown;
  readonly #byText = new Map<string, Statement>();
  /** Grows with every change of the schema, after which an engine may still answer by the old one. */
  #schema = 0;

  constructor(engine: Engine, failure: (error: unknown) => unknown) {
    this.#engine = engine;
    this.#failure = failure;
  }

  prepare(sql: string): Statement {
    const known = this.#byText.get(sql);
    if (known) return known;
    const made = this.#make(sql);
    this.#byText.set(sql, made);
    const [oldest] = this.#byText.keys();
    if (this.#byText.size > kept && oldest !== undefined) this.#byText.delete(oldest);
    return made;
  }

  /** To be called with whatever ran. */
  ran(sql: string): void {
    if (changesSchema.test(sql)) this.#schema += 1;
  }

  #make(sql: string): Statement {
    const engine = this.#engine;
    const wanted = countParameters(sql);
    const alters = changesSchema.test(sql);
    let prepared = this.#try(() => engine.prepare(sql));
    let schema = this.#schema;
    let names: string[] | undefined;
    const on = <T>(values: Value[], work: (statement: EngineStatement, values: Value[]) => T): T => {
      if (values.length !== wanted)
        throw new Failure('internal', `${values.length} values for the ${wanted} parameters of: ${sql}`);
      const given = values.map((value) => bound(sql, value));
      return this.#try(() => {
        if (schema !== this.#schema)
          [prepared, schema, names] = [engine.prepare(sql), this.#schema, undefined];
        const result = work(prepared, given);
        if (alters) this.#schema += 1;
        return result;
      });
    };
    const record = (row: EngineRow) => {
      names ??= prepared.columns();
      const record: Record<string, Value> = {};
      for (let at = 0; at < names.length; at++) record[names[at] ?? ''] = narrow(row[at] ?? null);
      return record;
    };
    return {
      run: (...values) => {
        const { changes, lastInsertRowid } = on(values, (statement, bound) => statement.run(bound));
        return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
      },
      get: <Row>(...values: Value[]) => {
        const row = on(values, (statement, bound) => statement.get(bound));
        return (row && record(row)) as Row | undefined;
      },
      all: <Row>(...values: Value[]) =>
        on(values, (statement, bound) => statement.all(bound)).map(record) as Row[],
    };
  }

  #try<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.#failure(error);
    }
  }
}

const changesSchema = /\b(?:create|alter|drop)\b/iu;
const quotedOrComment = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\//gu;

/** How many values a statement takes: `?` each counts, `?3` counts as three. */
export function countParameters(sql: string): number {
  let count = 0;
  for (const [, position] of sql.replace(quotedOrComment, ' ').matchAll(/\?(\d*)/gu))
    count = position ? Math.max(count, Number(position)) : count + 1;
  return count;
}

function bound(sql: string, value: unknown): Value {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'string' || typeof value === 'bigint' || value === null) return value;
  if (value instanceof Uint8Array) return value;
  throw new Failure('internal', `A value of type ${typeof value} cannot be kept by: ${sql}`);
}

/** libsql gives bytes as the bare buffer. */
function narrow(value: Value | ArrayBuffer): Value {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

export interface Statement {
  run(...values: Value[]): { changes: number; lastInsertRowid: number };
  /** The first row. The statement always runs to its end, so put a LIMIT where there could be many. */
  get<Row>(...values: Value[]): Row | undefined;
  all<Row>(...values: Value[]): Row[];
}
