import type { Clock } from '../../base/clock.ts';
import { duration } from '../../base/duration.ts';
import { Failure } from '../../base/errors.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import { WireFailure } from '../../contract/wire.ts';
import { type AttemptFailure, judge, openOutcome, outcomeOf } from './retry-policy.ts';

/** How long to try, and whom to tell. */
export interface Patience {
  readonly clock: Clock;
  readonly random: () => number;
  /** Aborted at Ctrl-C, at SIGTERM and at the end of `--timeout`, with a `Failure` as its reason. */
  readonly signal: AbortSignal;
  /** For the whole command: no wait is begun that would outlast it. */
  readonly timeoutMs?: number | undefined;
  /** The longest single wait before a retry; 60,000 unless said. */
  readonly maxWaitMs?: number | undefined;
  /** All calls serve one that stops mail or money. */
  readonly isUrgent?: boolean | undefined;
  note(line: string): void;
  debug?: ((line: string) => void) | undefined;
}

interface Attempts<T> {
  readonly options: Patience;
  /** When the command's time is over, on its clock. */
  readonly deadline: number | undefined;
  readonly operation: AnyOperation;
  readonly input: AnyInput;
  /** What `--debug` calls it: `GET /leads`. */
  readonly label: string;
  /** One try. Whatever it throws but the two kinds of trouble is a defect and ends it all. */
  once(signal: AbortSignal): Promise<T>;
  readonly observer?: AttemptObserver | undefined;
  /** The answer that trouble amounts to where an earlier try may have worked. */
  settled?(trouble: AttemptFailure): T | undefined;
}

const defaultMaxWaitMs = 60_000;

/** Tries until there is an answer. Throws `Failure` once nothing more is tried, saying what the tries leave behind. */
export async function attempt<T>(attempts: Attempts<T>): Promise<T> {
  const { operation, settled } = attempts;
  let doubtful = false;
  for (let number = 1; ; number++) {
    const tried = await tryOnce(attempts);
    if ('answer' in tried) return tried.answer;
    const { trouble } = tried;
    const amountsTo = doubtful ? settled?.(trouble) : undefined;
    if (amountsTo !== undefined) return amountsTo;
    doubtful ||= outcomeOf(operation, trouble) === 'unknown';
    await pauseOrEnd({ ...attempts, trouble, number, doubtful });
  }
}

async function tryOnce<T>(attempts: Attempts<T>): Promise<{ answer: T } | { trouble: AttemptFailure }> {
  const { options, label, once, observer } = attempts;
  const { clock, signal, debug } = options;
  if (signal.aborted) throw signal.reason;
  const began = clock.now();
  await observer?.sending();
  // A signal that came while this was written down: nothing has left.
  if (signal.aborted) throw signal.reason;
  try {
    return { answer: await once(signal) };
  } catch (error) {
    // All else is a defect, or the interruption before anything left: it goes up as it is.
    if (!(error instanceof WireFailure || (error instanceof Failure && error !== signal.reason))) throw error;
    await observer?.heard(error);
    if (error instanceof WireFailure) debug?.(`${label}: ${error.message} after ${clock.now() - began} ms`);
    return { trouble: error };
  }
}

interface Tried extends Omit<Attempts<unknown>, 'once' | 'settled' | 'observer'> {
  readonly trouble: AttemptFailure;
  /** Which try it was, from 1. */
  readonly number: number;
  /** Some try so far may have worked. */
  readonly doubtful: boolean;
}

async function pauseOrEnd(tried: Tried): Promise<void> {
  const { options, deadline, operation, input, trouble, number } = tried;
  const { clock, signal } = options;
  const maxWaitMs = options.maxWaitMs ?? defaultMaxWaitMs;
  const isUrgent = options.isUrgent === true || operation.stops !== undefined;
  let verdict = judge({ operation, trouble, attempt: number, random: options.random, maxWaitMs, isUrgent });
  if (signal.aborted) throw await interruption(tried);
  // A retry that would begin after the command's time is over: it ends now, with what is known.
  if (verdict.action === 'retry' && deadline !== undefined && clock.now() + verdict.waitMs >= deadline) {
    const waitTooLong = trouble instanceof Failure && trouble.retryAfterSeconds !== undefined;
    verdict = { action: 'give-up', outcome: outcomeOf(operation, trouble), retryable: true, waitTooLong };
  }
  if (verdict.action === 'give-up') {
    const outcome = tried.doubtful && verdict.outcome === 'none' ? 'unknown' : verdict.outcome;
    const { finalFailure } = await import('./final-failure.ts');
    throw finalFailure({ operation, input, trouble, verdict: { ...verdict, outcome } });
  }
  options.note(`Waiting ${duration(verdict.waitMs / 1000)}: ${verdict.reason}`);
  try {
    await clock.sleep(verdict.waitMs, signal);
  } catch (error) {
    throw signal.aborted ? await interruption(tried) : error;
  }
}

/** Stopped during a call. What may have been done is said, and where repeating would do it twice, it is the headline. */
async function interruption({ options, operation, input, trouble, doubtful }: Tried): Promise<unknown> {
  const reason: unknown = options.signal.reason;
  if (!doubtful || !(reason instanceof Failure)) return reason;
  const timedOut = reason.is('command_timeout');
  const { finalFailure } = await import('./final-failure.ts');
  const failure = finalFailure({
    operation,
    input,
    trouble: timedOut ? new WireFailure('timeout', true, reason.message, { cause: trouble }) : trouble,
    verdict: { action: 'give-up', outcome: 'unknown', retryable: false, waitTooLong: false },
  });
  if (failure.kind === 'unknown-outcome')
    return timedOut ? failure.with({ code: 'command_timeout' }) : failure;
  return reason.with({ outcome: 'unknown', retryable: true, subject: openOutcome(operation, input) });
}

/** What happens around every try of a guarded call. */
export interface AttemptObserver {
  /** Just before the first byte may leave: none leaves before the promise resolves. */
  sending(): Promise<void>;
  /** Asked as the first byte leaves: a process that was paused meanwhile may have lost the call to another one. */
  mayLeave(): boolean;
  /** The try brought no answer. */
  heard(trouble: AttemptFailure): Promise<void>;
}
