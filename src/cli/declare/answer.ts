import type { AnyOperation } from '../../contract/operation.ts';
import {
  array,
  fromOthers,
  map,
  merged,
  object,
  price,
  type Schema,
  unknown,
} from '../../contract/schema/schema.ts';
import { heldBy, innerOf, type Shape, shapeOf } from './known-fields.ts';

/** Marks of a schema that are ours; see {@link Shape}. */
const marked = <S extends Schema>(schema: S, marks: Partial<Shape>): S => ({ ...schema, ...marks });

/** What an operation's answer holds: an item of its list, or the record without its wrapping. */
export const recordOf = (operation: AnyOperation): Schema =>
  marked(innerOf(heldBy(operation)) as object as Schema, { of: operation });

/** What it holds, as a command shows it: a list stays one. */
export const answered = (operation: AnyOperation): Schema =>
  operation.kind === 'read' && shapeOf(heldBy(operation)).item
    ? array(recordOf(operation))
    : recordOf(operation);

/** An operation's answer as it came. */
export const wholeOf = (operation: AnyOperation): Schema => marked(operation.response, { of: operation });

/** There may be fields that are not listed: a read takes any name. */
export const opened = (answer: Schema): Schema => marked(answer, { open: true });

/** This very call only reads, whatever else its command can do. */
export const reading = (answer: Schema): Schema => marked(answer, { reads: true });

/** Only `--json` shows it, and only where there is something to say: it is no column. */
export const remark = <const S extends Schema>(schema: S): S => marked(schema, { remark: true });

/** Text, or nothing that has fields. */
export const noFields: Schema = object({});

/** Whatever comes. */
export const anyFields: Schema = opened(unknown());

// Below: the old way to write them.

const word = (name: string): Schema => {
  const list = name.endsWith('[]') || name.endsWith('[]~');
  const leaf = list ? array(price('usd')) : price('usd');
  return name.endsWith('~') ? fromOthers(leaf) : leaf;
};

function named(name: string, inner: Schema): Schema {
  const bare = name.replace(/[[\]~]+$/, '');
  const field = name.includes('[]') ? array(inner) : inner;
  return object({ [bare]: name.endsWith('~') ? fromOthers(field) : field });
}

function nested(path: readonly string[]): Schema {
  const [first = '', second, ...rest] = path;
  if (second === undefined) return object({ [first.replace(/[[\]~]+$/, '')]: word(first) });
  return named(first, second === '*' ? map(unknown()) : nested([second, ...rest]));
}

export const fields = (...parts: readonly (string | Schema)[]): Schema =>
  merged(
    ...parts.flatMap((part) =>
      typeof part === 'string' ? part.split(' ').map((name) => nested(name.split('.'))) : [part],
    ),
  );

export const listed = (...parts: readonly (string | Schema)[]): Schema => array(fields(...parts));
export const inside = (name: string, ...parts: readonly (string | Schema)[]): Schema =>
  named(name, fields(...parts));
