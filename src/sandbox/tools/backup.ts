import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import type { Database } from '../../local/database.ts';

/** Writes the whole world to a file of its own beside the sandbox, for its owner only; gives its path. */
export function backUp(database: Database, folder: string, at: number): string {
  const stamp = new Date(at).toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-');
  const file = join(folder, `sandbox-${stamp}.db`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // SQLite writes into an empty file that is there, and leaves its mode alone.
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    throw new Failure('not_kept', `The sandbox could not be kept in ${file}: ${(error as Error).message}`, {
      hint: 'Nothing was removed. Without --keep it is not kept.',
      cause: error,
    });
  }
  database.prepare('VACUUM INTO ?').run(file);
  return file;
}
