import { checkSize, type ReadKind } from '../declare/file-limits.ts';
import type { World } from '../declare/world.ts';
import { fileFailure } from './file-failure.ts';
import { type Input, openInput } from './open-input.ts';

/** The whole of a file, or of standard input for `-`. Throws `usage` with the path and the reason. */
export async function readFile(world: World, path: string, kind: ReadKind): Promise<Buffer> {
  const input = await openInput(world, path, kind);
  try {
    return await wholeOf(world, input, kind);
  } finally {
    await input.close();
  }
}

async function wholeOf({ signal }: World, input: Input, kind: ReadKind): Promise<Buffer> {
  const parts: Buffer[] = [];
  if (input.file === undefined) {
    for await (const piece of input.pieces()) parts.push(piece);
    return Buffer.concat(parts);
  }
  const { file, name } = input;
  for (let size = 0; ; ) {
    signal.throwIfAborted();
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
}
