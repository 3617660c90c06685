import { constants, open } from 'node:fs';
import { type FileHandle, open as openFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Failure } from '../../base/errors.ts';
import { checkSize, isStandardInput, type ReadKind } from '../declare/file-limits.ts';
import type { World } from '../declare/world.ts';
import { fileFailure } from './file-failure.ts';
import { oddity } from './output-target.ts';
import { pathOf } from './room.ts';

/** A file that can be read anywhere, or what comes once out of a pipe or a device. Every read ends at the abort. */
export type Input = { readonly name: string; close(): Promise<void> } & (
  | { readonly file: FileHandle; readonly size: number }
  | { readonly file: undefined; pieces(): AsyncGenerator<Buffer> }
);

/** Opens what a person named, standard input for `-`. Throws `usage`, also where it is longer than its kind may be. */
export async function openInput(world: World, path: string, kind: ReadKind): Promise<Input> {
  if (isStandardInput(path)) return piped(world, 'stdin', kind, world.stdin);
  const fs = await import('node:fs/promises');
  try {
    const full = pathOf(world, path);
    if (world.room) return await plainFile(full, path, kind);
    const found = await fs.stat(full);
    if (found.isFIFO()) {
      const pipe = await openNamedPipe(full, world.signal);
      return piped(world, path, kind, pipe);
    }
    if (found.isFile()) checkSize(path, kind, found.size);
    const file = await fs.open(full);
    // Files below /proc say that they are empty.
    if (found.isFile() && found.size > 0)
      return { name: path, file, size: found.size, close: () => file.close() };
    if (!found.isDirectory()) {
      // A terminal is read in a way that keeps no thread waiting.
      const { isatty, ReadStream } = await import('node:tty');
      return piped(world, path, kind, isatty(file.fd) ? new ReadStream(file.fd) : file.createReadStream());
    }
    await file.close();
    throw Object.assign(new Error(), { code: 'EISDIR' });
  } catch (error) {
    world.signal.throwIfAborted();
    throw fileFailure('read', path, error);
  }
}

/** In a room: what has become a link since its place was checked is not followed. */
async function plainFile(full: string, path: string, kind: ReadKind): Promise<Input> {
  const { constants, open } = await import('node:fs/promises');
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;
  const file = await open(full, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const found = await file.stat();
    // Its other name may be outside of the folder.
    const reason = oddity(found) ?? (found.nlink > 1 ? 'it has another name, by a hard link' : undefined);
    if (reason !== undefined)
      throw new Failure('file_not_readable', `cannot read ${path}: ${reason}`, {
        hint: 'Name a plain file.',
      });
    checkSize(path, kind, found.size);
    return { name: path, file, size: found.size, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function piped(world: World, name: string, kind: ReadKind, stream: Readable): Input {
  async function* pieces(): AsyncGenerator<Buffer> {
    let size = 0;
    const { addAbortSignal } = await import('node:stream');
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

/**
 * What comes out of a named pipe. Opening one waits for a writer, and no signal ends that; so at the abort we
 * open it for writing. Nor is it read like a file: a read that waits there keeps the program from ending.
 */
async function openNamedPipe(path: string, signal: AbortSignal): Promise<Readable> {
  signal.throwIfAborted();
  let opened = false;
  const wake = async () => {
    while (!opened) {
      // It works only once the other end waits already.
      const end = await openFile(path, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined);
      await end?.close();
      await pause(20);
    }
  };
  signal.addEventListener('abort', wake, { once: true });
  try {
    return new Socket({ fd: await promisify(open)(path, 'r'), readable: true, writable: false });
  } finally {
    opened = true;
    signal.removeEventListener('abort', wake);
  }
}
