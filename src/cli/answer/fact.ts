import { Failure, isStop } from '../../base/errors.ts';
import { briefly } from '../../client/retry/retry-policy.ts';
import type { AnyInput, AnyOperation, Input, Output } from '../../contract/operation.ts';
import type { Service, Surroundings } from '../declare/command.ts';
import { hintOf } from '../messages/hints/hint-of.ts';
import { isFailedGuess, pathHint, routeCommand, routeLine } from '../messages/hints/route-hint.ts';

/**
 * What a read tells, for a command that only wants to mention it: undefined, and a line on stderr, where its path is not
 * there, a guessed one fails, or the answer cannot be read. Everything else that goes wrong is thrown.
 */
export async function fact<const O extends AnyOperation>(
  context: Pick<Surroundings, 'service' | 'screen'>,
  operation: O,
  input: Input<O>,
): Promise<Output<O> | undefined> {
  const read = await tryRead(context.service, operation, input);
  if (read.failure) leftOut(context, operation, whyOf(read.failure));
  return read.value;
}

/** What a read tells, or the failure that says why it tells nothing. */
export type Read<T> =
  | { readonly value: T; readonly failure?: undefined }
  | { readonly value?: undefined; readonly failure: Failure };

/** The same as data, without a line on stderr. */
export const tryRead = <const O extends AnyOperation>(
  { api }: Pick<Service, 'api'>,
  operation: O,
  input: Input<O>,
  reader: Reader = readOr,
): Promise<Read<Output<O>>> =>
  reader(operation, async (asked) => (await api.answer(briefly(asked), input as AnyInput)).body as Output<O>);

export type Reader = <const O extends AnyOperation, T>(
  operation: O,
  read: (operation: O) => Promise<T>,
) => Promise<Read<T>>;

/** The same for any reading by this operation. */
export async function readOr<const O extends AnyOperation, T>(
  operation: O,
  read: (operation: O) => Promise<T>,
): Promise<Read<T>> {
  try {
    return { value: await read(operation) };
  } catch (error) {
    if (!(error instanceof Failure) || !tellsNothing(operation, error)) throw error;
    return { failure: withRoute(operation, error) };
  }
}

/** For what is one of several things to show: not worth a long wait. */
const patience = { tries: 2, silenceMs: 15_000 } as const;

/** The same where nothing but an end of the command ends it. */
export const readAnyway: Reader = (operation, read) =>
  readOr({ ...operation, ...patience }, read).catch((error: unknown) => {
    if (!(error instanceof Failure) || isStop(error)) throw error;
    return { failure: error };
  });

/** With the line that sets another path, where it may have asked at a wrong one. */
function withRoute(operation: AnyOperation, failure: Failure): Failure {
  const { id } = operation;
  const isMissing = failure.status === 404;
  // The service says what is missing, as it is documented to.
  const isDocumented =
    !isGuess(operation) &&
    operation.statuses?.includes(404) === true &&
    failure.subject?.is !== 'unknown-path';
  if (isMissing && isDocumented) return failure;
  if (!isMissing && !unreadable.includes(failure.code)) return failure;
  if (isMissing)
    return failure.with({
      hint: pathHint({ is: 'unknown-path', operation: id, guessed: isGuess(operation) }),
    });
  const hint = hintOf(failure) ?? '';
  if (hint.includes(routeCommand(id))) return failure;
  return failure.with({ hint: [hint, routeLine(id)].filter((line) => line !== '').join('\n') });
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
  if (code === 'incomplete_list') return true;
  if (status === 404) return true;
  if (!isGuess(operation)) return false;
  // Also an answer that did not come, or not whole.
  return kind === 'service' || (status >= 400 && status < 500 && !notRefused.includes(status));
}

/** A quote is read twice; once is enough to say what it lacks. */
const warnedFor = new WeakMap<object, Set<string>>();

/** Says on stderr, once for each operation, that what it reads is left out; of guessed paths that are not there, together. */
export function leftOut(
  { service, screen }: Pick<Surroundings, 'service' | 'screen'>,
  operation: AnyOperation,
  why: string,
): void {
  const before = warnedFor.get(service.api) ?? new Set();
  warnedFor.set(service.api, before);
  if (before.has(operation.id)) return;
  before.add(operation.id);
  const what = operation.summary.replace(/^(?:Show|List) /, '');
  if (isFailedGuess(why)) screen.guessFailed(routeCommand(operation.id), what);
  else screen.warn(`Could not read ${what}, so it is left out: ${why}`);
}

/** Why a read tells nothing, in one line, with what to do: the path of a guessed route can be set. */
export function whyOf(failure: Failure): string {
  const lines = [failure.message, ...(hintOf(failure)?.split('\n') ?? [])];
  return lines.reduce((text, line) => `${text}${text.endsWith('.') ? '' : '.'} ${line}`);
}
