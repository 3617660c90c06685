import type { AnyInput, AnyOperation, Place } from '../../contract/operation.ts';
import { foreign, required } from '../../contract/schema/schema.ts';
import { inputProblems } from './build-request.ts';
import { badInput, checkContent } from './invalid-input.ts';

/**
 * The rules of an operation for a tool that is the same. Which arguments there are and which must be given is for the
 * server to say, in the description of its tool: here only their values are judged.
 */
export function checkToolCall(operation: AnyOperation, input: AnyInput, place: Place): void {
  const problems = inputProblems(operation, input).filter(
    ({ reason }) => reason !== foreign && reason !== required,
  );
  if (problems.length > 0) throw badInput(operation, problems);
  checkContent(operation, input, place);
}
