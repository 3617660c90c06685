import { isUtf8 } from 'node:buffer';
import { Failure } from '../../base/errors.ts';
import { invalidBytes, wholeCharacters } from '../../base/text/encoding.ts';
import { damageMark } from './damaged-rows.ts';
import type { Scan } from './scan-file.ts';

/** The text of a file. In UTF-8, a byte that is invalid is marked, so that its row can be rejected. */
export async function* decodeText(
  name: string,
  pieces: AsyncIterable<Buffer>,
  { encoding }: Pick<Scan, 'encoding'>,
): AsyncGenerator<string> {
  if (encoding === 'utf-8') yield* marked(pieces);
  else yield* foreign(name, pieces, encoding);
}

async function* marked(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const whole = wholeCharacters(bytes);
    rest = Buffer.from(bytes.subarray(whole));
    yield withMarks(bytes.subarray(0, whole));
  }
  if (rest.length > 0) yield withMarks(rest);
}

/** Each invalid byte as what it is in Windows-1252, as it nearly always was written, behind a mark. */
function withMarks(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  const foreign = new TextDecoder('windows-1252');
  let text = '';
  let from = 0;
  for (const at of invalidBytes(bytes)) {
    text += bytes.toString('utf8', from, at) + damageMark + foreign.decode(bytes.subarray(at, at + 1));
    from = at + 1;
  }
  return text + bytes.toString('utf8', from);
}

async function* foreign(
  name: string,
  pieces: AsyncIterable<Buffer>,
  encoding: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true, fatal: true });
  let offset = 0;
  const decode = (piece?: Buffer): string => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch (error) {
      throw new Failure(
        'wrong_encoding',
        `${name} is not ${encoding}: the bytes after ${offset} are not a character.`,
        { hint: 'Name its encoding with --encoding, or save it as UTF-8.', cause: error },
      );
    }
  };
  for await (const piece of pieces) {
    yield decode(piece);
    offset += piece.length;
  }
  yield decode();
}
