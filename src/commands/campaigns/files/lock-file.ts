import { join } from 'node:path';
import { digest } from '../../../base/digest.ts';
import { Failure } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import type { Settings } from '../../../cli/declare/settings.ts';
import { type Lock, lockName, lockText, parseLock } from '../../../domain/campaign-file/lock.ts';

/** The lock of a folder; empty where there is none. Throws `usage` where it cannot be read. */
export async function readLock({ readText }: Pick<Context, 'readText'>, folder: string): Promise<Lock> {
  const path = join(folder, lockName);
  try {
    return parseLock(path, await readText(path, 'document'));
  } catch (error) {
    if (isMissing(error)) return new Map();
    throw error;
  }
}

/** Whole and atomically; commands call it after every call that changed something. */
export const writeLock = ({ writeFile }: Pick<Context, 'writeFile'>, folder: string, lock: Lock) =>
  writeFile(join(folder, lockName), lockText(lock));

/** Whose campaigns a lock speaks of: the workspace that the profile names, else the one that the key opens. */
export const lockAccount = ({ baseUrl, workspace, key }: Settings): string =>
  digest(new URL(baseUrl).origin, workspace === undefined ? key : `workspace ${workspace}`);

const isMissing = (error: unknown): boolean =>
  error instanceof Failure && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
