import { isUtf8 } from 'node:buffer';
import { Failure } from '../../base/errors.ts';
import { firstInvalid, markOf } from '../../base/text/encoding.ts';
import { checkSize, isStandardInput, type ReadKind } from '../declare/file-limits.ts';
import type { World } from '../declare/world.ts';
import { fileFailure } from './file-failure.ts';
import { openInput } from './open-input.ts';

/** The whole of a file, or of standard input for `-`. Throws `usage` with the path and the reason. */
export async function readFile(world: World, path: string, kind: ReadKind): Promise<Buffer> {
  const input = await openInput(world, path, kind);
  const parts: Buffer[] = [];
  try {
    if (input.file === undefined) {
      for await (const piece of input.pieces()) parts.push(piece);
      return Buffer.concat(parts);
    }
    const { file, name } = input;
    for (let size = 0; ; ) {
      world.signal.throwIfAborted();
      const piece = Buffer.allocUnsafe(256 * 1024);
      const { bytesRead } = await file.read(piece, 0, piece.length, size).catch((error) => {
        throw fileFailure('read', name, error);
      });
      if (bytesRead === 0) return Buffer.concat(parts);
      size += bytesRead;
      // It may grow while it is read.
      checkSize(name, kind, size);
      parts.push(piece.subarray(0, bytesRead));
    }
  } finally {
    await input.close();
  }
}

/**
 * The whole of a text file, or of standard input for `-`, without byte-order mark: in the encoding of the mark, else
 * UTF-8. Throws `usage` with the path and the reason, and where a byte is wrong with its position.
 */
export async function readText(world: World, path: string, kind: ReadKind): Promise<string> {
  const bytes = await readFile(world, path, kind);
  const mark = markOf(bytes);
  const text = bytes.subarray(mark?.length ?? 0);
  const name = isStandardInput(path) ? 'stdin' : path;
  if (mark !== undefined && mark.encoding !== 'utf-8') return utf16(name, text, mark.encoding);
  if (isUtf8(text)) return text.toString('utf8');
  const at = firstInvalid(bytes);
  const line = bytes.subarray(0, at).toString('latin1').split('\n').length;
  const byte = kind === 'secret' ? 'a byte' : `byte 0x${bytes[at]?.toString(16)}`;
  throw new Failure('not_utf8', `cannot read ${name}: ${byte} at offset ${at}, line ${line}, is not UTF-8`, {
    hint: 'Save it as UTF-8, and run this again.',
  });
}

function utf16(name: string, text: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(text);
  } catch (error) {
    throw new Failure(
      'not_utf16',
      `cannot read ${name}: its byte-order mark says ${encoding}, which it is not`,
      { hint: 'Save it as UTF-8, and run this again.', cause: error },
    );
  }
}
