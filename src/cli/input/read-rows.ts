import { Failure } from '../../base/errors.ts';
import type { World } from '../declare/world.ts';
import { type RowFile, readRowFile } from './row-file.ts';

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

/** Reads the rows of a file, and says where its encoding was guessed. Throws `usage`. */
export async function readRows(
  world: World,
  path: string,
  given: string | undefined,
  say: (line: string) => void,
): Promise<RowFile> {
  const encoding = encodingOf(given);
  const file = await readRowFile(world, path, { encoding });
  const note = encodingNote(file.name, file.encoding, encoding);
  if (note !== undefined) say(note);
  return file;
}

/** What a person should hear of an encoding that was only found out; undefined where there is nothing to say. */
export function encodingNote(name: string, encoding: string, given: string | undefined): string | undefined {
  if (given !== undefined || encoding !== 'windows-1252') return undefined;
  return `${name} is no UTF-8 and was read as Windows-1252. If that is wrong, name its encoding with --encoding.`;
}
