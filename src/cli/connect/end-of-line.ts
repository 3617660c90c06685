import { type Failure, inAWhile } from '../../base/errors.ts';
import { ofStorage } from '../../base/failure-codes.ts';
import { parseJson } from '../../base/lossless-json.ts';
import { say } from '../../base/text/advice.ts';
import { words } from '../../base/text/words.ts';
import type { Intent } from '../../client/guard/journal.ts';
import { withHint } from '../messages/hints/hint-of.ts';
import { sameLine } from '../messages/hints/outcome-hint.ts';
import type { Guards } from './guards.ts';

type Made = Pick<Guards, 'haveChanged' | 'unacknowledged'>;

/** How a line ended, with what it had done before that, and with its hint as text. `token` is that of `--once`. */
export async function endOfLine(failure: Failure, made: Made, token: string | undefined): Promise<Failure> {
  const done = made.unacknowledged();
  const ended = await afterCalls(failure, made.haveChanged, done);
  return withDone(withHint(underToken(ended, done, token)), done);
}

/** How a line ends that did nothing, where the service refused a call or was not reached. */
const refusals: readonly string[] = words(
  'usage unauthenticated forbidden not-found conflict payment unreachable',
);

/** A line that had made calls does not end like one that did nothing: a later call or our storage failed, or its time was over. */
async function afterCalls(failure: Failure, haveChanged: boolean, done: readonly Intent[]): Promise<Failure> {
  const isGuarded = done.length > 0;
  const isOurs = failure.is(...ofStorage) && (isGuarded || haveChanged);
  const isLate = failure.outcome === 'none' && (isOurs || (isGuarded && failure.is('command_timeout')));
  const isRefused = failure.status !== undefined || failure.kind === 'unreachable';
  if (!isLate && !(isGuarded && isRefused && refusals.includes(failure.kind))) return failure;
  const text = done.at(-1)?.answer;
  const answer = text === undefined ? undefined : ((await parseJson(text)) as { body: unknown }).body;
  return failure.with({
    ...(isOurs && { code: 'not_recorded', message: `What was sent is done, but: ${failure.message}` }),
    // What a line prints says itself what was done, and what failed.
    kind: isOurs || failure.result === undefined ? 'unknown-outcome' : 'partial',
    outcome: 'done',
    // What is not guarded may be repeated.
    retryable: !isGuarded,
    ...(isGuarded && isLate && { hint: 'Do not repeat it: look at what it did.' }),
    extra: { ...failure.extra, ...(answer !== undefined && { answer }) },
  });
}

/** Under a token the same line settles what a call has done, and does nothing twice. */
function underToken(failure: Failure, done: readonly Intent[], token: string | undefined): Failure {
  const isCall = failure.extra.intent !== undefined || done.length > 0;
  const needsPerson =
    failure.is('purchase_incomplete', 'answer_not_kept') || failure.extra.damaged !== undefined;
  if (token === undefined || !isCall || failure.kind !== 'unknown-outcome' || needsPerson) return failure;
  return failure.with({ ...inAWhile, ...(failure.hint !== undefined && { hint: sameLine }) });
}

/** A failure that also says what was done before it: it must not be read as leave to begin again. */
function withDone(failure: Failure, all: readonly Intent[]): Failure {
  // What the failure is about is not something else that was done before.
  const done = all.filter(({ id }) => id !== failure.extra.intent);
  if (done.length === 0) return failure;
  const listed = done.map(({ id, operation, summary }) => ({ id, operation, summary }));
  const { hint, kind, outcome, result } = failure;
  const before = `Done before that: ${listed.map(({ summary, id }) => `${summary} (journal ${id})`).join('; ')}`;
  // A result that is only a part says itself what was done.
  const isSaid = kind === 'partial' && result !== undefined;
  const isLong = typeof hint === 'string' && hint.includes('\n');
  return failure.with({
    message: failure.message.replace(/\bnothing was sent$/, 'nothing more was sent'),
    outcome: outcome === 'none' ? 'done' : outcome,
    hint: isSaid ? hint : hint ? say`${before}${isLong ? '\n' : '. '}${hint}` : before,
    extra: { ...failure.extra, done: listed },
  });
}
