import { resolve } from 'node:path';
import { Failure } from '../contract/errors.ts';
import type { World } from './world.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
  ENAMETOOLONG: 'its name is too long',
  EEXIST: 'it is there already',
};

/** The whole of a file, or of standard input for `-`. Throws `usage` with the path and the reason. */
export async function readFile(world: World, path: string): Promise<Buffer> {
  if (path === '-') return readAll(world);
  const fs = await import('node:fs/promises');
  return fs.readFile(resolve(world.cwd, path)).catch((error) => {
    throw fileFailure('read', path, error);
  });
}

export interface WriteOptions {
  /** Leaves a file alone that is there already. */
  readonly fresh?: boolean;
  /** For its owner only. */
  readonly secret?: boolean;
}

/** Replaces a whole file. Throws `usage` with the path and the reason. */
export async function writeFile(
  world: World,
  path: string,
  content: string,
  { fresh = false, secret = false }: WriteOptions = {},
): Promise<void> {
  const fs = await import('node:fs/promises');
  const options = { flag: fresh ? 'wx' : 'w', mode: secret ? 0o600 : 0o666 };
  await fs.writeFile(resolve(world.cwd, path), content, options).catch((error) => {
    throw fileFailure('write', path, error);
  });
}

async function readAll({ stdin, signal }: World): Promise<Buffer> {
  const { addAbortSignal } = await import('node:stream');
  const parts: Buffer[] = [];
  try {
    for await (const part of addAbortSignal(signal, stdin)) parts.push(Buffer.from(part));
  } catch (error) {
    signal.throwIfAborted();
    throw fileFailure('read', 'standard input', error);
  }
  return Buffer.concat(parts);
}

/** What the file system said, with the path; a failure of ours, as at Ctrl-C, stays what it is. */
export function fileFailure(verb: string, path: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  return new Failure('usage', `cannot ${verb} ${path}: ${reason}`, {
    code: verb === 'read' ? 'file_not_readable' : 'file_not_writable',
    cause: error,
  });
}
