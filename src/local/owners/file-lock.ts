import { Failure } from '../../base/errors.ts';
import { databaseFailure } from '../database-failure.ts';
import type { Engine } from '../engines/engine.ts';

/**
 * Locks a file until the engine is closed; undefined where another process, or another engine of this one, has it. The lock
 * is SQLite's, so the system drops it however the process ends.
 */
export function lockFile(path: string, open: (path: string) => Engine): Engine | undefined {
  let engine: Engine | undefined;
  try {
    engine = open(path);
    engine.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return engine;
  } catch (error) {
    engine?.close();
    const failure = databaseFailure(error, path);
    if (failure instanceof Failure && failure.code === 'database_locked') return undefined;
    throw failure;
  }
}
