import { Failure, messageOf } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import { jsonParser, jsonText } from '../../base/lossless-json.ts';
import type { Cell, Row } from '../../domain/lead-file/row.ts';
import { checkColumns } from '../declare/file-limits.ts';
import { type JsonItem, jsonItems } from './json-items.ts';
import { type RowSource, samplesOf } from './row-source.ts';
import type { SourceFile } from './source-file.ts';

/** So many objects are looked at for their fields before the columns are settled. */
const looked = 1000;

/** NDJSON, a JSON list of objects, or an object that holds one as `items` or `leads`: a field is a column. */
export async function objectRows(file: SourceFile, head: string): Promise<RowSource> {
  const headers: string[] = [];
  const places = new Map<string, number>();
  const { format, items } = jsonItems(file, head, await jsonParser());
  const toRow = (item: JsonItem): Row => {
    const value = objectOf(file.name, item);
    for (const field of Object.keys(value)) {
      if (places.has(field)) continue;
      places.set(field, headers.length);
      headers.push(field);
    }
    checkColumns(file.name, headers.length);
    const cells = Array<Cell>(headers.length).fill('');
    for (const [field, entry] of Object.entries(value)) cells[places.get(field) ?? 0] = cellOf(entry);
    return { number: item.number, cells };
  };

  const begun: Row[] = [];
  for (;;) {
    const next = await items.next();
    if (next.done) break;
    begun.push(...next.value.map(toRow));
    if (begun.length >= looked) break;
  }
  async function* rows(): AsyncGenerator<readonly Row[]> {
    yield widened(begun.splice(0), headers.length);
    for await (const more of items) {
      const some = more.map(toRow);
      yield widened(some, headers.length);
    }
  }
  if (begun.length === 0)
    throw new Failure('empty_file', `${file.name} holds no objects.`, {
      hint: 'Every lead is a JSON object, one a line or as items of a list.',
    });
  return {
    format,
    headers,
    linesBefore: 0,
    ...samplesOf(
      begun.map(({ cells }) => cells),
      headers.length,
    ),
    rows,
  };
}

/** With an empty cell for each column that turned up after the row. */
function widened(rows: readonly Row[], width: number): Row[] {
  const wide: Row[] = [];
  for (const row of rows) {
    const more = width - row.cells.length;
    wide.push(more === 0 ? row : { ...row, cells: [...row.cells, ...Array<string>(more).fill('')] });
  }
  return wide;
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return { text: jsonText(value), value };
}

function objectOf(name: string, { where, value }: JsonItem): object {
  let reason: string;
  try {
    const found = value();
    if (isRecord(found)) return found;
    reason = 'it is not an object';
  } catch (error) {
    reason = messageOf(error);
  }
  throw new Failure('malformed_file', `${name} cannot be read at ${where}: ${reason}`, {
    hint: 'Every lead is a JSON object, one a line or as items of a list.',
  });
}
