import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chooseEngine } from '../database.ts';
import { databaseFailure } from '../database-failure.ts';
import type { Engine } from '../engines/engine.ts';
import { look, makePrivateFile, makePrivateFolder } from '../private-files.ts';

/**
 * A file that a process keeps locked as long as it runs, for systems that do not tell when a process began. The lock is
 * SQLite's, so the system drops it however the process ends, and both engines see it.
 */
export interface LifeFiles {
  /** Locks a file of its own and gives its name. */
  hold(): string;
  /** Does a process hold the file of this name? Everything but a clear no is a yes. */
  isHeld(name: string): boolean;
  /** Drops what was held here. */
  close(): void;
}

/** An engine that is garbage collected drops its lock: this keeps it. */
const held = new Set<Engine>();

export async function openLifeFiles(folder: string): Promise<LifeFiles> {
  const open = await chooseEngine();
  const mine = new Map<string, Engine>();
  return {
    hold() {
      makePrivateFolder(folder);
      removeOld(folder, open);
      const name = randomUUID();
      const path = join(folder, name);
      makePrivateFile(path);
      const engine = locked(path, open);
      held.add(engine);
      mine.set(name, engine);
      return name;
    },
    isHeld: (name) => isLifeFile(name) && isLocked(join(folder, name), open),
    close() {
      for (const [name, engine] of mine) {
        engine.close();
        held.delete(engine);
        rmSync(join(folder, name), { force: true });
      }
      mine.clear();
    },
  };
}

function locked(path: string, open: (path: string) => Engine): Engine {
  try {
    const engine = open(path);
    engine.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return engine;
  } catch (error) {
    throw databaseFailure(error, path);
  }
}

const isLifeFile = (name: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(name);

/** One that is gone was removed by its owner, or after it: a system without another sign removes no open file. */
function isLocked(path: string, open: (path: string) => Engine): boolean {
  if (!look(path)) return false;
  let engine: Engine | undefined;
  try {
    engine = open(path);
    engine.exec('PRAGMA busy_timeout = 0');
    // Reading is enough to meet the lock, and those who ask do not meet each other.
    engine.prepare('SELECT count(*) FROM sqlite_master').all([]);
    return false;
  } catch {
    // Locked, or unreadable: then the owner counts as alive.
    return true;
  } finally {
    engine?.close();
  }
}

const oldMs = 24 * 3_600_000;

/** What killed processes left behind. A fresh file may be one that is about to be locked. */
function removeOld(folder: string, open: (path: string) => Engine): void {
  const names = readdirSync(folder).filter(isLifeFile);
  const ages = names.map((name) => ({
    path: join(folder, name),
    at: look(join(folder, name))?.mtimeMs ?? 0,
  }));
  const newest = Math.max(0, ...ages.map(({ at }) => at));
  for (const { path, at } of ages)
    if (at < newest - oldMs && !isLocked(path, open)) rmSync(path, { force: true });
}
