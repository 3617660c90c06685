import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Failure } from '../../contract/errors.ts';
import { shellWord } from '../command-line.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** What one look over all bytes of a file tells. */
export interface Scan {
  readonly encoding: Encoding;
  /** How long the byte-order mark is. */
  readonly mark: number;
  /** SHA-512/256 of every byte, a third quicker than SHA-256: the same file, whatever it is called. */
  readonly hash: string;
  readonly size: number;
}

const sampleSize = 8192;

/**
 * Reads a file once, without understanding it: encoded how, and which content. By its byte-order mark, else UTF-16 where
 * every other byte is nought, else UTF-8, else Windows-1252. Throws `usage` for a file that is empty or no text.
 */
export async function scanFile(name: string, chunks: AsyncIterable<Buffer>): Promise<Scan> {
  const hash = createHash('sha512-256');
  const utf8 = utf8Check();
  let head: Buffer = Buffer.alloc(0);
  let size = 0;
  let blank = true;
  for await (const chunk of chunks) {
    hash.update(chunk);
    utf8.take(chunk);
    if (head.length < sampleSize) head = Buffer.concat([head, chunk.subarray(0, sampleSize - head.length)]);
    blank &&= isBlank(chunk);
    size += chunk.length;
  }
  if (blank) throw new Failure('usage', `${name} is empty.`, { code: 'empty_file' });
  const { encoding, mark } = encodingOf(name, head, utf8.holds);
  return { encoding, mark, hash: hash.digest('hex'), size };
}

function encodingOf(name: string, head: Buffer, utf8: () => boolean): Pick<Scan, 'encoding' | 'mark'> {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', mark: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', mark: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', mark: 2 };
  const format = knownFormats.find(({ start }) => head.subarray(0, start.length).equals(start));
  if (format !== undefined) throw noText(name, `it is ${format.what}`, format.hint(name));
  if (head.includes(0)) {
    const encoding = unmarkedUtf16(head);
    if (encoding !== undefined) return { encoding, mark: 0 };
    if (share(head, 0) > mostNoughts) throw noText(name, 'it holds no text', saveAsCsv());
  }
  return { encoding: utf8() ? 'utf-8' : 'windows-1252', mark: 0 };
}

/** A dump of a database has a few, which are for whoever reads the rows to judge. */
const mostNoughts = 0.02;

const share = (bytes: Buffer, wanted: number): number =>
  bytes.reduce((count, byte) => count + (byte === wanted ? 1 : 0), 0) / bytes.length;

const saveAsCsv = (): string => 'Open it and save the sheet as CSV, then import that file.';
const unpack = (tool: string) => (name: string) =>
  `Unpack it on the way: ${tool} ${shellWord(name)} | outreach leads import -`;

const knownFormats: readonly { start: Buffer; what: string; hint(name: string): string }[] = [
  { start: Buffer.from([0x1f, 0x8b]), what: 'compressed (gzip)', hint: unpack('gunzip -c') },
  { start: Buffer.from('BZh'), what: 'compressed (bzip2)', hint: unpack('bunzip2 -c') },
  { start: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), what: 'compressed (zstd)', hint: unpack('zstd -dc') },
  { start: Buffer.from([0x50, 0x4b, 3, 4]), what: 'an Excel workbook or a ZIP archive', hint: saveAsCsv },
  { start: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), what: 'an Excel workbook', hint: saveAsCsv },
  { start: Buffer.from('%PDF-'), what: 'a PDF', hint: saveAsCsv },
];

const noText = (name: string, why: string, hint: string): Failure =>
  new Failure('usage', `${name} is not a text file: ${why}.`, { code: 'binary_file', hint });

/** Headers are mostly Latin: in UTF-16 one byte of each pair is nought, and the other never is. */
function unmarkedUtf16(head: Buffer): Encoding | undefined {
  const noughts = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) noughts[at % 2] = (noughts[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = noughts;
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
  let valid = true;
  return {
    take(chunk: Buffer) {
      if (!valid) return;
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const cut = wholeCharacters(bytes);
      valid = isUtf8(bytes.subarray(0, cut));
      rest = Buffer.from(bytes.subarray(cut));
    },
    holds: () => valid && rest.length === 0,
  };
}

function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return needed > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
