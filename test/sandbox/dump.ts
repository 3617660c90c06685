import type { Database } from '../../src/local/database.ts';

export type Row = Record<string, unknown>;

/** Every row of every table, sorted, and the counters of ids: two worlds are the same where this is. */
export function dump(database: Database): Record<string, Row[]> {
  const names = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .all<{ name: string }>();
  return Object.fromEntries(
    names.map(({ name }) => [name, sorted(database.prepare(`SELECT * FROM "${name}"`).all<Row>())]),
  );
}

const sorted = (rows: readonly Row[]): Row[] =>
  rows
    .map((row) => ({ row, text: JSON.stringify(row) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ row }) => row);
