import { Failure, type Outcome } from '../../base/errors.ts';
import type { FailureCode } from '../../base/failure-codes.ts';
import type * as s from '../../contract/schema/schema.ts';
import type { rowErrorFields } from '../answer/request-fields.ts';
import { hintOf } from '../messages/hints/hint-of.ts';

/** Why a row failed. */
export type RowError = s.DocumentOf<typeof rowErrorFields>;

export const rowError = (failure: Failure): RowError => {
  const { code, message } = failure;
  return { code, message, hint: hintOf(failure) ?? null };
};

/** The same where some could only not be read; undefined where all were. */
export const notAllRead = (
  [first, ...more]: readonly Failure[],
  done: string,
  result: unknown,
): Failure | undefined =>
  first &&
  notAll([first, ...more], {
    code: 'not_all_read',
    done,
    failed: 'could not be read',
    rest: 'it reads all again',
    outcome: 'none',
    result,
  });

interface Rest {
  readonly code: FailureCode;
  /** `3 campaigns paused`. */
  readonly done: string;
  /** What those that failed did; `failed` unless said. */
  readonly failed?: string;
  /** Why the same line can be run again. */
  readonly rest: string;
  readonly outcome: Outcome;
  readonly result: unknown;
}

/** What ends a command of which some rows failed: `partial`, or the interruption that it was, with all rows. */
export function notAll(
  failures: readonly [Failure, ...Failure[]],
  { code, done, failed = 'failed', rest, outcome, result }: Rest,
): Failure {
  const [first] = failures;
  const isOne = failures.every(({ message }) => message === first.message);
  const ended = failures.find(({ kind }) => kind === 'interrupted' || kind === 'terminated');
  return new Failure(
    ended?.code ?? code,
    `${done}, ${failures.length} ${failed}${isOne ? '' : ', the first'}: ${first.message}`,
    {
      kind: ended?.kind ?? 'partial',
      outcome,
      hint: `The list says what failed. Run the same command again: ${rest}.`,
      result,
      cause: first,
    },
  );
}
