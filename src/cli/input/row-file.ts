import type { World } from '../declare/world.ts';
import { damagedRows } from './damaged-rows.ts';
import { delimitedRows } from './delimited-rows.ts';
import { beginningOf, detectDelimiter } from './delimiter.ts';
import type { SourceRow } from './row-source.ts';
import { readSource, type SourceOptions } from './source-file.ts';

/** A delimited file, read: its header and its data rows, numbered as a spreadsheet shows them by record (header = 1). */
export interface RowFile {
  readonly name: string;
  readonly encoding: string;
  readonly headers: readonly string[];
  readonly rows: readonly TextRow[];
}

export interface TextRow extends Pick<SourceRow, 'number' | 'fault'> {
  readonly cells: readonly string[];
}

/**
 * Reads CSV or TSV as people have it: byte-order mark, any line ending, quoted commas and line breaks. Cells are as they
 * are in the file. Throws `usage` naming the file and the line where it is empty, binary, or not well formed.
 */
export async function readRowFile(world: World, path: string, options: SourceOptions): Promise<RowFile> {
  const file = await readSource(world, path, 'list', options);
  const { name, encoding } = file;
  const delimiter = detectDelimiter(await beginningOf(file.text()));
  const delimited = await delimitedRows(file, delimiter, { skipped: 0, isProtected: false });
  const source = file.isDamaged ? damagedRows(name, delimited) : delimited;
  const rows: TextRow[] = [];
  for await (const some of source.rows()) for (const row of some) rows.push(textRow(row));
  return { name, encoding, headers: source.headers, rows };
}

const textRow = (row: SourceRow): TextRow => ({
  ...row,
  cells: row.cells.map((cell) => (typeof cell === 'string' ? cell : cell.text)),
});
