import { Failure } from '../../base/errors.ts';
import { type Row, textOf } from '../../domain/lead-file/row.ts';
import type { World } from '../declare/world.ts';
import { openRows } from './open-rows.ts';
import { readSource } from './source-file.ts';

/** A file of rows, read: its header and its data rows, numbered as a spreadsheet shows them by record (header = 1). */
export type RowFile = Awaited<ReturnType<typeof readRows>>;

interface TextRow extends Pick<Row, 'number' | 'fault'> {
  readonly cells: readonly string[];
}

/**
 * Reads rows as {@link openRows} does, all of them and as the file has them; says where the encoding was guessed. Throws
 * `usage` naming the file and the line where it is empty, binary, or not well formed.
 */
export async function readRows(
  world: World,
  path: string,
  given: string | undefined,
  say: (line: string) => void,
  delimiter?: string,
) {
  const file = await readSource(world, path, 'list', encodingOf(given));
  const { name, encoding } = file;
  const source = await openRows(file, { isRaw: true, delimiter: delimiterOf(delimiter) });
  const rows: TextRow[] = [];
  for await (const some of source.rows())
    for (const row of some) rows.push({ ...row, cells: row.cells.map(textOf) });
  const note = encodingNote(name, encoding, given);
  if (note !== undefined) say(note);
  return { name, encoding, headers: source.headers, rows };
}

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

/** What was said after `--delimiter`. Throws `usage` where it is no character. */
export function delimiterOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const character = given === '\\t' || given === 'tab' ? '\t' : given;
  if (character.length !== 1 || character === '"')
    throw new Failure('bad_delimiter', '--delimiter takes one character.');
  return character;
}

/** What a person should know of an encoding that was guessed; undefined where there is nothing to say. */
export function encodingNote(name: string, encoding: string, given: string | undefined): string | undefined {
  if (given !== undefined || encoding !== 'windows-1252') return undefined;
  return `${name} is not UTF-8 and was read as Windows-1252. If that is wrong, name its encoding with --encoding.`;
}
