import type { AnyOperation } from '../../contract/operation.ts';
import { type Answer, fields, itemsOf, listed, noFields, recordOf } from '../declare/answer.ts';
import type { AnyCommand } from '../declare/command.ts';
import { readsList } from '../declare/known-fields.ts';
import { tellsBill, withWarned } from './with-warnings.ts';

/** What a command answers, also by the names that a row of it has. */
export function answerOf(command: AnyCommand, values: Readonly<Record<string, unknown>>): Answer {
  const answer = documentOf(command, values);
  const { rows } = command;
  if (rows === undefined) return answer;
  return fields(answer, typeof rows === 'string' ? itemsOf(rows, answer) : rows.answer);
}

/** What a command shows of the one operation that it is about. */
const answered = (operation: AnyOperation): Answer =>
  readsList(operation) ? listed(recordOf(operation)) : recordOf(operation);

/**
 * What a command answers: as it declares, else what the first operation that it uses holds. Only reads take names that
 * are not listed: after a change it is too late to refuse one.
 */
export function documentOf({ answer, uses }: AnyCommand, values: Readonly<Record<string, unknown>>): Answer {
  const [first] = uses;
  const own = typeof answer === 'function' ? answer(values) : answer;
  const declared = own ?? (first === undefined ? noFields : answered(first));
  const reads = declared.reads ?? uses.every(({ kind }) => kind === 'read');
  // Where the line decides what is called, so does the answer.
  const told = typeof answer !== 'function' && uses.some(tellsBill) ? withWarned(declared) : declared;
  return { ...told, open: declared.open && reads };
}
