import { Failure } from '../../contract/errors.ts';

/**
 * The text of a file and how it was encoded: by its byte-order mark, else UTF-8, else Windows-1252.
 * Throws `usage` for a file that is no text.
 */
export function decode(name: string, bytes: Buffer): { text: string; encoding: string } {
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return { text: new TextDecoder(marked).decode(bytes), encoding: marked };
  if (bytes.subarray(0, 8192).includes(0)) {
    throw new Failure('usage', `${name} is not a text file.`, {
      code: 'binary_file',
      hint: 'Save the sheet as CSV and give that file.',
    });
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}

function markedEncoding(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}
