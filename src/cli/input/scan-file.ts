import { isAscii, isUtf8 } from 'node:buffer';
import { Failure } from '../../base/errors.ts';
import { holdsWideCharacter, markOf, wholeCharacters } from '../../base/text/encoding.ts';
import { pattern } from '../advice/line-of.ts';
import { shellWord } from '../advice/shell-words.ts';

/** What one look over all bytes of a file tells. */
export interface Scan {
  /** By its usual name: `utf-8`, `windows-1252`. */
  readonly encoding: string;
  /** It is UTF-8, but for some bytes. */
  readonly isDamaged: boolean;
  /** How long the byte-order mark is. */
  readonly mark: number;
  readonly size: number;
}

const sampleSize = 8192;

/**
 * Reads a file once, without understanding it: how it is encoded. As the person said, else by its byte-order
 * mark, else UTF-16 where every other byte is zero, else UTF-8 where it is or has a character of several bytes that
 * are UTF-8, else Windows-1252. Throws `usage` for a file that is empty or not text.
 */
export async function scanFile(
  name: string,
  chunks: AsyncIterable<Buffer>,
  given: string | undefined,
): Promise<Scan> {
  const utf8 = utf8Check();
  let head: Buffer = Buffer.alloc(0);
  let size = 0;
  let blank = true;
  for await (const chunk of chunks) {
    utf8.take(chunk);
    if (head.length < sampleSize) head = Buffer.concat([head, chunk.subarray(0, sampleSize - head.length)]);
    blank &&= isBlank(chunk);
    size += chunk.length;
  }
  if (blank && share(head, 0) === 1) throw noText(name, nulBytes(head), saveAsCsv);
  if (blank) throw new Failure('empty_file', `${name} is empty.`);
  const detected = headEncoding(name, head, given);
  const { damaged, wide } = utf8.holds();
  const encoding = detected.encoding ?? (damaged && !wide ? 'windows-1252' : 'utf-8');
  const isDamaged = encoding === 'utf-8' && damaged;
  return { encoding, isDamaged, mark: detected.mark, size };
}

/** Throws as soon as there is enough of a file to see that it is not text; gives what there is as long as there is not. */
export function refuseBinary(name: string, head: Buffer, given: string | undefined): Buffer | undefined {
  if (head.length < sampleSize) return head;
  headEncoding(name, head.subarray(0, sampleSize), given);
  return undefined;
}

/** What the first bytes tell of the encoding. */
function headEncoding(
  name: string,
  head: Buffer,
  given: string | undefined,
): { encoding: string | undefined; mark: number } {
  const mark = markOf(head);
  if (given?.startsWith('utf-16'))
    return { encoding: given, mark: mark?.encoding === given ? mark.length : 0 };
  const format = knownFormats.find(({ start }) => head.subarray(0, start.length).equals(start));
  if (mark && given === undefined && format === undefined)
    return { encoding: mark.encoding, mark: mark.length };
  if (format !== undefined) {
    const { what, unpack, hint = '' } = format;
    const unpacked = unpack && `${unpack} ${shellWord(name)} | ${pattern('leads import', { file: '-' })}`;
    throw noText(name, `it is ${what}`, unpacked ? `Unpack it on the way: ${unpacked}` : hint);
  }
  if (head.includes(0)) {
    const encoding = unmarkedUtf16(head);
    if (encoding !== undefined && given === undefined) return { encoding, mark: 0 };
    if (share(head, 0) > mostZeros) throw noText(name, nulBytes(head), saveAsCsv);
  }
  return { encoding: given, mark: mark && mark.encoding === given ? mark.length : 0 };
}

/** A dump of a database has a few; the reader of the rows judges them. */
const mostZeros = 0.02;

const share = (bytes: Buffer, wanted: number): number =>
  bytes.reduce((count, byte) => count + (byte === wanted ? 1 : 0), 0) / bytes.length;

function nulBytes(head: Buffer): string {
  const at = head.indexOf(0);
  const line = head.subarray(0, at).filter((byte) => byte === lineFeed).length + 1;
  return `it holds a NUL byte at offset ${at}, line ${line}`;
}

const lineFeed = 0x0a;

const saveAsCsv = 'Open it and save the sheet as CSV, then import that file.';
const saveAsUtf8 = 'Save it as UTF-8, then import that file.';

/** `unpack`: what makes text of it. */
const knownFormats: readonly { start: Buffer; what: string; hint?: string; unpack?: string }[] = [
  { start: Buffer.from([0x1f, 0x8b]), what: 'compressed (gzip)', unpack: 'gunzip -c' },
  { start: Buffer.from('BZh'), what: 'compressed (bzip2)', unpack: 'bunzip2 -c' },
  { start: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), what: 'compressed (zstd)', unpack: 'zstd -dc' },
  { start: Buffer.from([0x50, 0x4b, 3, 4]), what: 'an Excel workbook or a ZIP archive', hint: saveAsCsv },
  { start: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), what: 'an Excel workbook', hint: saveAsCsv },
  { start: Buffer.from([0xff, 0xfe, 0, 0]), what: 'in UTF-32', hint: saveAsUtf8 },
  { start: Buffer.from([0, 0, 0xfe, 0xff]), what: 'in UTF-32', hint: saveAsUtf8 },
  { start: Buffer.from('%PDF-'), what: 'a PDF', hint: saveAsCsv },
];

const noText = (name: string, why: string, hint: string): Failure =>
  new Failure('binary_file', `${name} is not a text file: ${why}.`, { hint });

/** Headers are mostly Latin: in UTF-16 one byte of each pair is zero, and the other never is. */
function unmarkedUtf16(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = head.length / 6;
  if (even === 0 && odd > many) return 'utf-16le';
  return odd === 0 && even > many ? 'utf-16be' : undefined;
}

/** Spaces, line ends and byte-order marks alone. */
function isBlank(chunk: Buffer): boolean {
  for (const byte of chunk)
    if (byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf && byte < 0xfe) return false;
  return true;
}

/** Pieces are cut where a character may be under way. */
function utf8Check() {
  let rest: Buffer = Buffer.alloc(0);
  let damaged = false;
  let wide = false;
  return {
    take(chunk: Buffer) {
      if (damaged && wide) return;
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const cut = wholeCharacters(bytes);
      const whole = bytes.subarray(0, cut);
      if (isUtf8(whole)) wide ||= !isAscii(whole);
      else {
        damaged = true;
        wide ||= holdsWideCharacter(whole);
      }
      rest = Buffer.from(bytes.subarray(cut));
    },
    /** Bytes that are no UTF-8, and characters of several bytes that are. */
    holds: () => ({ damaged: damaged || rest.length > 0, wide }),
  };
}
