import type { AnyCommand } from '../declare/command.ts';
import type { Globals } from '../declare/globals.ts';
import { fieldsOf } from '../declare/known-fields.ts';
import { checkFields, fieldPaths } from '../output/formats/fields.ts';
import { answerOf } from './answer-of.ts';
import { requestCommand } from './show-request.ts';
import { columnNamed, sortKey } from './sort-order.ts';

/** Throws `usage` for a field of `--fields` or `--sort` that the answer cannot have: before anything is sent or changed. */
export function checkAsked(
  command: AnyCommand,
  globals: Pick<Globals, 'fields' | 'sort' | 'dryRun'>,
  values: Readonly<Record<string, unknown>>,
): void {
  const own = answerOf(command, values);
  if (own.open) return;
  // Some commands have a dry run of their own, and answer with what they answer otherwise.
  const known = fieldsOf(own.schema, ...(globals.dryRun ? [answerOf(requestCommand, {}).schema] : []));
  if (globals.fields) checkFields(fieldPaths(globals.fields), known);
  if (!globals.sort) return;
  const { path } = sortKey(globals.sort);
  if (columnNamed(command, path) === undefined) checkFields([path], known);
}
