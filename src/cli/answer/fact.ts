import { Failure } from '../../base/errors.ts';
import { briefly } from '../../client/retry/retry-policy.ts';
import type { AnyInput, AnyOperation, Input, Output } from '../../contract/operation.ts';
import type { Context } from '../declare/command.ts';
import { hintOf } from '../messages/hints/hint-of.ts';

/**
 * What a read tells, for a command that only wants to mention it: undefined, and a line on stderr, where a guessed path
 * is not there or fails, or the answer cannot be read. Everything else that goes wrong is thrown.
 */
export async function fact<const O extends AnyOperation>(
  context: Pick<Context, 'api' | 'warn'>,
  operation: O,
  input: Input<O>,
): Promise<Output<O> | undefined> {
  const read = await tryRead(context, operation, input);
  if (read.failure) leftOut(context, operation, whyOf(read.failure));
  return read.value;
}

/** What a read tells, or the failure that says why it tells nothing. */
export type Read<T> =
  | { readonly value: T; readonly failure?: undefined }
  | { readonly value?: undefined; readonly failure: Failure };

/** The same as data, without a line on stderr. */
export const tryRead = <const O extends AnyOperation>(
  { api }: Pick<Context, 'api'>,
  operation: O,
  input: Input<O>,
): Promise<Read<Output<O>>> =>
  readOr(operation, async () => (await api.answer(briefly(operation), input as AnyInput)).body as Output<O>);

/** The same for any reading by this operation; `notThere` says whether a documented path may be missing as well. */
export async function readOr<T>(
  operation: AnyOperation,
  read: () => Promise<T>,
  { notThere = false } = {},
): Promise<Read<T>> {
  try {
    return { value: await read() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (!tellsNothing(operation, error) && !(notThere && error.status === 404)) throw error;
    return { failure: error };
  }
}

const isGuess = ({ route }: AnyOperation): boolean => route.source === 'inferred';

const unreadable = [
  'other_shape',
  'unreadable_answer',
  'empty_answer',
  'truncated_answer',
  'not_the_service',
];
const notRefused = [401, 402, 429];

function tellsNothing(operation: AnyOperation, { kind, code, status = 0 }: Failure): boolean {
  if (status >= 200 && status < 300) return unreadable.includes(code);
  if (!isGuess(operation)) return false;
  // Also an answer that did not come, or not whole.
  return kind === 'service' || (status >= 400 && status < 500 && !notRefused.includes(status));
}

/** A quote is read twice; once is enough to say what it lacks. */
const warnedFor = new WeakMap<object, Set<string>>();

/** Says on stderr, once for each operation, that what it reads is left out. */
export function leftOut(
  { api, warn }: Pick<Context, 'api' | 'warn'>,
  operation: AnyOperation,
  why: string,
): void {
  const before = warnedFor.get(api) ?? new Set();
  warnedFor.set(api, before);
  if (before.has(operation.id)) return;
  before.add(operation.id);
  const what = operation.summary.replace(/^(?:Show|List) /, '');
  warn(`Could not read ${what}, so it is left out: ${why}`);
}

/** Why a read tells nothing, in one line, with what to do: the path of a guessed route can be set. */
export function whyOf(failure: Failure): string {
  const hint = hintOf(failure);
  return hint === undefined ? failure.message : `${failure.message}. ${hint.replaceAll('\n', '. ')}`;
}
