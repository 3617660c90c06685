import { Failure, isStop } from '../../base/errors.ts';
import { ofStorage } from '../../base/failure-codes.ts';
import type { Hint } from '../../base/text/advice.ts';

interface PartDone {
  /** `3 of 8 leads were sent`. */
  readonly done: string;
  /** How to do the rest. */
  readonly hint?: Hint;
  /** The part changed something. */
  readonly changed?: boolean;
  /** Goes to stdout although the command failed. */
  readonly result: unknown;
}

/** Ends a command that had done a part: `partial`, or the interruption that it was. A defect stays as it is. */
export function partialFailure(error: unknown, { done, changed = false, hint, result }: PartDone): unknown {
  if (!(error instanceof Failure)) return error;
  // The next part has a code, under which a person approves it.
  const waits = error.extra.approval !== undefined;
  return new Failure(error.code, `${done}, then: ${error.message}`, {
    kind: isStop(error) ? error.kind : 'partial',
    // What our storage could not keep is said at the end of the line.
    outcome: changed && error.outcome === 'none' && !error.is(...ofStorage) ? 'done' : error.outcome,
    hint: hint ?? (waits ? error.hint : null),
    result,
    ...(waits && { extra: error.extra }),
    cause: error,
  });
}
