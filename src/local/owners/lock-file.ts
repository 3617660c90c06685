import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { chooseEngine } from '../database.ts';
import { databaseFailure } from '../database-failure.ts';
import type { Engine } from '../engines/engine.ts';
import { isFolder, look, makePrivateFile, refuseUnlessFile } from '../private-files.ts';

/** An engine that is garbage collected drops its lock: this keeps it. */
const held = new Set<Engine>();

/** Some file systems number a file anew whenever it is looked at. */
const mostTries = 100;

/** Undefined where another has it. SQLite's lock is dropped however a process ends; a file left behind blocks nothing. */
export async function lockFile(path: string, make = makePrivateFile): Promise<(() => void) | undefined> {
  const open = await chooseEngine();
  for (let tries = 1; ; tries++) {
    make(path);
    const before = look(path);
    const engine = locked(path, open);
    if (engine === 'taken') return undefined;
    if (engine && (isSame(before, look(path)) || tries > mostTries)) {
      held.add(engine);
      return () => release(engine, path);
    }
    // Its last owner removed the file after it was opened here, so the next process would lock another one.
    engine?.close();
  }
}

/** In a folder of campaign files while a process works on it. */
export const folderLockName = '.outreach-apply.lock';

/** The only one on this folder's files, whatever home, container or machine. Throws what the system says. */
export const lockFolder = async (folder: string): Promise<(() => void) | undefined> =>
  isFolder(folder) ? lockFile(join(folder, folderLockName), makeSharedFile) : () => {};

/** There is nothing in it to hide, and another user may be the next to lock it. */
function makeSharedFile(path: string): void {
  const found = look(path);
  const { O_CREAT, O_RDWR, O_NOFOLLOW } = constants;
  if (found) refuseUnlessFile(path, found);
  else closeSync(openSync(path, O_CREAT | O_RDWR | (O_NOFOLLOW ?? 0), 0o666));
}

/** Undefined where the file is gone. */
function locked(path: string, open: (path: string) => Engine): Engine | 'taken' | undefined {
  let engine: Engine | undefined;
  try {
    engine = open(path);
    engine.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return engine;
  } catch (error) {
    engine?.close();
    const failure = databaseFailure(error, path);
    if (failure instanceof Failure && failure.code === 'database_locked') return 'taken';
    if (look(path)) throw failure;
    return undefined;
  }
}

type Found = ReturnType<typeof look>;

const isSame = (a: Found, b: Found): boolean => a?.ino === b?.ino && a?.dev === b?.dev && a !== undefined;

/** The file goes first, so that no process locks what is about to go; Windows removes no open file. */
function release(engine: Engine, path: string): void {
  if (!held.delete(engine)) return;
  if (platform() === 'win32') engine.close();
  try {
    rmSync(path, { force: true });
  } catch {
    // Another process has it open on Windows, or the folder takes no changes any more: it blocks nothing.
  }
  if (platform() !== 'win32') engine.close();
}

/** Does a process hold the file? Everything but a clear no is a yes; one that is gone was removed by its owner, or after it. */
export function isLocked(path: string, open: (path: string) => Engine): boolean {
  if (!look(path)) return false;
  let engine: Engine | undefined;
  try {
    engine = open(path);
    engine.exec('PRAGMA busy_timeout = 0');
    // Reading is enough to meet the lock, and those who ask do not meet each other.
    engine.prepare('SELECT count(*) FROM sqlite_master').all([]);
    return false;
  } catch {
    return true;
  } finally {
    engine?.close();
  }
}
