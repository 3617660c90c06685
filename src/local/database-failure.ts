import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { dataTable } from '../base/data-table.ts';
import { Failure } from '../base/errors.ts';
import type { FailureCode } from '../base/failure-codes.ts';
import table from './database-failures.tsv';

/** SQLite's primary result codes that a person can do something about. */
const reasonOf = (result: number) =>
  dataTable(table, ['result', 'code', 'reason', 'hint']).find((reason) => Number(reason.result) === result);

const full = 13;
const constraint = 19;

/** `usage` with the path where the machine is at fault, else `internal`. Errors of others pass unchanged. */
export function databaseFailure(error: unknown, path: string): unknown {
  if (error instanceof Failure || !(error instanceof Error)) return error;
  const result = resultOf(error);
  if (result === undefined) return error;
  const found = reasonOf(result & 0xff);
  const known = found?.code === 'database_io' && isFull(dirname(path)) ? reasonOf(full) : found;
  if (!known) {
    const code = (result & 0xff) === constraint ? 'constraint_failed' : 'database_error';
    return new Failure(code, error.message, { cause: error });
  }
  const { code, reason, hint } = known;
  const which = path === ':memory:' ? 'a temporary database' : `the database ${path}`;
  return new Failure(code as FailureCode, `Could not use ${which}: ${reason}`, {
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
