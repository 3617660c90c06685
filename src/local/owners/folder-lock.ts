import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { chooseEngine } from '../database.ts';
import type { Engine } from '../engines/engine.ts';
import { isFolder, look, refuseUnlessFile } from '../private-files.ts';
import { lockFile } from './file-lock.ts';

/** In the folder while a process works on it. */
export const folderLockName = '.outreach-apply.lock';

/**
 * Makes this process the only one that works on the files of a folder, whatever its home, container or machine. The lock
 * is SQLite's on an empty file there, so the system drops it however the process ends: a file that is left behind blocks
 * nothing. Gives what releases it, which does nothing where there is no folder; undefined where
 * another process has it. Throws what the system says.
 */
export async function lockFolder(folder: string): Promise<(() => void) | undefined> {
  if (!isFolder(folder)) return () => {};
  const path = join(folder, folderLockName);
  const open = await chooseEngine();
  for (let tries = 1; ; tries++) {
    const before = madeAt(path);
    const engine = lockedAt(path, open);
    if (engine === 'taken') return undefined;
    if (engine && (isSame(before, look(path)) || tries > mostTries)) return () => release(engine, path);
    // Its last owner removed the file after it was opened here, so the next process would lock another one.
    engine?.close();
  }
}

/** Some file systems number a file anew whenever it is looked at. */
const mostTries = 100;

/** An empty file. There is nothing in it to hide, and another user may be the next to lock it. */
function madeAt(path: string) {
  const found = look(path);
  if (found) refuseUnlessFile(path, found);
  const { O_CREAT, O_RDWR, O_NOFOLLOW } = constants;
  if (!found) closeSync(openSync(path, O_CREAT | O_RDWR | (O_NOFOLLOW ?? 0), 0o666));
  return look(path);
}

function lockedAt(path: string, open: (path: string) => Engine): Engine | 'taken' | undefined {
  try {
    return lockFile(path, open) ?? 'taken';
  } catch (error) {
    if (look(path)) throw error;
    return undefined;
  }
}

type Found = ReturnType<typeof look>;

const isSame = (a: Found, b: Found): boolean => a?.ino === b?.ino && a?.dev === b?.dev && a !== undefined;

/** The file goes first, so that no process locks what is about to go; Windows removes no open file. */
function release(engine: Engine, path: string): void {
  if (platform() === 'win32') engine.close();
  try {
    rmSync(path, { force: true });
  } catch {
    // Another process has it open on Windows, or the folder takes no changes any more: it blocks nothing.
  }
  if (platform() !== 'win32') engine.close();
}
