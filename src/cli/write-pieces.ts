import { resolve } from 'node:path';
import { fileFailure, type WriteOptions } from './read-file.ts';
import type { World } from './world.ts';

/**
 * Writes a whole file from pieces that need not be in memory together, in the place of one that is there unless it has
 * to be `fresh`. Throws `usage` with the path and the reason.
 */
export async function writePieces(
  world: World,
  path: string,
  pieces: AsyncIterable<Uint8Array | string>,
  { fresh = false }: WriteOptions = {},
): Promise<void> {
  const fs = await import('node:fs/promises');
  const failed = (error: unknown) => {
    throw fileFailure('write', path, error);
  };
  const file = await fs.open(resolve(world.cwd, path), fresh ? 'wx' : 'w', 0o666).catch(failed);
  try {
    for await (const piece of pieces) await file.writeFile(piece).catch(failed);
  } finally {
    await file.close();
  }
}
