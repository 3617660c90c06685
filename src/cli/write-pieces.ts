import { resolve } from 'node:path';
import { fileFailure } from './read-file.ts';
import type { World } from './world.ts';

/** Replaces a whole file by pieces that need not be in memory together. Throws `usage` with the path and the reason. */
export async function writePieces(
  world: World,
  path: string,
  pieces: AsyncIterable<Uint8Array | string>,
): Promise<void> {
  const fs = await import('node:fs/promises');
  const failed = (error: unknown) => {
    throw fileFailure('write', path, error);
  };
  const file = await fs.open(resolve(world.cwd, path), 'w', 0o666).catch(failed);
  try {
    for await (const piece of pieces) await file.writeFile(piece).catch(failed);
  } finally {
    await file.close();
  }
}
