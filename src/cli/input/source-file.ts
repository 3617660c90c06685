import type { Spool } from '../../local/spool.ts';
import type { ReadKind } from '../declare/file-limits.ts';
import type { World } from '../declare/world.ts';
import { fileFailure } from '../files/file-failure.ts';
import { type Input, openInput } from '../files/open-input.ts';
import { readFile } from '../files/read-file.ts';
import { isStandardInput } from '../files/standard-streams.ts';
import { refuseBinary, type Scan, scanFile } from './scan-file.ts';
import { utf8Text } from './utf8-text.ts';

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

/** The encoding that the person named, if any. */
export interface SourceOptions {
  readonly encoding?: string | undefined;
}

const newPiece = () => Buffer.allocUnsafeSlow(128 * 1024);

/**
 * Opens a file, or standard input for `-`, and looks over it once. What cannot be read twice (a pipe) is kept in a spool
 * first. Throws `usage` with the path and the reason.
 */
export async function openSource(
  world: World,
  path: string,
  openSpool: () => Promise<Spool>,
  { encoding }: SourceOptions = {},
): Promise<SourceFile> {
  const input = await openInput(world, path, 'rows');
  let spool: Spool | undefined;
  const close = async () => {
    await Promise.all([input.close(), spool?.close()]);
  };
  const readAt = async (into: Buffer, at: number): Promise<number> => {
    world.signal.throwIfAborted();
    if (spool) return spool.readInto(into, at);
    const read = await input.file?.read(into, 0, into.length, at).catch((error) => {
      throw fileFailure('read', input.name, error);
    });
    return read?.bytesRead ?? 0;
  };
  try {
    if (input.file === undefined) spool = await spooled(openSpool, input, encoding);
    return await sourceOf(input.name, { isPiped: spool !== undefined, readAt, encoding, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** The same for a list that is in memory as a whole: of what stands in it nothing reaches the disk. */
export async function readSource(
  world: World,
  path: string,
  kind: ReadKind,
  { encoding }: SourceOptions = {},
): Promise<SourceFile> {
  const bytes = await readFile(world, path, kind);
  const readAt = async (into: Buffer, at: number) => {
    world.signal.throwIfAborted();
    return bytes.copy(into, 0, at);
  };
  const isPiped = isStandardInput(path);
  return sourceOf(isPiped ? 'stdin' : path, { isPiped, readAt, encoding, close: async () => undefined });
}

interface Parts {
  readonly isPiped: boolean;
  /** Fills the place from a byte of the file on; how many there were. */
  readAt(into: Buffer, at: number): Promise<number>;
  readonly encoding: string | undefined;
  close(): Promise<void>;
}

async function sourceOf(name: string, { isPiped, readAt, encoding, close }: Parts): Promise<SourceFile> {
  let position = 0;
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
  const scan = await scanFile(name, pieces(0), encoding);
  return {
    ...scan,
    name,
    isPiped,
    text: () => utf8Text(name, pieces(scan.mark), scan),
    get position() {
      return position;
    },
    close,
  };
}

/** Where it is no text, a pipe without an end is left at its beginning. */
async function spooled(
  open: () => Promise<Spool>,
  input: Extract<Input, { file: undefined }>,
  encoding: string | undefined,
): Promise<Spool> {
  const spool = await open();
  let head: Buffer | undefined = Buffer.alloc(0);
  try {
    for await (const piece of input.pieces()) {
      if (head) head = refuseBinary(input.name, Buffer.concat([head, piece]), encoding);
      await spool.write(piece);
    }
    return spool;
  } catch (error) {
    await spool.close();
    throw error;
  }
}
