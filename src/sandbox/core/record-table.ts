import { exactText, parseExact } from '../../base/exact-json.ts';
import type { Value } from '../../local/engines/engine.ts';
import { Refusal } from './handler.ts';
import { columnOf, countRows, type Db, insert, update } from './rows.ts';

/** How a field is kept; `is` is there for its type alone. */
interface Field<T> {
  readonly is?: T;
  /** Where its column has another name than the field in snake case; in parentheses, what is worked out from the row. */
  readonly column?: string;
  readonly read?: (stored: Value) => unknown;
  readonly write?: (value: unknown) => Value;
}

type Fields = Readonly<Record<string, Field<unknown>>>;
/** What is undefined is left out, so that it stays or has its default. */
type Given<F> = { readonly [K in keyof Row<F>]?: Row<F>[K] | undefined };
type Row<F> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** Kept as it is. */
export const plain = <T extends Value>(column?: string): Field<T> => (column === undefined ? {} : { column });
export const number = plain<number>();
export const text = plain<string>();
export const maybeNumber = plain<number | null>();
export const maybeText = plain<string | null>();

/** Kept as 0 or 1. */
export const flag = (column?: string): Field<boolean> => ({
  ...(column !== undefined && { column }),
  read: (stored) => stored === 1,
  write: Number,
});

/** Kept as JSON, in which long numbers keep all of their digits; null stays null. */
export const json = <T>(column?: string): Field<T> => ({
  ...(column !== undefined && { column }),
  read: (stored) => (stored === null ? null : parseExact(String(stored))),
  write: (value) => (value === null ? null : exactText(value)),
});

/**
 * The rows of a table as records: their fields are said once, for the type, for reading and for writing. What follows FROM
 * is given to the readers, with `t` as the name of the table: `WHERE t.id = ?`.
 */
export function recordTable<const F extends Fields>(table: string, fields: F) {
  const selected: string[] = [];
  const readers: [name: string, read: (stored: Value) => unknown][] = [];
  for (const [name, { column = columnOf(name), read }] of Object.entries(fields)) {
    selected.push(`${column.startsWith('(') ? column : `t.${column}`} AS ${name}`);
    if (read) readers.push([name, read]);
  }
  const columns = selected.join(', ');
  const parse = (row: Record<string, Value>) => {
    const result: Record<string, unknown> = row;
    for (const [name, read] of readers) result[name] = read(row[name] ?? null);
    return result as Row<F>;
  };
  const stored = (values: Given<F>) => {
    const row: Record<string, Value | undefined> = {};
    for (const [name, value] of Object.entries(values)) {
      const { column = columnOf(name), write } = fields[name] ?? {};
      row[column] = write && value !== undefined ? write(value) : (value as Value | undefined);
    }
    return row;
  };
  return {
    find(sandbox: Db, id: number): Row<F> | undefined {
      return this.first(sandbox, 'WHERE t.id = ?', id);
    },
    first({ db }: Db, rest: string, ...values: Value[]): Row<F> | undefined {
      const row = db
        .prepare(`SELECT ${columns} FROM ${table} t ${rest}`)
        .get<Record<string, Value>>(...values);
      return row && parse(row);
    },
    /** One that is there. */
    get(sandbox: Db, id: number): Row<F> {
      const found = this.find(sandbox, id);
      if (!found) throw new Error(`there is no ${table} ${id}`);
      return found;
    },
    /** One of a workspace; another workspace's is not found. `what` is its name for people. */
    owned(sandbox: Db, workspaceId: number, id: number, what: string, extra: Refusal['extra'] = {}): Row<F> {
      const found = this.first(sandbox, 'WHERE t.id = ? AND t.workspace_id = ?', id, workspaceId);
      if (!found) throw new Refusal(404, `${what} ${id} not found`, extra);
      return found;
    },
    all: ({ db }: Db, rest: string, ...values: Value[]): Row<F>[] =>
      db
        .prepare(`SELECT ${columns} FROM ${table} t ${rest}`)
        .all<Record<string, Value>>(...values)
        .map(parse),
    /** A page of those that fit, newest first, and how many there are. */
    page(
      sandbox: Db,
      { limit, offset }: { limit: number; offset: number },
      where: string,
      ...values: Value[]
    ) {
      const rest = `WHERE ${where} ORDER BY t.id DESC LIMIT ? OFFSET ?`;
      const total = countRows(sandbox, `${table} t WHERE ${where}`, ...values);
      return { rows: this.all(sandbox, rest, ...values, limit, offset), total };
    },
    insert: (sandbox: Db, values: Given<F>): number => insert(sandbox, table, stored(values)),
    update: (sandbox: Db, id: number, changes: Given<F>): void => update(sandbox, table, id, stored(changes)),
  };
}

export type RecordOf<T extends { all: (...args: never[]) => unknown[] }> = ReturnType<T['all']>[number];
