import { rmSync, writeFileSync } from 'node:fs';
import type { Database } from '../../local/database.ts';

/**
 * An empty file beside the database: a process waits for its turn to write. SQLite lets in the one that happens to look
 * while no process writes, so a process that writes all the time has to know when to rest. Only advice: where it cannot be
 * written, the others wait longer.
 */
export function raiseFlag(db: Database): void {
  const path = flagOf(db);
  if (path === undefined) return;
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  } catch {
    // It is raised already, or the disk does not take it.
  }
}

/** Lowers it; true where it was raised. */
export function lowerFlag(db: Database): boolean {
  const path = flagOf(db);
  if (path === undefined) return false;
  try {
    rmSync(path);
    return true;
  } catch {
    // No process waits.
    return false;
  }
}

const paths = new WeakMap<Database, string | undefined>();

/** None for a database in memory, which is for this process alone. */
function flagOf(db: Database): string | undefined {
  if (!paths.has(db)) {
    const main = db.prepare('PRAGMA database_list').all<{ name: string; file: string }>();
    const file = main.find(({ name }) => name === 'main')?.file;
    paths.set(db, file ? `${file}-waiting` : undefined);
  }
  return paths.get(db);
}
