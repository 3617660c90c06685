import { Failure, type Outcome } from '../../base/errors.ts';
import type { FailureCode } from '../../base/failure-codes.ts';
import type { OpenOutcome } from '../../base/failure-subject.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import { WireFailure } from '../../contract/wire.ts';

/** What one try came to, where it did not come to an answer: refused or unreadable (`Failure`), or no whole answer. */
export type AttemptFailure = Failure | WireFailure;

interface Judged {
  readonly operation: AnyOperation;
  readonly trouble: AttemptFailure;
  /** Which try this was, from 1. */
  readonly attempt: number;
  readonly random: () => number;
  /** The longest single wait allowed, in milliseconds. */
  readonly maxWaitMs: number;
  /** It stops mail or money: a longer wait than allowed is not waited for, and not given up for either. */
  readonly isUrgent?: boolean;
}

export type Verdict =
  | { readonly action: 'retry'; readonly waitMs: number; readonly reason: string }
  | {
      readonly action: 'give-up';
      /** What the try leaves behind, as far as anybody can say. */
      readonly outcome: Outcome;
      /** True where the same call may be made again later without harm and with some hope. */
      readonly retryable: boolean;
      /** The service asks for a longer wait than is allowed. */
      readonly waitTooLong: boolean;
    };

/** Tries in all. Connections fail for good sooner than services do, and a timeout has cost half a minute already. */
const tries = { answered: 5, connection: 3, timeout: 3 };
const firstWaitMs = 1000;
const longestBackoffMs = 60_000;

/** Codes that make an answer final whatever its status: the card was charged, or refused. */
const finalCodes: readonly FailureCode[] = ['purchase_incomplete', 'payment_failed'];

/** Codes of our own for a failure whose text the service itself did not write. */
const foreignCodes: readonly FailureCode[] = [
  'internal_server_error',
  'not_the_service',
  'empty_answer',
  'unreadable_error',
];

/**
 * The whole rule of retrying (spec, Errors and Limits). A call is made again only where repeating cannot do harm:
 * reads and calls that are safe to repeat, calls with an Idempotency-Key (the key stays the same), and any call of
 * which it is certain that nothing was done. Everything else is given up, and its outcome is unknown where it may have
 * happened.
 */
export function judge(judged: Judged): Verdict {
  const { operation, trouble, attempt, random, maxWaitMs, isUrgent = false } = judged;
  const outcome = outcomeOf(operation, trouble);
  const repeatable = outcome === 'none' || isSafe(operation);
  const giveUp = (retryable: boolean, waitTooLong = false): Verdict => {
    return { action: 'give-up', outcome, retryable: retryable && repeatable, waitTooLong };
  };
  // What was held back here has waited already; it may be tried again later.
  if (!passing(operation, trouble)) return giveUp(trouble instanceof Failure && trouble.retryable);
  if (!repeatable || attempt >= Math.min(operation.tries ?? tries.answered, usualTries(trouble)))
    return giveUp(true);
  const stated = trouble instanceof Failure ? trouble.retryAfterSeconds : undefined;
  const isTooLong = stated !== undefined && stated * 1000 > maxWaitMs;
  if (isTooLong && !isUrgent) return giveUp(true, true);
  const asked = isTooLong ? undefined : stated;
  const waitMs =
    asked === undefined
      ? backoff(attempt, random)
      : asked * 1000 + random() * Math.min(1000, 100 + asked * 100);
  return {
    action: 'retry',
    waitMs: Math.min(Math.ceil(waitMs), maxWaitMs),
    reason: reasonOf(trouble, asked),
  };
}

/** Whether the call happened although it brought no good answer; `unknown` for writes alone, reads leave nothing. */
export function outcomeOf(operation: AnyOperation, trouble: AttemptFailure): Outcome {
  if (leavesNothing(operation)) return 'none';
  if (trouble instanceof WireFailure) return trouble.sent ? 'unknown' : 'none';
  if (trouble.status === undefined) return trouble.outcome;
  // What says neither yes nor no to a write may follow one that worked: 303 is the usual answer to a form.
  if (trouble.status < 400) return 'unknown';
  // A status that the service does not use, in words that are not its own: 408 and 499 may follow a call that worked.
  const isOfGateway = trouble.kind === 'service' && trouble.is(...foreignCodes);
  if (trouble.status < 500) return isOfGateway ? 'unknown' : 'none';
  if (trouble.status === 503 && trouble.is('temporarily_unavailable')) return 'none';
  return dependencyRefused(operation, trouble) ? 'none' : 'unknown';
}

/** A read, or a call that needs a read-and-write key and yet changes nothing. */
export const leavesNothing = (operation: AnyOperation): boolean =>
  operation.kind === 'read' || ('changes' in operation && operation.changes === false);

/** A 502 the spec lists for a call without effect is an answer: credentials rejected, website not readable. */
function dependencyRefused(operation: AnyOperation, failure: Failure): boolean {
  const listed = operation.statuses?.includes(502) === true && operation.effect === 'none';
  return failure.status === 502 && listed && !failure.is(...foreignCodes);
}

/** Repeating does no harm even where the first try worked. */
const isSafe = (operation: AnyOperation): boolean =>
  operation.kind === 'read' || operation.retry.kind === 'safe' || operation.retry.kind === 'idempotencyKey';

/** AttemptFailure that may be over the next time. */
function passing(operation: AnyOperation, trouble: AttemptFailure): boolean {
  if (trouble instanceof WireFailure)
    return !['tls', 'too-large', 'malformed', 'aborted'].includes(trouble.reason);
  if (trouble.is(...finalCodes)) return false;
  if (!isSafe(operation) && dependencyRefused(operation, trouble)) return false;
  const { status = 0 } = trouble;
  if (trouble.retryAfterSeconds === undefined && operation.standing?.includes(status)) return false;
  return status < 300 ? trouble.is('truncated_answer') : [429, 500, 502, 503, 504].includes(status);
}

/** For a read that is only mentioned: a guessed path may never answer, and is tried once more, not for a minute. */
export const briefly = (operation: AnyOperation): AnyOperation =>
  operation.route.source === 'inferred' ? { ...operation, tries: 2 } : operation;

function usualTries(trouble: AttemptFailure): number {
  if (trouble instanceof Failure) return tries.answered;
  if (trouble.reason === 'timeout') return tries.timeout;
  if (trouble.reason === 'too-slow') return 1;
  return trouble.sent ? tries.answered : tries.connection;
}

/** 1, 2, 4 … 60 s and up to a quarter more, so that many clients do not come back at the same moment. */
function backoff(attempt: number, random: () => number): number {
  const wait = firstWaitMs * 2 ** Math.min(attempt - 1, 10);
  return Math.min(wait * (1 + random() / 4), longestBackoffMs);
}

function reasonOf(trouble: AttemptFailure, asked: number | undefined): string {
  if (trouble instanceof WireFailure) return trouble.message;
  if (asked !== undefined) return `the service asked for it (${trouble.status})`;
  return trouble.status === 429 ? 'too many requests (429)' : `the service failed (${trouble.status})`;
}

/** A call that may have happened, and the read that shows whether it did. */
export function openOutcome({ id, retry }: AnyOperation, { params, idempotencyKey }: AnyInput): OpenOutcome {
  const witness = retry.kind === 'checkFirst' ? retry.witness : undefined;
  const ofOne = witness !== undefined && /\.(get|run)$/.test(witness);
  return {
    is: 'open-outcome',
    operation: id,
    retry: retry.kind,
    witness,
    id: ofOne ? params?.id : undefined,
    idempotencyKey,
  };
}

/** After a try whose answer was lost, "not found" says that it worked. */
export function isGone(operation: AnyOperation, trouble: AttemptFailure): boolean {
  const { method, path } = operation.route;
  return method === 'DELETE' && /\/:\w+$/.test(path) && trouble instanceof Failure && trouble.status === 404;
}

export function alreadyDeleted(operation: AnyOperation, input: AnyInput): unknown {
  const name = operation.route.path.slice(operation.route.path.lastIndexOf(':') + 1);
  const id = input.params?.[name];
  return {
    [name]: typeof id === 'string' ? Number(id) : id,
    message: 'Deleted; the answer to the first try was lost',
  };
}
