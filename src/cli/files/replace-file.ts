import type { World } from '../declare/world.ts';
import { fileFailure } from './file-failure.ts';
import { type OutputTarget, outputTarget } from './output-target.ts';

/** What Windows says while another program has the file open: a virus scanner often only for a moment. */
const busy = new Set(['EBUSY', 'EPERM', 'EACCES']);

/**
 * Puts a finished file in its place, over the plain file that is there; `inPlace` keeps that one under all its names, with
 * what is in the finished one. Throws `usage` with the name of the place.
 */
export async function replaceFile(
  { cwd, clock, platform, room }: Pick<World, 'cwd' | 'clock' | 'platform' | 'room'>,
  finished: string,
  { name, path }: OutputTarget,
  inPlace = false,
): Promise<void> {
  const { copyFile, rename } = await import('node:fs/promises');
  // It may have changed since the writing began.
  const { isLinked } = await outputTarget({ cwd, platform }, path);
  const put = inPlace && isLinked ? copyFile : rename;
  for (let tries = 1; ; tries++) {
    try {
      await put(finished, path);
      return room?.wrote(name);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      const isBusy = platform === 'win32' && busy.has(code);
      if (!isBusy) throw fileFailure('write', name, error);
      if (tries === 4) throw fileFailure('write', name, { code: 'EBUSY' });
      await clock.sleep(100 * tries);
    }
  }
}

/** Gives a finished file its name where nothing has it yet. */
export async function placeNew(
  { room }: Pick<World, 'room'>,
  finished: string,
  { name, path }: OutputTarget,
): Promise<void> {
  const { copyFile, link, constants } = await import('node:fs/promises');
  const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);
  try {
    await link(finished, path).catch((error) => {
      if (!withoutLinks.has(error.code)) throw error;
      return copyFile(finished, path, constants.COPYFILE_EXCL);
    });
    room?.wrote(name);
  } catch (error) {
    throw fileFailure('write', name, error);
  }
}
