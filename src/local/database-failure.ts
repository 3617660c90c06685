import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '../base/errors.ts';
import type { FailureCode } from '../base/failure-codes.ts';

type Reason = readonly [code: FailureCode, reason: string, hint: string];

const locked: Reason = [
  'database_locked',
  'another program holds it',
  'Wait until the other outreach command has ended, and try again.',
];

const full: Reason = ['disk_full', 'no space left on the disk', 'Free some space and try again.'];

/** SQLite's primary result codes that a person can do something about. */
const reasons: Readonly<Record<number, Reason>> = {
  5: locked,
  6: locked,
  8: [
    'database_read_only',
    'it cannot be written',
    'Check its mode and owner, or name another folder in OUTREACH_HOME.',
  ],
  10: [
    'database_io',
    'it could not be read or written',
    'Check the disk, or name another folder in OUTREACH_HOME.',
  ],
  11: ['database_corrupt', 'it is damaged', 'Move the file away; a new one is made at the next start.'],
  13: full,
  14: [
    'database_cannot_open',
    'it cannot be opened',
    'Check the path and its owner, or name another folder in OUTREACH_HOME.',
  ],
  26: ['not_a_database', 'it is not a database', 'Move the file away; a new one is made at the next start.'],
};

const constraint = 19;

/** `usage` with the path where the machine is at fault, else `internal`. Errors of others pass unchanged. */
export function databaseFailure(error: unknown, path: string): unknown {
  if (error instanceof Failure || !(error instanceof Error)) return error;
  const result = resultOf(error);
  if (result === undefined) return error;
  const found = reasons[result & 0xff];
  const known = found?.[0] === 'database_io' && isFull(dirname(path)) ? full : found;
  if (!known) {
    const code = (result & 0xff) === constraint ? 'constraint_failed' : 'database_error';
    return new Failure(code, error.message, { cause: error });
  }
  const [code, reason, hint] = known;
  const which = path === ':memory:' ? 'a temporary database' : `the database ${path}`;
  return new Failure(code, `Could not use ${which}: ${reason}`, {
    hint,
    cause: error,
    retryable: code === 'database_locked',
  });
}

/** The files beside a database take 32 kB, and where they get none SQLite does not say why. */
function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < 65_536;
  } catch {
    return false;
  }
}

/** node:sqlite says `errcode`, libsql `rawCode`, and only in words where it could not connect. */
function resultOf(error: Error): number | undefined {
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode;
  if ('rawCode' in error && typeof error.rawCode === 'number') return error.rawCode;
  const connecting = /^ConnectionFailed\(.*: (\d+)"\)$/su.exec(error.message);
  return connecting ? Number(connecting[1]) : undefined;
}
