import type { AnyCommand } from '../declare/command.ts';
import { fieldsOf } from '../declare/known-fields.ts';
import type { Path } from '../output/formats/fields.ts';
import type { Mode } from '../output/formats/mode.ts';
import { documentOf, itemsOf, rowsIn } from './answer-of.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The rows of a document whose command has `rows`, where rows are wanted, with the same command, which answers with what they
 * have; else undefined: it is drawn as it is.
 */
export function rowsOf(
  command: AnyCommand,
  result: unknown,
  { values, mode, paths }: { values: Values; mode: Mode; paths: readonly Path[] | undefined },
) {
  const { rows: _, ...plain } = command;
  const rows = rowsIn(command, values);
  const isList = mode === 'csv' || mode === 'ndjson' || (paths !== undefined && mode !== 'json');
  if (rows === undefined || !isList || typeof result !== 'object' || result === null) return undefined;
  const document = result as Readonly<Record<string, unknown>>;
  const { schema: whole } = documentOf(command, values);
  const [items, answer] =
    typeof rows === 'string' ? [document[rows], itemsOf(rows, whole)] : [rows.of(document), rows.answer];
  if (!Array.isArray(items)) return undefined;
  if (paths === undefined) return { items, command: { ...plain, answer } };
  const own = fieldsOf(whole).fields;
  const isOfRow = ([first = '', ...below]: Path) => (first === rows ? below.length > 0 : !own.has(first));
  if (!paths.some(isOfRow)) return undefined;
  const all = items.map((item) => ({
    ...item,
    ...document,
    ...(typeof rows === 'string' && { [rows]: item }),
  }));
  return { items: all, command };
}

/** Where a document has the fields that are asked for: those of a row in its list. */
export function pathsIn(command: AnyCommand, values: Values, paths: readonly Path[]): readonly Path[] {
  const rows = rowsIn(command, values);
  if (rows === undefined) return paths;
  const own = fieldsOf(documentOf(command, values).schema).fields;
  return paths.map((path): Path => {
    const [first = '', ...below] = path;
    if (own.has(first)) return path;
    return typeof rows === 'string' ? [rows, first, ...below] : [...rows.at(first), ...below];
  });
}
