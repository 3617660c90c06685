import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { World } from '../../../cli/declare/world.ts';
import { fileFailure } from '../../../cli/files/file-failure.ts';
import { isThere, type OutputTarget, outputTarget } from '../../../cli/files/output-target.ts';
import { newFile, replaceFile } from '../../../cli/files/write-file.ts';

/** By what an unfinished file is recognised: its name alone proves nothing. */
export interface PartRecord {
  /** In the folder of the file it becomes. */
  readonly name: string;
  readonly bytes: number;
  readonly digest: string;
}

const newHash = () => createHash('sha512-256');
type Hash = ReturnType<typeof newHash>;

/** Begins a file: `<path>.part`, or with a random name where that is taken. Throws `usage` with the path and the reason. */
export async function createPart(world: World, path: string): Promise<PartFile> {
  const target = await outputTarget(world, path);
  const suffixes = ['.part', `.${randomBytes(8).toString('hex')}.part`];
  for (const suffix of suffixes) {
    try {
      const name = `${basename(target.path)}${suffix}`;
      const file = await newFile(join(dirname(target.path), name), target.mode);
      return new PartFile(world, target, file, { name, size: 0, hash: newHash() });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw fileFailure('write', path, error);
    }
  }
  throw fileFailure('write', path, { code: 'EEXIST' });
}

/**
 * Opens the file that an earlier run left, cut to what it had recorded; undefined where what is there is another one: no
 * plain file of this user, or with other bytes.
 */
export async function resumePart(
  world: World,
  path: string,
  { name, bytes, digest }: PartRecord,
): Promise<PartFile | undefined> {
  const target = await outputTarget(world, path);
  const { open } = await import('node:fs/promises');
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDWR } = constants;
  const place = join(dirname(target.path), basename(name));
  const file = await open(place, O_RDWR | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const hash = newHash();
    if ((await isOurs(file, bytes)) && (await hashed(world, file, bytes, hash)) === digest) {
      await file.truncate(bytes);
      return new PartFile(world, target, file, { name: basename(name), size: bytes, hash });
    }
    await file.close();
    return undefined;
  } catch (error) {
    await file.close();
    world.signal.throwIfAborted();
    throw fileFailure('write', path, error);
  }
}

async function isOurs(file: FileHandle, bytes: number): Promise<boolean> {
  const found = await file.stat();
  const { uid } = userInfo();
  return found.isFile() && found.nlink === 1 && found.size >= bytes && (uid < 0 || found.uid === uid);
}

async function hashed({ signal }: World, file: FileHandle, bytes: number, hash: Hash): Promise<string> {
  const piece = Buffer.allocUnsafe(128 * 1024);
  for (let at = 0; at < bytes; ) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, bytes - at), at);
    if (bytesRead === 0) break;
    hash.update(piece.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash.copy().digest('hex');
}

interface Begun {
  readonly name: string;
  readonly size: number;
  readonly hash: Hash;
}

/** A file under way, beside the place it goes to. */
export class PartFile {
  readonly name: string;
  readonly #place: string;
  readonly #hash: Hash;
  #size: number;
  #isOpen = true;

  constructor(
    private readonly world: World,
    private readonly target: OutputTarget,
    private readonly file: FileHandle,
    { name, size, hash }: Begun,
  ) {
    this.name = join(dirname(target.name), name);
    this.#place = join(dirname(target.path), name);
    this.#size = size;
    this.#hash = hash;
  }

  get record(): PartRecord {
    return { name: basename(this.#place), bytes: this.#size, digest: this.#hash.copy().digest('hex') };
  }

  /** At positions of our own: Windows does not cut a file that was opened to be appended to. */
  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) {
      const written = this.file.write(bytes, at, bytes.length - at, this.#size + at);
      at += (await this.#done(written)).bytesWritten;
    }
    this.#hash.update(bytes);
    this.#size += bytes.length;
  }

  /** Puts it in its place; gives whether a file was replaced. */
  async finish(): Promise<boolean> {
    await this.#done(this.file.datasync());
    await this.close();
    await replaceFile(this.world, this.#place, this.target);
    return isThere(this.target);
  }

  async discard(): Promise<void> {
    const { rm } = await import('node:fs/promises');
    await this.close();
    await rm(this.#place, { force: true });
  }

  async close(): Promise<void> {
    if (this.#isOpen) await this.file.close();
    this.#isOpen = false;
  }

  #done<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      throw fileFailure('write', this.target.name, error);
    });
  }
}
