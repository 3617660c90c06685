import type { AnyOperation } from '../../contract/operation.ts';
import { problemsOf } from '../../contract/schema/schema.ts';
import { operationOf } from './calls.ts';
import type { PlannedCall } from './plan.ts';

/**
 * Why the service would not take the body of a call: `maximumTimeBetweenEmails must not be less than …`. An empty subject
 * is left to the launch rules, which can be waived.
 */
export function refusalOf(call: PlannedCall): string | undefined {
  const operation: AnyOperation = operationOf[call.operation];
  if (!operation.body || !('body' in call)) return undefined;
  const { body } = call;
  const [problem] = [
    ...problemsOf(operation.body, body),
    ...(operation.checks ?? []).flatMap((check) => check.problems({ body }, { target: 'live' })),
  ].filter(({ field }) => !field.endsWith('.subject'));
  // Steps count from 1 for people.
  const field = problem?.field.replace(/^steps\.(\d+)/, (_, index: string) => `steps.${Number(index) + 1}`);
  return problem && `${field} ${problem.reason}`;
}
