import { snakeCase } from '../../contract/lead-fields.ts';
import type { Database } from '../../local/database.ts';
import type { Value } from '../../local/engines/engine.ts';

export interface Db {
  readonly db: Database;
}

/** By the names of fields; a column is called the same in snake case. What is undefined is left out. */
type Fields = Readonly<Record<string, Value | boolean | undefined>>;

/** Adds a row and gives its id. Columns that are not named have their default. */
export function insert({ db }: Db, table: string, fields: Fields): number {
  const [columns, values] = columnsOf(fields);
  return db
    .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
    .run(...values).lastInsertRowid;
}

/** Changes the given columns of the row with that id. */
export function update({ db }: Db, table: string, id: number, fields: Fields): void {
  const [columns, values] = columnsOf(fields);
  if (columns.length === 0) return;
  const set = columns.map((column) => `${column} = ?`).join(', ');
  db.prepare(`UPDATE ${table} SET ${set} WHERE id = ?`).run(...values, id);
}

/** Adds the row of these keys, or gives it these values where it is there. */
export function upsert({ db }: Db, table: string, keys: Fields, values: Fields): void {
  const [columns, all] = columnsOf({ ...keys, ...values });
  const set = columnsOf(values)[0].map((column) => `${column} = excluded.${column}`);
  db.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
     ON CONFLICT DO UPDATE SET ${set.join(', ')}`,
  ).run(...all);
}

/** How many rows there are: `campaign WHERE workspace_id = ?`. */
export const countRows = ({ db }: Db, from: string, ...values: Value[]): number =>
  db.prepare(`SELECT count(*) AS total FROM ${from}`).get<{ total: number }>(...values)?.total ?? 0;

export const hasRow = ({ db }: Db, from: string, ...values: Value[]): boolean =>
  db.prepare(`SELECT 1 FROM ${from} LIMIT 1`).get(...values) !== undefined;

/** The ids that a query gives as `id`. */
export const idsOf = ({ db }: Db, sql: string, ...values: Value[]): number[] =>
  db
    .prepare(sql)
    .all<{ id: number }>(...values)
    .map(({ id }) => id);

/** Expressions by the names that they have in the rows. */
type Columns = Readonly<Record<string, string>>;

/** What {@link rowsAtOnce} runs. */
export interface RowsQuery {
  readonly sql: string;
  readonly names: readonly string[];
}

/** `from` is read in its order where that is a subquery's. Numbers have to be such that JSON keeps them. */
export const rowsQuery = (columns: Columns, from: string): RowsQuery => ({
  sql: `SELECT json_group_array(json_array(${Object.values(columns).join(', ')})) AS rows FROM ${from}`,
  names: Object.keys(columns),
});

/** Many rows as one text, which takes half the time of as many rows. */
export function rowsAtOnce<Row>({ db }: Db, { sql, names }: RowsQuery, ...values: Value[]): Row[] {
  const text = db.prepare(sql).get<{ rows: string }>(...values)?.rows ?? '[]';
  return (JSON.parse(text) as unknown[][]).map((cells) => {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at++) row[names[at] ?? ''] = cells[at];
    return row as Row;
  });
}

function columnsOf(fields: Fields): [columns: string[], values: Value[]] {
  const columns: string[] = [];
  const values: Value[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    columns.push(columnOf(name));
    values.push(typeof value === 'boolean' ? Number(value) : value);
  }
  return [columns, values];
}

const columnNames = new Map<string, string>();

/** Remembered, as every email that is sent asks. */
export function columnOf(field: string): string {
  const known = columnNames.get(field);
  if (known !== undefined) return known;
  const column = snakeCase(field);
  columnNames.set(field, column);
  return column;
}
