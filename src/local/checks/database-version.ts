import { Failure } from '../../base/errors.ts';
import type { FailureCode } from '../../base/failure-codes.ts';

interface Versioned {
  exec(sql: string): void;
  prepare(sql: string): { get<Row>(): Row | undefined };
}

/** Refuses one that a newer version made, and marks a new one. Where it cannot be marked, the next command does. */
export function checkVersion(database: Versioned, path: string, version: number): void {
  const found = database.prepare('PRAGMA user_version').get<{ user_version: number }>()?.user_version ?? 0;
  if (found > version)
    throw new Failure(
      'newer_format',
      `${path} was made by a newer version of outreach (format ${found}, this one knows ${version}); nothing was sent`,
      { hint: 'Use that version, or name another folder in OUTREACH_HOME.' },
    );
  if (found === version) return;
  whereItCan(() => database.exec(`PRAGMA user_version = ${version}`));
}

/** Makes a change that any later command can make as well, where the database takes no changes now. */
export function whereItCan(change: () => void): void {
  try {
    change();
  } catch (error) {
    if (!(error instanceof Failure) || !error.is(...passing)) throw error;
  }
}

const passing: readonly FailureCode[] = ['database_locked', 'database_read_only'];
