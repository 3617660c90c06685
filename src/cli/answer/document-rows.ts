import { fieldsOf, itemsOf } from '../declare/answer.ts';
import type { AnyCommand } from '../declare/command.ts';
import type { Path } from '../output/formats/fields.ts';
import type { Mode } from '../output/formats/mode.ts';
import { documentOf } from './answer-of.ts';

type Values = Readonly<Record<string, unknown>>;

/** A document as the list that it is about. */
interface DocumentRows {
  readonly items: readonly unknown[];
  /** The same command, which answers with what the rows have. */
  readonly command: AnyCommand;
}

/**
 * The rows of a document whose command has `rows`: in CSV and NDJSON, or where a field of a row is asked for. Undefined
 * where it is drawn as it is.
 */
export function rowsOf(
  command: AnyCommand,
  result: unknown,
  { values, mode, paths }: { values: Values; mode: Mode; paths: readonly Path[] | undefined },
): DocumentRows | undefined {
  const { rows, ...plain } = command;
  if (rows === undefined || mode === 'json' || typeof result !== 'object' || result === null)
    return undefined;
  const document = result as Readonly<Record<string, unknown>>;
  const items = document[rows];
  if (!Array.isArray(items)) return undefined;
  const whole = documentOf(command, values);
  if (paths === undefined)
    return mode === 'csv' || mode === 'ndjson'
      ? { items, command: { ...plain, answer: itemsOf(rows, whole) } }
      : undefined;
  const own = fieldsOf(whole).fields;
  const isOfRow = ([first = '', ...below]: Path) => (first === rows ? below.length > 0 : !own.has(first));
  if (!paths.some(isOfRow)) return undefined;
  return { items: items.map((item) => ({ ...(item as object), ...document, [rows]: item })), command };
}

/** Where a document has the fields that are asked for: those of a row in its list. */
export function pathsIn(command: AnyCommand, values: Values, paths: readonly Path[]): readonly Path[] {
  const { rows } = command;
  if (rows === undefined) return paths;
  const own = fieldsOf(documentOf(command, values)).fields;
  return paths.map((path) => (own.has(path[0] ?? '') ? path : [rows, ...path]));
}
