import type { FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import type { Spool } from '../../local/spool.ts';
import { fileFailure } from '../read-file.ts';
import type { World } from '../world.ts';
import { type Scan, scanFile } from './scan-file.ts';

/** A file that can be read more than once, piece by piece, however large. */
export interface SourceFile extends Scan {
  readonly name: string;
  /** Not a file by itself: standard input, a named pipe, a device. */
  readonly isPiped: boolean;
  /** UTF-8 without byte-order mark, whatever the file is in; each piece only until the one after the next. */
  text(): AsyncGenerator<Buffer>;
  /** The bytes read so far of the pass that is under way, of `size`. */
  readonly position: number;
  close(): Promise<void>;
}

const newPiece = () => Buffer.allocUnsafeSlow(128 * 1024);

/** As a file of its own it would be read in a way that no signal reaches. */
export const isStandardInput = (path: string): boolean => path === '-' || path === '/dev/stdin';

/**
 * Opens a file, or standard input for `-`, and looks over it once. What cannot be read twice (a pipe) is kept in a spool
 * first. Throws `usage` with the path and the reason.
 */
export async function openSource(
  world: World,
  path: string,
  openSpool: () => Promise<Spool>,
): Promise<SourceFile> {
  const fs = await import('node:fs/promises');
  const name = isStandardInput(path) ? 'stdin' : path;
  const unreadable = (error: unknown): never => {
    throw fileFailure('read', path, error);
  };
  let file: FileHandle | undefined;
  let spool: Spool | undefined;
  let position = 0;

  const close = async () => {
    await Promise.all([file?.close(), spool?.close()]);
  };
  const readAt = async (into: Buffer, at: number): Promise<number> => {
    world.signal.throwIfAborted();
    if (spool) return spool.readInto(into, at);
    const read = await file?.read(into, 0, into.length, at).catch((error) => {
      throw fileFailure('read', name, error);
    });
    return read?.bytesRead ?? 0;
  };
  const begin = (into: Buffer, at: number): Promise<number> => {
    const reading = readAt(into, at);
    // It may fail before anybody waits for it; whoever does hears of it.
    reading.catch(() => undefined);
    return reading;
  };
  /**
   * While one piece is worked on, the next is read. They stand in three places of memory in turn: a reader may hold on to
   * one until the next has come.
   */
  async function* pieces(from: number): AsyncGenerator<Buffer> {
    let [current, coming, held] = [newPiece(), newPiece(), newPiece()];
    let at = from;
    let reading = begin(current, at);
    try {
      for (;;) {
        const length = await reading;
        if (length === 0) return;
        at += length;
        position = at;
        reading = begin(coming, at);
        yield current.subarray(0, length);
        [current, coming, held] = [coming, held, current];
      }
    } finally {
      // Nobody waits for it any more, but the file must not be closed before.
      await reading.catch(() => undefined);
    }
  }

  try {
    if (isStandardInput(path)) spool = await spooled(openSpool, world.stdin, world);
    else {
      const full = resolve(world.cwd, path);
      const found = await fs.stat(full).catch(unreadable);
      if (found.isDirectory()) unreadable({ code: 'EISDIR' });
      if (found.isFIFO()) {
        const { openNamedPipe } = await import('./named-pipe.ts');
        const pipe = await openNamedPipe(full, world.signal).catch(unreadable);
        spool = await spooled(openSpool, pipe, world);
      } else {
        file = await fs.open(full).catch(unreadable);
        if (!found.isFile())
          spool = await spooled(openSpool, file.createReadStream({ autoClose: false }), world);
      }
    }
    const scan = await scanFile(name, pieces(0));
    return {
      ...scan,
      name,
      isPiped: spool !== undefined,
      text: () => asUtf8(pieces(scan.mark), scan.encoding),
      get position() {
        return position;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function spooled(
  open: () => Promise<Spool>,
  stream: World['stdin'],
  { signal }: World,
): Promise<Spool> {
  const spool = await open();
  try {
    for await (const part of addAbortSignal(signal, stream)) await spool.write(Buffer.from(part));
    return spool;
  } catch (error) {
    await spool.close();
    signal.throwIfAborted();
    throw fileFailure('read', 'standard input', error);
  }
}

async function* asUtf8(pieces: AsyncIterable<Buffer>, encoding: Scan['encoding']): AsyncGenerator<Buffer> {
  if (encoding === 'utf-8') {
    yield* pieces;
    return;
  }
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  for await (const piece of pieces) yield Buffer.from(decoder.decode(piece, { stream: true }), 'utf8');
  yield Buffer.from(decoder.decode(), 'utf8');
}
