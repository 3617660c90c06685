import { createHash } from 'node:crypto';
import { Failure } from '../../base/errors.ts';
import type { Spool } from '../../local/spool.ts';
import type { ReadKind } from '../declare/file-limits.ts';
import { isStandardInput } from '../declare/file-limits.ts';
import type { World } from '../declare/world.ts';
import { fileFailure } from '../files/file-failure.ts';
import { type Input, openInput } from '../files/open-input.ts';
import { readFile } from '../files/read-file.ts';
import { decodeText } from './decode-text.ts';
import { refuseBinary, type Scan, scanFile } from './scan-file.ts';

/** A file that can be read more than once, piece by piece, however large, and gives the same text each time. */
export interface SourceFile extends Scan {
  readonly name: string;
  /** Not a file by itself: standard input, a named pipe, a device. */
  readonly isPiped: boolean;
  /** The same content gives the same hash, whatever the file is called. */
  readonly hash: string;
  /** Decoded, without byte-order mark. Throws `conflict` where the file has changed, before a byte that differs. */
  text(): AsyncGenerator<string>;
  /** The bytes read so far of the pass that is under way, of `size`. */
  readonly position: number;
  close(): Promise<void>;
}

/**
 * Opens a file, or standard input for `-`, and reads it once, in the encoding that the person named, if any; a pipe is copied
 * to a spool first. Throws `usage`.
 */
export async function openSource(
  world: World,
  path: string,
  openSpool: () => Promise<Spool>,
  encoding?: string,
): Promise<SourceFile> {
  const input = await openInput(world, path, 'rows');
  const { file, name } = input;
  let spool: Spool | undefined;
  const close = async () => {
    await Promise.all([input.close(), spool?.close()]);
  };
  const failed = (error: unknown): never => {
    throw fileFailure('read', name, error);
  };
  const readAt = async (into: Buffer, at: number): Promise<number> => {
    world.signal.throwIfAborted();
    if (spool) return spool.readInto(into, at);
    const read = await file?.read(into, 0, into.length, at).catch(failed);
    return read?.bytesRead ?? 0;
  };
  const state = async (): Promise<string> => {
    const found = await file?.stat().catch(failed);
    return found ? `${found.size} ${found.mtimeMs}` : '';
  };
  try {
    if (input.file === undefined) spool = await spooled(openSpool, input, encoding);
    return await sourceOf({ name, isPiped: spool !== undefined, readAt, state, encoding, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** The same for a list that is in memory as a whole: nothing of it reaches the disk. */
export async function readSource(
  world: World,
  path: string,
  kind: ReadKind,
  encoding?: string,
): Promise<SourceFile> {
  const bytes = await readFile(world, path, kind);
  const isPiped = isStandardInput(path);
  return sourceOf({
    name: isPiped ? 'stdin' : path,
    isPiped,
    readAt: async (into, at) => {
      world.signal.throwIfAborted();
      return bytes.copy(into, 0, at);
    },
    state: async () => '',
    encoding,
    close: async () => undefined,
  });
}

interface Parts {
  readonly name: string;
  readonly isPiped: boolean;
  /** Fills the place from a byte of the file on; how many there were, 0 at the end. */
  readAt(into: Buffer, at: number): Promise<number>;
  /** Size and time of the last change, as text. */
  state(): Promise<string>;
  readonly encoding: string | undefined;
  close(): Promise<void>;
}

async function sourceOf(parts: Parts): Promise<SourceFile> {
  const { name, isPiped, encoding, close } = parts;
  const pieces = new Pieces(parts);
  const scan = await scanFile(name, pieces.read(), encoding);
  return {
    ...scan,
    name,
    isPiped,
    hash: pieces.hash,
    text: () => decodeText(name, pieces.read(scan.mark), scan),
    get position() {
      return pieces.position;
    },
    close,
  };
}

/** Bytes that are read, and compared, together. */
const blockSize = 128 * 1024;
/** V8 collects strings of this size early; larger ones live longer. */
const pieceSize = 32 * 1024;

/** The bytes of a file, some at a time: learnt by the first reading, and compared by each later one. */
class Pieces {
  position = 0;
  #state: string | undefined;
  readonly #digests: string[] = [];

  constructor(private readonly parts: Parts) {}

  get hash(): string {
    return digestOf(this.#digests.join());
  }

  /** Without the first bytes. Each piece is there until the next. */
  async *read(skipped = 0): AsyncGenerator<Buffer> {
    const state = await this.parts.state();
    const isFirst = this.#state === undefined;
    this.#state ??= state;
    if (state !== this.#state) throw this.#changed();
    const place = Buffer.allocUnsafeSlow(blockSize);
    this.position = 0;
    for (let index = 0; ; index++) {
      const block = place.subarray(0, await this.#fill(place));
      if (block.length > 0 && isFirst) this.#digests.push(digestOf(block));
      if (!isFirst && this.#digests[index] !== (block.length > 0 ? digestOf(block) : undefined))
        throw this.#changed();
      if (block.length === 0) return;
      this.position += block.length;
      for (let at = index === 0 ? skipped : 0; at < block.length; at += pieceSize)
        yield block.subarray(at, at + pieceSize);
    }
  }

  async #fill(place: Buffer): Promise<number> {
    for (let length = 0; ; ) {
      const read = await this.parts.readAt(place.subarray(length), this.position + length);
      length += read;
      if (read === 0 || length === place.length) return length;
    }
  }

  #changed(): Failure {
    return new Failure('file_changed', `${this.parts.name} was changed while it was read.`, {
      hint: 'Run the same command again when nothing writes to the file.',
    });
  }
}

const digestOf = (content: Buffer | string): string =>
  createHash('sha512-256').update(content).digest('base64');

/** Copies a pipe to disk. Stops early if its start is not text, as the pipe may have no end. */
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
