import { join } from 'node:path';
import { atMost } from '../base/at-most.ts';
import { openDatabase } from './database.ts';
import { makePrivateFolder } from './private-files.ts';

/** Waiting for a lock of SQLite blocks the thread, so that work of this process waits in another way. */
const inTurn = atMost(1);

/** Alone in this state folder: SQLite's lock, released however a process ends. Waiting ends after five seconds (`usage`). */
export const locked = <T>(stateFolder: string, work: () => T | Promise<T>): Promise<T> =>
  inTurn(async () => {
    makePrivateFolder(stateFolder);
    const database = await openDatabase(join(stateFolder, 'lock.db'), { version: 1 });
    try {
      database.exec('BEGIN IMMEDIATE');
      const result = await work();
      database.exec('COMMIT');
      return result;
    } finally {
      database.close();
    }
  });
