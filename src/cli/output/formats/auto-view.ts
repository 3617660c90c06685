import { type AnyColumn, type Cell, type Kind, record, type View } from '../../declare/view.ts';
import { rawText } from '../text/raw-text.ts';
import { isMoment } from '../text/times.ts';
import { type Path, valueAt } from './fields.ts';

export const cellOf = (value: unknown): Cell =>
  typeof value === 'object' && value !== null ? rawText(value) : (value as Cell);

/** A column for each field that was asked for, under the field's own name: none of them is dropped. */
export const fieldColumns = (paths: readonly Path[], rows: readonly unknown[]): AnyColumn[] =>
  paths.map((path) => fieldColumn(path, rows, 0));

function fieldColumn(path: Path, rows: readonly unknown[], rank?: number): AnyColumn {
  const value = (row: unknown) => cellOf(valueAt(row, path));
  return [path.join('.'), value, kindOf(rows.map(value)), rank];
}

/** Figures, and words without a blank, such as addresses, are taken for keys: nothing else is known of these fields. */
function kindOf(values: readonly Cell[]): Kind {
  const given = values.filter((value) => value !== null && value !== undefined && value !== '');
  if (given.every((value) => isMoment(String(value)))) return 'time';
  return given.every((value) => /^\S{1,200}$/.test(String(value))) ? 'id' : 'text';
}

/** A column for each field that any of the rows has; the rows themselves where they are not records. */
export function autoColumns(rows: readonly unknown[]): AnyColumn[] {
  const names = fieldNames(rows);
  return names.length === 0 ? [['value', cellOf]] : names.map((name) => fieldColumn([name], rows));
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
