import type { FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { checkSize, isStandardInput, type ReadKind } from '../declare/file-limits.ts';
import type { World } from '../declare/world.ts';
import { fileFailure } from './file-failure.ts';

/** A file that can be read anywhere, or what comes once out of a pipe or a device. Every read ends at the abort. */
export type Input = { readonly name: string; close(): Promise<void> } & (
  | { readonly file: FileHandle; readonly size: number }
  | { readonly file: undefined; pieces(): AsyncGenerator<Buffer> }
);

/**
 * Opens what a person named to be read, standard input for `-`. Throws `usage` with the path and the reason, also where
 * it is longer than files of its kind are.
 */
export async function openInput(world: World, path: string, kind: ReadKind): Promise<Input> {
  if (isStandardInput(path)) return piped(world, 'stdin', kind, world.stdin);
  const fs = await import('node:fs/promises');
  const full = resolve(world.cwd, path);
  try {
    const found = await fs.stat(full);
    if (found.isFIFO()) {
      const { openNamedPipe } = await import('./named-pipe.ts');
      const pipe = await openNamedPipe(full, world.signal);
      return piped(world, path, kind, pipe);
    }
    if (found.isFile()) checkSize(path, kind, found.size);
    const file = await fs.open(full);
    // Files below /proc say that they are empty.
    if (found.isFile() && found.size > 0)
      return { name: path, file, size: found.size, close: () => file.close() };
    if (!found.isDirectory()) return piped(world, path, kind, await streamOf(file));
    await file.close();
    throw Object.assign(new Error(), { code: 'EISDIR' });
  } catch (error) {
    world.signal.throwIfAborted();
    throw fileFailure('read', path, error);
  }
}

/** A terminal is read in a way that keeps no thread waiting. */
async function streamOf(file: FileHandle): Promise<Readable> {
  const { isatty, ReadStream } = await import('node:tty');
  return isatty(file.fd) ? new ReadStream(file.fd) : file.createReadStream();
}

function piped(world: World, name: string, kind: ReadKind, stream: Readable): Input {
  async function* pieces(): AsyncGenerator<Buffer> {
    let size = 0;
    try {
      for await (const part of addAbortSignal(world.signal, stream)) {
        const piece = Buffer.from(part);
        size += piece.length;
        checkSize(name, kind, size);
        yield piece;
      }
    } catch (error) {
      world.signal.throwIfAborted();
      throw fileFailure('read', name, error);
    }
  }
  return {
    name,
    file: undefined,
    pieces,
    async close() {
      if (stream !== world.stdin) stream.destroy();
    },
  };
}
