import type { AnyOperation } from '../../contract/operation.ts';
import type { Schema } from '../../contract/schema/schema.ts';

/** The fields a value can have, as a tree; `open` where any name is allowed, as in custom variables. */
export interface Known {
  open: boolean;
  readonly fields: Map<string, Known>;
  /** A list, whose items have these fields. */
  list?: true;
  /** Of the contract; more than one where several answers have this field. */
  readonly schemas: Set<Schema>;
  /** In an answer to a write, which is passed on whatever it is: the call is made. */
  unchecked?: true;
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

/** Adds the fields of an operation's answer, with all that is around its record. */
export const learnAnswer = (known: Known, { response, kind }: AnyOperation): void =>
  learnShape(known, response as Shape, kind);

/** Names of envelopes around a record or a list. */
const around: readonly string[] = [
  'message',
  'total',
  'count',
  'next',
  'totalCount',
  'page',
  'limit',
  'hasMore',
];

/**
 * Adds the fields of what an operation's answer holds: the items of its list, the record that it wraps, or the answer
 * itself.
 */
export const learnRecord = (known: Known, operation: AnyOperation): void =>
  learnShape(known, heldBy(operation), operation.kind);

/** It reads a list. */
export const readsList = (operation: AnyOperation): boolean =>
  operation.kind === 'read' && unwrapped(heldBy(operation)).item !== undefined;

function heldBy({ response, answer, paging }: AnyOperation): Shape {
  const { entries = {} } = unwrapped(response as Shape);
  const inside = Object.keys(entries).filter((name) => !around.includes(name));
  const only = inside.length === 1 ? inside[0] : undefined;
  const held = entries[paging?.items ?? answer.holds?.under ?? only ?? ''];
  return held && hasFields(held) ? held : (response as Shape);
}

/** What is read off a schema: the library's own objects, seen through their data. */
interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly wrapped?: Shape;
  readonly options?: readonly unknown[];
  readonly fromOthers?: true;
}

const unwrapped = (shape: Shape): Shape => (shape.wrapped ? unwrapped(shape.wrapped) : shape);

function hasFields(wrapped: Shape): boolean {
  const { entries, item } = unwrapped(wrapped);
  return entries !== undefined || (item !== undefined && hasFields(item));
}

/** The value itself, or the items of a list. */
const isFromOthers = ({ fromOthers, wrapped, item }: Shape): boolean =>
  fromOthers ?? [wrapped, item].some((inner) => inner !== undefined && isFromOthers(inner));

function learnShape(known: Known, wrapped: Shape, kind: AnyOperation['kind']): void {
  const shape = unwrapped(wrapped);
  if (shape.type === 'record' || shape.type === 'unknown') known.open = true;
  if (shape.item) learnShape(known, shape.item, kind);
  for (const option of shape.options ?? [])
    if (typeof option === 'object' && option !== null && 'type' in option)
      learnShape(known, option as Shape, kind);
  for (const [name, inner] of Object.entries(shape.entries ?? {})) {
    const field = below(known, name);
    field.schemas.add(inner as object as Schema);
    if (kind === 'write') field.unchecked = true;
    if (isFromOthers(inner)) field.fromOthers = true;
    if (unwrapped(inner).item) field.list = true;
    learnShape(field, inner, kind);
  }
}
