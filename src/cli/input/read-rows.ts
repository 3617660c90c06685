import { Failure } from '../../base/errors.ts';
import { type Row, textOf } from '../../domain/lead-file/row.ts';
import type { World } from '../declare/world.ts';
import { damagedRows } from './damaged-rows.ts';
import { delimitedRows } from './delimited-rows.ts';
import { beginningOf, detectDelimiter, headerPlace } from './header-place.ts';
import { readSource } from './source-file.ts';

/** A delimited file, read: its header and its data rows, numbered as a spreadsheet shows them by record (header = 1). */
export interface RowFile {
  readonly name: string;
  readonly encoding: string;
  readonly headers: readonly string[];
  readonly rows: readonly TextRow[];
}

interface TextRow extends Pick<Row, 'number' | 'fault'> {
  readonly cells: readonly string[];
}

/**
 * Reads CSV or TSV as people have it: byte-order mark, any line ending, quoted commas and line breaks, and the notes that
 * products write in front of the header of their contacts, which are skipped; says where the
 * encoding was guessed. Cells are as the file has them. Throws `usage` naming the file and the line where it is empty,
 * binary, or not well formed.
 */
export async function readRows(
  world: World,
  path: string,
  given: string | undefined,
  say: (line: string) => void,
): Promise<RowFile> {
  const file = await readSource(world, path, 'list', { encoding: encodingOf(given) });
  const { name, encoding } = file;
  const head = await beginningOf(file.text());
  const header = headerPlace(head, undefined);
  const delimiter = detectDelimiter(head.slice(header.from));
  const delimited = await delimitedRows(file, delimiter, { header, isProtected: false });
  const source = file.isDamaged ? damagedRows(name, delimited) : delimited;
  const rows: TextRow[] = [];
  for await (const some of source.rows()) rows.push(...some.map(textRow));
  const note = encodingNote(name, encoding, given);
  if (note !== undefined) say(note);
  return { name, encoding, headers: source.headers, rows };
}

const textRow = (row: Row): TextRow => ({ ...row, cells: row.cells.map(textOf) });

/** What was said after `--encoding`, by its usual name. Throws `usage` where there is no such encoding. */
export function encodingOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  try {
    return new TextDecoder(given).encoding;
  } catch (error) {
    throw new Failure('invalid_value', `there is no encoding '${given}'`, {
      hint: 'For example utf-8, windows-1252, utf-16le, iso-8859-2, macintosh or shift_jis.',
      cause: error,
    });
  }
}

/** What a person should know of an encoding that was guessed; undefined where there is nothing to say. */
export function encodingNote(name: string, encoding: string, given: string | undefined): string | undefined {
  if (given !== undefined || encoding !== 'windows-1252') return undefined;
  return `${name} is not UTF-8 and was read as Windows-1252. If that is wrong, name its encoding with --encoding.`;
}
