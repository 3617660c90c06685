import { join } from 'node:path';
import { openDatabase } from './database.ts';
import { makePrivateFolder } from './private-files.ts';

/**
 * Runs `work` while no other process runs such work in the same state folder. The lock is one of SQLite's, so the
 * system lets go of it however a process ends; waiting ends after five seconds with a `usage` failure.
 */
export async function locked<T>(stateFolder: string, work: () => T): Promise<T> {
  makePrivateFolder(stateFolder);
  const database = await openDatabase(join(stateFolder, 'lock.db'), { version: 1 });
  try {
    return database.transaction(work);
  } finally {
    database.close();
  }
}
