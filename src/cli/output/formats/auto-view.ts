import { type Cell, type Column, record, type View } from '../../declare/view.ts';
import { rawText } from '../text/cell.ts';
import { type Path, valueAt } from './fields.ts';

export const cellOf = (value: unknown): Cell =>
  typeof value === 'object' && value !== null ? rawText(value) : (value as Cell);

/** A column for each field, under the field's own name. */
export const fieldColumns = (paths: readonly Path[]): Column<unknown>[] =>
  paths.map((path) => [path.join('.'), (row) => cellOf(valueAt(row, path)), 'text']);

/** A column for each field that any of the rows has; the rows themselves where they are no records. */
export function autoColumns(rows: readonly unknown[]): Column<unknown>[] {
  const names = fieldNames(rows);
  return names.length === 0
    ? [['value', cellOf]]
    : names.map((name) => [name, (row) => cellOf(valueAt(row, [name]))]);
}

/** The field names of records, in the order they first appear. */
export function fieldNames(rows: readonly unknown[]): string[] {
  const names = new Set<string>();
  for (const row of rows)
    if (typeof row === 'object' && row !== null && !Array.isArray(row))
      for (const name of Object.keys(row)) names.add(name);
  return [...names];
}

/** One thing as label and value, for data whose command has no view of its own. */
export function autoRecord(data: unknown, paths: readonly Path[] | undefined): View {
  if (typeof data !== 'object' || data === null) return record(['value', cellOf(data)]);
  const chosen = paths ?? Object.keys(data).map((name): Path => [name]);
  return record(...chosen.map((path) => [path.join('.'), cellOf(valueAt(data, path) ?? null)] as const));
}
