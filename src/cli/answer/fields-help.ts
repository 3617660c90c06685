import type { AnyCommand } from '../declare/command.ts';
import { fieldsOf, type Known } from '../declare/known-fields.ts';
import { documentOf } from './answer-of.ts';

/** The fields of a command's answer, each with those below it. `open`: it may have others. */
export function describeFields(command: AnyCommand): { fields: string[]; open: boolean } {
  const answer = documentOf(command, {});
  return { fields: namesOf(fieldsOf(answer.schema)), open: answer.open };
}

function namesOf(known: Known, before = ''): string[] {
  const names = [...known.fields].flatMap(([name, inner]) => [
    `${before}${name}`,
    ...namesOf(inner, `${before}${name}.`),
  ]);
  return known.open && before !== '' ? [...names, `${before}*`] : names;
}
