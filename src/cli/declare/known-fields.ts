import { words } from '../../base/text/words.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { Schema } from '../../contract/schema/schema.ts';

/** The fields a value can have, as a tree; `open` where any name is allowed, as in custom variables. */
export interface Known {
  open: boolean;
  readonly fields: Map<string, Known>;
  /** A list, whose items have these fields. */
  list?: true;
  /** More than one where several answers have this field. */
  readonly schemas: Set<Schema>;
  /** Of an answer of the service, and not of a document of our own. */
  came?: true;
  /** Text that strangers wrote is in it. */
  fromOthers?: true;
  /** Only `--json` shows it, and only where there is something to say: it is no column. */
  remark?: true;
}

export const nothingKnown = (): Known => ({ open: false, fields: new Map(), schemas: new Set() });

/** The field below `known` with this name; made where it is new. */
export function below(known: Known, name: string): Known {
  const found = known.fields.get(name) ?? nothingKnown();
  known.fields.set(name, found);
  return found;
}

/** Adds what a piece of data shows. */
export function learnData(known: Known, value: unknown): void {
  if (Array.isArray(value)) for (const item of value) learnData(known, item);
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) learnData(below(known, name), inner);
}

/** The fields of such documents, all of them. */
export function fieldsOf(...answers: readonly Schema[]): Known {
  const known = nothingKnown();
  for (const answer of answers) learnShape(known, answer as object as Shape, undefined);
  return known;
}

/** What is read off a schema: the library's own objects, seen through their data, and marks of ours. */
export interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly wrapped?: Shape;
  /** Of a record, whose names are free. */
  readonly value?: Shape;
  readonly options?: readonly unknown[];
  readonly fromOthers?: true;
  /** It and all below is what this operation answers. */
  readonly of?: AnyOperation;
  readonly open?: true;
  readonly reads?: true;
  readonly remark?: true;
  /** What the document of a list has beside its items. */
  readonly beside?: Schema;
}

/** Without what says that it may be absent or null. */
export const shapeOf = (schema: object): Shape => {
  const shape = schema as Shape;
  return shape.wrapped ? shapeOf(shape.wrapped) : shape;
};

/** The fields of a document that are called so: several where it is made of several. */
export function named(name: string, document: object): Shape[] {
  const { entries = {}, options = [] } = shapeOf(document);
  const own = entries[name];
  return [
    ...(own ? [own] : []),
    ...options.filter(isShape).flatMap((option) => named(name, option as Shape)),
  ];
}

/** An item of a list, or what is no list as it is. */
export const innerOf = (schema: object): Shape => shapeOf(shapeOf(schema).item ?? schema);

/** The shapes right below one. */
const partsOf = ({ entries = {}, item, wrapped, options = [] }: Shape): Shape[] => [
  ...Object.values(entries),
  ...[item, wrapped, ...options].filter((part): part is Shape => isShape(part)),
];

const isShape = (part: unknown): boolean => typeof part === 'object' && part !== null && 'type' in part;

const holds = (shape: Shape, is: (part: Shape) => boolean): boolean =>
  is(shape) || partsOf(shape).some((part) => holds(part, is));

/** Some part of it may have fields that are not listed. */
export const isOpen = (answer: Schema): boolean =>
  holds(answer as object as Shape, ({ open, of }) => open === true || of?.answer.fields === 'open');

/** It holds the answer to a write, which is passed on whatever it is: the call is made. */
export const passesOn = (answer: Schema): boolean =>
  holds(answer as object as Shape, ({ of }) => of?.kind === 'write');

/** Names of envelopes around a record or a list. */
const around: readonly string[] = words('message total count next totalCount page limit hasMore');

/** What an operation's answer is about: its list, the record that it wraps, or the answer itself. */
export function heldBy({ response, answer, paging }: AnyOperation): Shape {
  const { entries = {} } = shapeOf(response);
  const inside = Object.keys(entries).filter((name) => !around.includes(name));
  const only = inside.length === 1 ? inside[0] : undefined;
  const held = entries[paging?.items ?? answer.holds?.under ?? only ?? ''];
  return held && hasFields(held) ? held : shapeOf(response);
}

function hasFields(wrapped: Shape): boolean {
  const { entries, item } = shapeOf(wrapped);
  return entries !== undefined || (item !== undefined && hasFields(item));
}

/** The value itself, or the items of a list. */
const isFromOthers = ({ fromOthers, wrapped, item }: Shape): boolean =>
  fromOthers ?? [wrapped, item].some((inner) => inner !== undefined && isFromOthers(inner));

function learnShape(known: Known, wrapped: Shape, above: AnyOperation | undefined): void {
  const shape = shapeOf(wrapped);
  const of = wrapped.of ?? shape.of ?? above;
  if (shape.type === 'record' || shape.type === 'unknown') known.open = true;
  if (shape.item) learnShape(known, shape.item, of);
  for (const option of shape.options ?? []) if (isShape(option)) learnShape(known, option as Shape, of);
  for (const [name, inner] of Object.entries(shape.entries ?? {})) {
    const field = below(known, name);
    field.schemas.add(shapeOf(inner) as object as Schema);
    if (of ?? shapeOf(inner).of) field.came = true;
    if (isFromOthers(inner)) field.fromOthers = true;
    if (inner.remark) field.remark = true;
    if (shapeOf(inner).item) field.list = true;
    learnShape(field, inner, of);
  }
}
