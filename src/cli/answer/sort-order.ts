import { Failure } from '../../base/errors.ts';
import type { AnyCommand } from '../declare/command.ts';
import { type AnyColumn, cellIn } from '../declare/view.ts';
import { type Path, valueAt } from '../output/formats/fields.ts';
import { plainValue } from '../output/text/raw-text.ts';

/** What `--sort` says: `healthScore`, `stats.emailsSentCount:desc`. Throws `usage` where it names no field. */
export function sortKey(text: string): { readonly path: Path; readonly descending: boolean } {
  const [, name = '', direction = 'asc'] = /^(.*?)(?::([^:]*))?$/s.exec(text.trim()) ?? [];
  if (name === '' || !['asc', 'desc'].includes(direction))
    throw new Failure('invalid_value', `--sort must be a field, or a field and :desc, not '${text}'`);
  return { path: name.split('.'), descending: direction === 'desc' };
}

export type Columns = Pick<AnyCommand, 'columns' | 'atTerminal'>;

/** The column of a list with this header, in any case and spacing: `daily-limit`. */
export function columnNamed({ columns = [], atTerminal = [] }: Columns, path: Path): AnyColumn | undefined {
  const wanted = folded(path.join('.'));
  return [...columns, ...atTerminal].find(([header]) => folded(header) === wanted);
}

const folded = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/** Compares two records by a field, or by what a column shows; one without it comes last, whichever the direction. */
export function sortOrder(text: string, columns: Columns = {}): (a: unknown, b: unknown) => number {
  const { path, descending } = sortKey(text);
  const column = columnNamed(columns, path);
  const keys = new WeakMap<object, Key>();
  const keyOf = (item: unknown): Key => {
    if (typeof item !== 'object' || item === null) return missing;
    const known =
      keys.get(item) ?? keyFor(valueAt(item, path) ?? (column && plainValue(cellIn(item, column))));
    keys.set(item, known);
    return known;
  };
  return (a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    if (left === missing || right === missing) return left === right ? 0 : left === missing ? 1 : -1;
    return descending ? compare(right, left) : compare(left, right);
  };
}

type Key = number | bigint | string | null;

const missing = null;

/** Text is compared without its accents and its case, as a person looks for it. */
function keyFor(value: unknown): Key {
  if (value === undefined || value === null || value === '') return missing;
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return Number(value);
  if (Array.isArray(value)) return value.length;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function compare(a: NonNullable<Key>, b: NonNullable<Key>): number {
  // Numbers before text, where a field holds both.
  if ((typeof a === 'string') !== (typeof b === 'string')) return typeof a === 'string' ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}
