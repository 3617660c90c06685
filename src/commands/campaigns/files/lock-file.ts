import { join, resolve } from 'node:path';
import { digest } from '../../../base/digest.ts';
import { Failure } from '../../../base/errors.ts';
import type { Context, Files, Service } from '../../../cli/declare/command.ts';
import type { Settings } from '../../../cli/declare/settings.ts';
import { accountOf } from '../../../cli/profile/account.ts';
import {
  type Lock,
  type LockEntry,
  type LockedFiles,
  lockName,
  lockText,
  parseLock,
  withEntry,
} from '../../../domain/campaign-file/lock.ts';

/** Where the lock of a folder is: beside its files, or in a folder for locks where that is set. */
export function lockPath({ world }: Pick<Files, 'world'>, folder: string): string {
  const { OUTREACH_LOCK_FOLDER: locks } = world.env;
  return locks ? join(locks, `${digest(resolve(world.cwd, folder))}.lock.json`) : join(folder, lockName);
}

/** The lock of a folder; empty where there is none. Throws `usage` where it cannot be read. */
export async function readLock(context: Pick<Files, 'readText' | 'world'>, folder: string): Promise<Lock> {
  const path = lockPath(context, folder);
  try {
    return parseLock(path, await context.readText(path, 'document'));
  } catch (error) {
    const cause = error instanceof Failure ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
    if (cause?.code === 'ENOENT') return new Map();
    throw error;
  }
}

export const ownEntries = ({ settings }: Pick<Service, 'settings'>, lock: Lock): LockedFiles =>
  lock.get(lockAccount(settings)) ?? new Map();

/** By file, the entry that it gets; undefined takes the one away that it has. */
type LockChanges = ReadonlyMap<string, LockEntry | undefined>;

/** Changes entries of this account alone, atomically; the caller holds the folder. Called after every change. */
export async function changeLock(
  context: Pick<Context, 'service' | 'files'>,
  folder: string,
  changes: LockChanges,
): Promise<void> {
  const account = lockAccount(context.service.settings);
  let lock = await readLock(context.files, folder);
  for (const [file, entry] of changes) lock = withEntry(lock, account, file, entry);
  await context.files.writeFile(lockPath(context.files, folder), lockText(lock), { ours: true });
}

/** Whose campaigns a lock speaks of: the workspace that the profile names, else the one that the key opens. */
export const lockAccount = ({ baseUrl, workspace, key }: Settings): string =>
  workspace === undefined
    ? accountOf({ baseUrl, key, inProcess: false })
    : digest(new URL(baseUrl).origin, `workspace ${workspace}`);
