import type { Clock } from '../contract/clock.ts';
import { Failure } from '../contract/errors.ts';
import type { AnyInput, AnyOperation } from '../contract/operation.ts';
import { type Transport, WireFailure, type WireRequest } from '../contract/wire.ts';
import { readAnswer } from './answer.ts';
import type { Api, FullAnswer } from './api.ts';
import type { Approval } from './approval.ts';
import { checkKey } from './check-key.ts';
import { conclude } from './conclusion.ts';
import { goneBefore, isGone } from './deletion.ts';
import { duration } from './hints.ts';
import { firstPage, pagesOf } from './pages.ts';
import { type PrepareOptions, prepare, type Routes } from './request.ts';
import { judge, outcomeOf, type Trouble, type Verdict } from './retry.ts';
import { waitFor } from './wait.ts';

export interface ClientOptions {
  readonly transport: Transport;
  readonly settings: {
    readonly baseUrl: string;
    readonly key: string;
    readonly target: 'live' | 'sandbox';
  };
  readonly clock: Clock;
  /** 0 <= n < 1, for jitter and for Idempotency-Keys. */
  readonly random: () => number;
  /** Aborted at Ctrl-C and SIGTERM, with a `Failure` as its reason. */
  readonly signal: AbortSignal;
  /** For everything this client does, from its making on. */
  readonly timeoutMs?: number | undefined;
  readonly routes?: Routes | undefined;
  readonly version: string;
  /** For the user agent: `node 20.20.2`. */
  readonly runtime?: string | undefined;
  /** A line for the person: why it takes longer. */
  note(line: string): void;
  debug?: ((line: string) => void) | undefined;
  /** In a dry run: takes the request of a write in the place of the network, and throws. */
  readonly onDryRun?: ((request: WireRequest, operation: AnyOperation) => never) | undefined;
  /** The longest single wait before a retry; 60,000 unless said. */
  readonly maxWaitMs?: number | undefined;
}

/** One call with everything it needs, as the pages and the waiting make it, too. */
export type Call = (operation: AnyOperation, input: AnyInput) => Promise<unknown>;

const headersTimeoutMs = 30_000;
/** An order that buys domains can outlast the connection (spec, Done-for-you). */
const slowTimeoutMs = 330_000;
const defaultMaxWaitMs = 60_000;
/** A timer for longer goes off at once. */
const longestTimerMs = 2 ** 31 - 1;

/** The service over a transport: checks, sends, retries where that is harmless, and says plainly how it ended. */
export function createClient(options: ClientOptions): Api {
  const { clock, random, signal } = options;
  const deadline = options.timeoutMs === undefined ? undefined : clock.now() + options.timeoutMs;
  const whole = (operation: AnyOperation, input: AnyInput) => callOnce(options, deadline, operation, input);
  const run: Call = async (operation, input) => (await whole(operation, input)).body;
  const answer = async (operation: AnyOperation, input: AnyInput = {}, approval?: Approval) => {
    if (operation.effect !== 'none' && options.onDryRun === undefined) {
      if (approval === undefined) throw new Error(`${operation.id} has an effect and needs an approval`);
      // Whatever is refused here must not use up the approval.
      checkKey(options.settings);
      prepare(operation, input, prepareOptions(operation, options));
      approval.redeem(operation, input);
    }
    return whole(operation, input);
  };
  const call = async (operation: AnyOperation, input?: AnyInput, approval?: Approval) =>
    (await answer(operation, input, approval)).body;
  const api = Object.assign(call, {
    answer,
    page: (operation: AnyOperation, input: AnyInput, paging = {}) => firstPage(run, operation, input, paging),
    pages: (operation: AnyOperation, input: AnyInput, paging = {}) => pagesOf(run, operation, input, paging),
    wait: (operation: AnyOperation, input: AnyInput, waiting: Parameters<Api['wait']>[2]) =>
      waitFor({ call: run, clock, random, signal, note: options.note, deadline }, operation, input, waiting),
  });
  // The types of `Api` follow from the contract, operation by operation; here all operations are alike.
  return api as unknown as Api;
}

async function callOnce(
  options: ClientOptions,
  deadline: number | undefined,
  operation: AnyOperation,
  given: AnyInput,
): Promise<FullAnswer> {
  checkKey(options.settings);
  const input = withIdempotencyKey(operation, given, options.random);
  const request = prepare(operation, input, prepareOptions(operation, options));
  if (operation.kind === 'write') options.onDryRun?.(request, operation);
  let doubtful = false;
  for (let attempt = 1; ; attempt++) {
    const trouble = await tryOnce(options, deadline, operation, request);
    if (!(trouble instanceof Failure || trouble instanceof WireFailure)) return trouble;
    if (doubtful && isGone(operation, trouble)) {
      return { status: 404, headers: {}, body: goneBefore(operation, input) };
    }
    doubtful ||= outcomeOf(operation, trouble) === 'unknown';
    await pauseOrEnd({ options, deadline, operation, input, trouble, attempt, doubtful });
  }
}

async function tryOnce(
  options: ClientOptions,
  deadline: number | undefined,
  operation: AnyOperation,
  request: WireRequest,
): Promise<Trouble | FullAnswer> {
  const { clock, signal, debug } = options;
  if (signal.aborted) throw signal.reason;
  const began = clock.now();
  const timeLeft = deadline === undefined ? undefined : Math.ceil(deadline - began);
  if (timeLeft !== undefined && timeLeft <= 0)
    throw new Failure('unreachable', outOfTime(options), { code: 'command_timeout', retryable: true });
  try {
    const whole =
      timeLeft === undefined
        ? signal
        : AbortSignal.any([signal, AbortSignal.timeout(Math.min(timeLeft, longestTimerMs))]);
    const answer = await options.transport(request, whole);
    debug?.(`${request.method} ${request.path}: ${answer.status} in ${clock.now() - began} ms`);
    const body = await readAnswer({ operation, request, answer, now: clock.now() });
    return { status: answer.status, headers: answer.headers, body };
  } catch (error) {
    const trouble = troubleOf(error, options);
    if (trouble instanceof WireFailure)
      debug?.(`${request.method} ${request.path}: ${trouble.message} after ${clock.now() - began} ms`);
    return trouble;
  }
}

/** Anything but the two kinds of trouble is a defect, or the interruption before anything left: it goes up as it is. */
function troubleOf(error: unknown, options: ClientOptions): Trouble {
  const interrupted = options.signal.aborted;
  if (error instanceof WireFailure) {
    if (error.reason !== 'aborted' || interrupted) return error;
    return new WireFailure('timeout', error.sent, outOfTime(options), { cause: error });
  }
  if (error instanceof DOMException && error.name === 'TimeoutError' && !interrupted)
    return new WireFailure('timeout', false, outOfTime(options), { cause: error });
  if (error instanceof Failure && error !== options.signal.reason) return error;
  throw error;
}

const outOfTime = ({ timeoutMs = 0 }: ClientOptions): string =>
  `The time allowed for the whole command is over (${duration(timeoutMs / 1000)})`;

interface Attempt {
  readonly options: ClientOptions;
  readonly deadline: number | undefined;
  readonly operation: AnyOperation;
  readonly input: AnyInput;
  readonly trouble: Trouble;
  readonly attempt: number;
  /** Some try so far may have worked. */
  readonly doubtful: boolean;
}

async function pauseOrEnd(tried: Attempt): Promise<void> {
  const { options, deadline, operation, input, trouble, attempt } = tried;
  const { clock, signal } = options;
  const maxWaitMs = options.maxWaitMs ?? defaultMaxWaitMs;
  let verdict = judge({ operation, trouble, attempt, random: options.random, maxWaitMs });
  if (signal.aborted) throw interruption(tried);
  if (verdict.action === 'retry' && deadline !== undefined && clock.now() + verdict.waitMs >= deadline)
    verdict = pastDeadline(operation, trouble);
  if (verdict.action === 'give-up') {
    const outcome = tried.doubtful && verdict.outcome === 'none' ? 'unknown' : verdict.outcome;
    throw conclude({ operation, input, trouble, verdict: { ...verdict, outcome } });
  }
  options.note(`Waiting ${duration(verdict.waitMs / 1000)}: ${verdict.reason}`);
  try {
    await clock.sleep(verdict.waitMs, signal);
  } catch (error) {
    throw signal.aborted ? interruption(tried) : error;
  }
}

/** A retry that would begin after the command's time is over: it ends now, with what is known. */
function pastDeadline(operation: AnyOperation, trouble: Trouble): Extract<Verdict, { action: 'give-up' }> {
  const waitTooLong = trouble instanceof Failure && trouble.retryAfterSeconds !== undefined;
  return { action: 'give-up', outcome: outcomeOf(operation, trouble), retryable: true, waitTooLong };
}

/** Ctrl-C during a call. What may have been done is said, and where repeating would do it twice, it is the headline. */
function interruption({ options, operation, input, trouble, doubtful }: Attempt): unknown {
  const reason: unknown = options.signal.reason;
  if (!doubtful || !(reason instanceof Failure)) return reason;
  const failure = conclude({
    operation,
    input,
    trouble,
    verdict: { action: 'give-up', outcome: 'unknown', retryable: false, waitTooLong: false },
  });
  if (failure.kind === 'unknown-outcome') return failure;
  return new Failure(reason.kind, reason.message, { code: reason.code, outcome: 'unknown', cause: reason });
}

function prepareOptions(operation: AnyOperation, options: ClientOptions): PrepareOptions {
  const { baseUrl, key } = options.settings;
  const { version, runtime, routes } = options;
  const timeoutMs = operation.retry.kind === 'idempotencyKey' ? slowTimeoutMs : headersTimeoutMs;
  return { baseUrl, key, version, runtime, routes, timeoutMs };
}

/** One per call, kept over its tries: repeating with it returns the first result instead of buying again. */
function withIdempotencyKey(operation: AnyOperation, input: AnyInput, random: () => number): AnyInput {
  if (operation.retry.kind !== 'idempotencyKey' || input.idempotencyKey !== undefined) return input;
  const words = Array.from({ length: 4 }, () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  );
  return { ...input, idempotencyKey: words.join('') };
}
