import { Failure, messageOf } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import type { Intent } from './journal.ts';

export async function unsent<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Failure) || !error.is('invalid_journal', 'journal_unreachable', 'in_progress'))
      throw error;
    const stillWorks = error.is('journal_unreachable') ? ' Calls that only read still work.' : '';
    throw error.with({
      message: `${error.message}; nothing was sent`,
      hint: error.hint && say`${error.hint}${stillWorks}`,
    });
  }
}

/** How far a call is that has left: `shown` where its answer was printed as well. */
type Left = 'sent' | 'done' | 'shown';

const unwrittenOf: Readonly<Record<Left, string>> = {
  sent: 'was sent, but the journal could not record how it ended',
  done: 'is done, but the journal could not record it',
  shown: 'is done, but the journal could not record that its result was shown',
};

/** A change of a call that has left. That the journal fails now, in whatever way, says nothing of what the call did. */
export async function afterLeaving<T>(
  work: Promise<T>,
  intent: Intent | undefined,
  left: Left,
  answers: { of(intent: Intent): Promise<unknown> },
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw intent ? unwritten(intent, left, error, await answers.of(intent)) : error;
  }
}

/** `answer` is what was read of it. */
function unwritten({ id, operation }: Intent, left: Left, error: unknown, answer: unknown): Failure {
  const isKnown = error instanceof Failure && error.is('taken_over', 'journal_unreachable');
  const message = `The request ${id} ${unwrittenOf[left]}: ${messageOf(error)}`;
  return new Failure(isKnown ? error.code : 'not_recorded', message, {
    kind: 'unknown-outcome',
    outcome: left === 'sent' ? 'unknown' : 'done',
    subject: { is: 'journal-entry', intent: id },
    extra: { operation, intent: id, ...(answer !== undefined && { answer }) },
    cause: error,
  });
}

/** What is known already counts for more than that it could not be written down: the next run looks again. */
export async function ifWritten<T>(work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure) return otherwise;
    throw error;
  }
}
