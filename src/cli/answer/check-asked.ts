import { fieldsOf, together } from '../declare/answer.ts';
import type { AnyCommand } from '../declare/command.ts';
import type { Globals } from '../declare/globals.ts';
import { checkFields, fieldPaths } from '../output/formats/fields.ts';
import { answerOf } from './answer-of.ts';
import { requestCommand } from './show-request.ts';

/** Throws `usage` for a field of `--fields` that the answer cannot have: before anything is sent or changed. */
export function checkAsked(
  command: AnyCommand,
  globals: Pick<Globals, 'fields' | 'dryRun'>,
  values: Readonly<Record<string, unknown>>,
): void {
  if (globals.fields === undefined) return;
  const own = answerOf(command, values);
  // Some commands have a dry run of their own, and answer with what they answer otherwise.
  const answer = globals.dryRun ? together(own, answerOf(requestCommand, {})) : own;
  if (answer.open) return;
  checkFields(fieldPaths(globals.fields), fieldsOf(answer));
}
