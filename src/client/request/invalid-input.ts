import { Failure } from '../../base/errors.ts';
import type { FailureCode } from '../../base/failure-codes.ts';
import type { AnyInput, AnyOperation, Place } from '../../contract/operation.ts';
import { foreign, type Problem, problemSentence } from '../../contract/schema/schema.ts';
import { shorten } from './excerpt.ts';

const shownProblems = 5;
const shownCharacters = 60;

/** Names field, value and reason, up to five. Where a call takes a secret, neither it nor unknown fields are shown. */
export function badInput(
  operation: AnyOperation,
  problems: readonly Problem[],
  { code, hint }: { readonly code: FailureCode; readonly hint?: string } = { code: 'invalid_input' },
): Failure {
  const shown = problems.slice(0, shownProblems).map((problem) => {
    const { field, reason } = problem;
    return { field, value: shownValue(operation, problem), reason };
  });
  const sentences = shown.map(({ field, value, reason }) =>
    problemSentence(shorten(field === '' ? 'input' : field, 100), reason, value),
  );
  const more = problems.length - shown.length;
  const message = more > 0 ? `${sentences.join('; ')}; and ${more} more` : sentences.join('; ');
  return new Failure(code, message, { hint, extra: { problems: shown } });
}

function shownValue(operation: AnyOperation, { field, value, reason }: Problem): string | undefined {
  const secrets = operation.secrets ?? [];
  if (value === undefined || reason === foreign) return undefined;
  const path = field.split('.');
  if (secrets.some((secret) => path.includes(secret) || field === secret)) return undefined;

  if (typeof value === 'string') return shorten(JSON.stringify(value), shownCharacters);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return shorten(String(value), shownCharacters);
}

/** Asks the operation's own rules about what the request says. Throws `usage` with the code of the first that is broken. */
export function checkContent(operation: AnyOperation, input: AnyInput, place: Place): void {
  for (const { code, hint, problems } of operation.checks ?? []) {
    const found = problems(input, place);
    if (found.length > 0) throw badInput(operation, found, { code, hint });
  }
}
