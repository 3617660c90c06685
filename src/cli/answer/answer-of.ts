import type { Schema } from '../../contract/schema/schema.ts';
import { allOf, answered, noFields } from '../declare/answer.ts';
import type { AnyCommand } from '../declare/command.ts';
import { innerOf, isOpen, named, type Shape, shapeOf } from '../declare/known-fields.ts';
import { tellsBill, withWarned } from './with-warnings.ts';

/** Which fields the document of a command has. */
export interface Document {
  readonly schema: Schema;
  /** Where it may have unlisted fields, a read takes any name. */
  readonly open: boolean;
  readonly reads: boolean;
  readonly list: boolean;
}

/** What a command answers, also by the names that a row of it has. */
export function answerOf(command: AnyCommand, values: Readonly<Record<string, unknown>>): Document {
  const document = documentOf(command, values);
  const rows = rowsIn(command, values);
  if (rows === undefined) return document;
  const { schema } = document;
  return {
    ...document,
    schema: allOf(schema, typeof rows === 'string' ? itemsOf(rows, schema) : rows.answer),
  };
}

/** For these values, the list that its document is about, or what makes one. */
export const rowsIn = ({ rows }: AnyCommand, values: Readonly<Record<string, unknown>>) =>
  typeof rows === 'function' ? rows(values) : rows;

/** As it declares, else what its first operation holds. Only reads take other names: a change is made by then. */
export function documentOf(
  { answer, uses }: AnyCommand,
  values: Readonly<Record<string, unknown>>,
): Document {
  const [first] = uses;
  const own = typeof answer === 'function' ? answer(values) : answer;
  const declared: Schema = own ?? (first === undefined ? noFields : answered(first));
  const reads = (declared as object as Shape).reads ?? uses.every(({ kind }) => kind === 'read');
  // Where the line decides what is called, so does the answer.
  const schema = typeof answer !== 'function' && uses.some(tellsBill) ? withWarned(declared) : declared;
  return { schema, reads, open: reads && isOpen(declared), list: shapeOf(declared).type === 'array' };
}

/** The items of one list of a document. */
export const itemsOf = (list: string, document: Schema): Schema =>
  allOf(...named(list, document).map(innerOf));
