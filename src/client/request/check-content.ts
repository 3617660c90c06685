import type { AnyInput, AnyOperation, Place } from '../../contract/operation.ts';
import { badInput } from './invalid-input.ts';

/** Asks the operation's own rules about what the request says. Throws `usage` with the code of the first that is broken. */
export function checkContent(operation: AnyOperation, input: AnyInput, place: Place): void {
  for (const { code, hint, problems } of operation.checks ?? []) {
    const found = problems(input, place);
    if (found.length > 0) throw badInput(operation, found, { code, hint });
  }
}
