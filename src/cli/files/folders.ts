import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { makeFolders } from '../../local/private-files.ts';
import type { FolderItem } from '../declare/context-parts.ts';
import { isStandardOutput } from '../declare/file-limits.ts';
import type { World } from '../declare/world.ts';
import { fileFailure } from './file-failure.ts';
import { oddity, type Place, refused, refuseOddName } from './output-target.ts';
import { pathOf } from './room.ts';

/** What lies in a folder; undefined where there is no such folder. Throws `usage` with the path and the reason. */
export async function listFolder(
  world: Pick<World, 'cwd' | 'room'>,
  path: string,
): Promise<readonly FolderItem[] | undefined> {
  const { readdir, stat } = await import('node:fs/promises');
  const folder = pathOf(world, path);
  try {
    const names = await readdir(folder);
    return await Promise.all(
      names.map(async (name): Promise<FolderItem> => {
        const found = await stat(join(folder, name)).catch(() => undefined);
        return { name, kind: found?.isFile() ? 'file' : found?.isDirectory() ? 'folder' : 'other' };
      }),
    );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'ENOTDIR')
      throw new Failure('file_not_readable', `cannot read ${path}: it is not a folder`, { cause: error });
    throw fileFailure('read', path, error);
  }
}

/** Makes a folder for its owner alone, with its parents; one that is there must be empty and no link. Throws `usage`. */
export async function newFolder(world: Place, name: string): Promise<void> {
  if (isStandardOutput(name)) throw refused(name, 'standard output is not a folder');
  refuseOddName(world, name);
  const { lstat, readdir } = await import('node:fs/promises');
  const path = pathOf(world, name);
  try {
    makeFolders(path);
    const found = await lstat(path);
    if (!found.isDirectory()) throw refused(name, oddity(found) ?? 'it is a file');
    if ((await readdir(path)).length === 0) return;
  } catch (error) {
    throw fileFailure('write', name, error);
  }
  throw new Failure('file_not_writable', `cannot write ${name}: the folder is not empty`, {
    hint: 'Name a folder that is new or empty.',
  });
}

/** Makes one folder, where it is not there, in one that is. Throws `usage` with the path and the reason. */
export async function makeFolder(world: Place, name: string): Promise<void> {
  refuseOddName(world, name);
  const { mkdir, stat } = await import('node:fs/promises');
  const path = pathOf(world, name);
  await mkdir(path).catch(async (error) => {
    const found = error.code === 'EEXIST' ? await stat(path).catch(() => undefined) : undefined;
    if (!found?.isDirectory()) throw fileFailure('write', name, error);
  });
}
