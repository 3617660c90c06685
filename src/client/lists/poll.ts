import type { Clock } from '../../base/clock.ts';
import { durationOf } from '../../base/duration.ts';
import { Failure, type Outcome } from '../../base/errors.ts';
import type { AnyInput, AnyOperation, Output } from '../../contract/operation.ts';
import type { Call, WaitOptions } from '../api/api.ts';

interface Waiter {
  readonly call: Call;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
  /** What is waited for was begun by the same line: however the wait fails, that is done, and must not be begun again. */
  readonly hasBegun?: () => boolean;
}

const firstPauseMs = 2000;
const longestPauseMs = 15_000;
const growth = 1.5;
/** Polls that may fail one after the other; each has been retried by itself already. */
const failuresAllowed = 5;
/** A service that asks for a longer pause than this is not waited for. */
const longestAskedPauseMs = 300_000;

/** Until `watch.done` is set, whatever the status. Throws `still-running` or `interrupted` with the line to go on. */
export async function waitFor<O extends AnyOperation>(
  waiter: Waiter,
  operation: O,
  input: AnyInput,
  options: WaitOptions<Output<O>>,
): Promise<Output<O>> {
  const { clock, signal } = waiter;
  const began = clock.now();
  const deadline = options.timeout === undefined ? undefined : began + options.timeout;
  const done = options.done ?? doneField(operation);
  let pause = options.interval ?? firstPauseMs;
  const longest = Math.max(pause, longestPauseMs);
  let failures = 0;
  while (true) {
    const polled = await poll(waiter, operation, input);
    if (signal.aborted && polled instanceof Failure) throw stopped(waiter, options, clock.now() - began);
    // Whether it is over is in an answer that cannot be read: showing it would pass for having waited.
    if (!(polled instanceof Failure)) {
      const record = polled.value as Output<O>;
      failures = 0;
      options.onPoll?.(record);
      if (done(record)) return record;
    } else if (deadline !== undefined && clock.now() >= deadline)
      throw stillRunning(waiter, options, clock.now() - began);
    else if (polled.is('other_shape'))
      throw withResume(waiter, polled.with({ code: 'unreadable_answer', cause: undefined }), options);
    else if (!mayPass(polled) || ++failures >= failuresAllowed) throw withResume(waiter, polled, options);
    else waiter.note(`Could not check (${polled.message}); trying again`);
    const asked = polled instanceof Failure ? (polled.retryAfterSeconds ?? 0) * 1000 : 0;
    const wanted = Math.max(asked, Math.min(pause * (1 + waiter.random() / 10), longest));
    const left = (deadline ?? Number.POSITIVE_INFINITY) - clock.now();
    if (left <= 0) throw stillRunning(waiter, options, clock.now() - began);
    try {
      await clock.sleep(Math.min(wanted, left), signal);
    } catch (error) {
      throw signal.aborted ? stopped(waiter, options, clock.now() - began) : error;
    }
    pause = Math.min(pause * growth, longest);
  }
}

async function poll(
  { call, signal }: Waiter,
  operation: AnyOperation,
  input: AnyInput,
): Promise<Failure | { readonly value: unknown }> {
  try {
    return { value: await call(operation, input) };
  } catch (error) {
    if (error instanceof Failure) return error;
    if (signal.aborted) return signal.reason;
    throw error;
  }
}

function doneField(operation: AnyOperation): (record: unknown) => boolean {
  const field = operation.watch?.done;
  if (field === undefined) throw new Error(`${operation.id} does not say when it is over`);
  return (record) => {
    const value = (record as Readonly<Record<string, unknown>> | null)?.[field];
    return value !== undefined && value !== null && value !== '';
  };
}

const mayPass = ({ kind, retryAfterSeconds = 0 }: Failure): boolean =>
  ['rate-limited', 'service', 'unreachable'].includes(kind) &&
  retryAfterSeconds * 1000 <= longestAskedPauseMs;

const outcomeOf = ({ hasBegun }: Waiter): Outcome => (hasBegun?.() ? 'done' : 'unknown');

function stillRunning<T>(waiter: Waiter, { subject, resumeWith }: WaitOptions<T>, waitedMs: number): Failure {
  const waited = durationOf(waitedMs);
  return new Failure('still_running', `${subject} is still running after ${waited}, and continues`, {
    hint: `To wait again: ${resumeWith}`,
    outcome: outcomeOf(waiter),
  });
}

function stopped<T>(waiter: Waiter, options: WaitOptions<T>, waitedMs: number): unknown {
  const { reason } = waiter.signal;
  if (!(reason instanceof Failure)) return reason;
  if (reason.is('command_timeout')) return stillRunning(waiter, options, waitedMs);
  const { subject, resumeWith } = options;
  return new Failure(reason.code, `Stopped waiting; ${subject} continues`, {
    kind: reason.kind,
    outcome: outcomeOf(waiter),
    hint: `To wait again: ${resumeWith}`,
    cause: reason,
  });
}

/**
 * The failure of a poll, with the way on: the work itself is not affected. What is not there cannot be waited for, unless
 * the same line has begun it: then no failure of a poll may end like a line that did nothing.
 */
function withResume<T>(waiter: Waiter, failure: Failure, { subject, resumeWith }: WaitOptions<T>): Failure {
  const outcome = outcomeOf(waiter);
  if (outcome === 'unknown' && failure.kind === 'not-found') return failure;
  return failure.with({
    ...(outcome === 'done' && { kind: 'still-running', retryable: false }),
    message: `${failure.message} (while waiting for ${subject})`,
    outcome,
    hint: `${subject} may still continue. To look again: ${resumeWith}`,
    cause: failure,
  });
}
