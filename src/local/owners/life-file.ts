import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chooseEngine } from '../database.ts';
import type { Engine } from '../engines/engine.ts';
import { look, makePrivateFolder } from '../private-files.ts';
import { isLocked, lockFile } from './lock-file.ts';

/** A file that a process keeps locked as long as it runs, for systems that do not tell when a process began. */
export async function openLifeFile(folder: string) {
  const open = await chooseEngine();
  makePrivateFolder(folder);
  removeOld(folder, open);
  const name = randomUUID();
  const release = await lockFile(join(folder, name));
  return {
    name,
    /** Does a process hold the file of this name? */
    isHeld: (other: string) => isLifeFile(other) && isLocked(join(folder, other), open),
    close: () => release?.(),
  };
}

const isLifeFile = (name: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(name);

const oldMs = 24 * 3_600_000;

/** What killed processes left behind. A fresh file may be one that is about to be locked. */
function removeOld(folder: string, open: (path: string) => Engine): void {
  const times = new Map<string, number>();
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (isLifeFile(name)) times.set(path, look(path)?.mtimeMs ?? 0);
  }
  const newest = Math.max(0, ...times.values());
  for (const [path, at] of times)
    if (at < newest - oldMs && !isLocked(path, open)) rmSync(path, { force: true });
}
