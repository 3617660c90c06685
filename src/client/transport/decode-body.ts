import { WireFailure } from '../../contract/wire.ts';

/** The most an answer may hold, decoded. */
export const maxAnswerBytes = 20 * 1024 * 1024;
/** A chain of encodings is an attack, not a saving. */
const maxEncodings = 2;

export const acceptedEncodings = 'gzip, deflate, br';

/** The text of a body as it came over the wire. Throws {@link WireFailure} where it is cut off, too large or unknown. */
export async function decodeBody(raw: Buffer, contentEncoding: string | undefined): Promise<string> {
  const encodings: string[] = [];
  for (const name of (contentEncoding ?? '').toLowerCase().split(','))
    if (!['', 'identity'].includes(name.trim())) encodings.push(name.trim());
  if (encodings.length > maxEncodings)
    throw new WireFailure('truncated', true, `The answer is encoded ${encodings.length} times over`);
  let bytes = raw;
  for (const encoding of encodings.reverse()) bytes = await inflate(bytes, encoding);
  return new TextDecoder().decode(bytes);
}

async function inflate(bytes: Buffer, encoding: string): Promise<Buffer> {
  const { brotliDecompress, gunzip, inflate: unzlib, inflateRaw } = await import('node:zlib');
  // Both kinds of deflate are in use; only one begins with this nibble.
  const undeflate = ((bytes[0] ?? 0) & 0x0f) === 8 ? unzlib : inflateRaw;
  const decoders = new Map([
    ['gzip', gunzip],
    ['x-gzip', gunzip],
    ['deflate', undeflate],
    ['br', brotliDecompress],
  ]);
  const decoder = decoders.get(encoding);
  if (decoder === undefined)
    throw new WireFailure(
      'truncated',
      true,
      `The answer is in an encoding that was not asked for: ${encoding.slice(0, 40)}`,
    );
  return new Promise((resolve, reject) => {
    decoder(bytes, { maxOutputLength: maxAnswerBytes }, (error: NodeJS.ErrnoException | null, decoded) => {
      if (error === null) resolve(decoded);
      else if (error.code === 'ERR_BUFFER_TOO_LARGE') reject(tooLarge());
      else
        reject(
          new WireFailure('truncated', true, 'The compressed answer is cut off or damaged', { cause: error }),
        );
    });
  });
}

export const tooLarge = (): WireFailure =>
  new WireFailure('too-large', true, `The answer is larger than ${maxAnswerBytes / 1024 / 1024} MB`);
