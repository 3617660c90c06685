import { Failure } from '../../base/errors.ts';
import type { Intent } from './journal.ts';

/** A shared journal was of no use before anything of this call had left. Gives the work's result, or rejects with that. */
export async function unsent<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Failure) || !error.is('invalid_journal', 'journal_unreachable', 'in_progress'))
      throw error;
    const stillWorks = error.is('journal_unreachable') ? ' Calls that only read still work.' : '';
    throw error.with({
      message: `${error.message}; nothing was sent`,
      hint: error.hint && `${error.hint}${stillWorks}`,
    });
  }
}

/** Done and shown: only that could not be written down. The next run of the same line gives it once more. */
export function unacknowledged(ended: readonly Intent[], error: unknown): unknown {
  const [first] = ended;
  if (!(error instanceof Failure) || first === undefined) return error;
  const { id, operation } = first;
  return error.with({
    kind: 'unknown-outcome',
    message: `The call ${id} is done, but that its result was shown could not be written down: ${error.message}`,
    outcome: 'done',
    retryable: false,
    hint: undefined,
    subject: { is: 'journal-entry', intent: id },
    extra: { operation, intent: id },
    cause: error,
  });
}
