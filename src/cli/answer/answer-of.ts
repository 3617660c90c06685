import type { AnyCommand } from '../command.ts';
import { type Answer, noFields, recordOf } from './answer.ts';

/**
 * What a command answers: as it declares, else what the first operation that it uses holds. Only reads take names that
 * nobody lists: after a change it is too late to refuse one.
 */
export function answerOf({ answer, uses }: AnyCommand, values: Readonly<Record<string, unknown>>): Answer {
  if (typeof answer === 'function') return answer(values);
  const [first] = uses;
  const declared: Answer = answer ?? (first === undefined ? noFields : recordOf(first));
  return { ...declared, open: declared.open && uses.every(({ kind }) => kind === 'read') };
}
