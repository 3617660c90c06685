import type { AnyCommand } from '../declare/command.ts';
import { fieldsOf } from '../declare/known-fields.ts';
import { answerOf } from './answer-of.ts';

/**
 * `id email`, which is how PowerShell hands `id,email` on to a script of npm, are two fields where the answer has both.
 * Names of custom variables hold blanks: such a name goes on to its end.
 */
export function fieldsApart(
  command: AnyCommand,
  names: readonly string[],
  values: Readonly<Record<string, unknown>>,
): string[] {
  const known = fieldsOf(answerOf(command, values).schema).fields;
  return names.flatMap((name) => {
    const words = name.split(/\s+/);
    const areFields = words.every((word, at) => {
      const field = known.get(word.replace(/\..*/s, ''));
      return field !== undefined && (!field.open || at === words.length - 1);
    });
    return areFields ? words : [name];
  });
}
