import { type Problem, problem } from './problem.ts';
import type { Wording } from './wordings.ts';

export interface CopyFacts {
  /** The sender's, where it is known; else anything that looks like one counts. */
  readonly postalAddress?: string | null | undefined;
}

/** What is wrong with the copy itself, whoever it goes to. */
export function copyProblems(wordings: readonly Wording[], _facts: CopyFacts = {}): Problem[] {
  if (wordings.length === 0)
    return [problem('no-steps', 1, 'the sequence has no steps: nothing would be sent')];
  return [];
}
