import type { AnyInput, AnyOperation, Place } from '../../contract/operation.ts';
import { foreign, required } from '../../contract/schema/schema.ts';
import { inputProblems } from './build-request.ts';
import { badInput, checkContent } from './invalid-input.ts';

/** The server's tool says which arguments there are and must be given: here only values are judged. */
export function checkToolCall(operation: AnyOperation, input: AnyInput, place: Place): void {
  const problems = inputProblems(operation, input).filter(
    ({ reason }) => reason !== foreign && reason !== required,
  );
  if (problems.length > 0) throw badInput(operation, problems);
  checkContent(operation, input, place);
}
