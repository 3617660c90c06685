import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import type { FolderItem } from '../declare/context-parts.ts';
import type { World } from '../declare/world.ts';
import { fileFailure } from './file-failure.ts';
import { pathOf } from './room.ts';

/** What lies in a folder; undefined where there is no such folder. Throws `usage` with the path and the reason. */
export async function listFolder(
  world: Pick<World, 'cwd' | 'room'>,
  path: string,
): Promise<readonly FolderItem[] | undefined> {
  const { readdir, stat } = await import('node:fs/promises');
  const folder = pathOf(world, path);
  const kindOf = async (entry: Dirent): Promise<FolderItem['kind']> => {
    const found = entry.isSymbolicLink()
      ? await stat(join(folder, entry.name)).catch(() => undefined)
      : entry;
    if (found?.isFile()) return 'file';
    return found?.isDirectory() ? 'folder' : 'other';
  };
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return await Promise.all(entries.map(async (entry) => ({ name: entry.name, kind: await kindOf(entry) })));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'ENOTDIR')
      throw new Failure('file_not_readable', `cannot read ${path}: it is not a folder`, { cause: error });
    throw fileFailure('read', path, error);
  }
}
