import type { AnyOperation } from '../../contract/operation.ts';
import {
  array,
  merged,
  type ObjectEntries,
  object,
  type Schema,
  unknown,
} from '../../contract/schema/schema.ts';
import { heldBy, innerOf, type Shape, shapeOf } from './known-fields.ts';

/** A list of such items; beside them, its document has these fields. */
export const listOf = (item: object, beside?: ObjectEntries): Schema =>
  marked(array(item as Schema), beside === undefined ? {} : { beside: object(beside) });

/** With the fields of all of them. */
export const allOf = (...options: readonly object[]): Schema => merged(...(options as readonly Schema[]));

/** Marks of a schema that are ours; see {@link Shape}. */
const marked = <S extends Schema>(schema: S, marks: Partial<Shape>): S => ({ ...schema, ...marks });

/** What an operation's answer holds: an item of its list, or the record without its wrapping. */
export const recordOf = <T = unknown>(operation: AnyOperation): Schema<T> =>
  marked(innerOf(heldBy(operation)) as object as Schema<T>, { of: operation });

/** What it holds, as a command shows it: a list stays one. */
export const answered = (operation: AnyOperation): Schema =>
  operation.kind === 'read' && shapeOf(heldBy(operation)).item
    ? listOf(recordOf(operation))
    : recordOf(operation);

/** An operation's answer as it came. */
export const wholeOf = (operation: AnyOperation): Schema => marked(operation.response, { of: operation });

/** There may be fields that are not listed: a read takes any name. */
export const opened = (answer: Schema): Schema => marked(answer, { open: true });

/** This very call only reads, whatever else its command can do. */
export const reading = (answer: Schema): Schema => marked(answer, { reads: true });

/** Text, or nothing that has fields. */
export const noFields: Schema = object({});

/** Whatever comes. */
export const anyFields: Schema = opened(unknown());
