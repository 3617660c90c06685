import type { AnyOperation } from '../../contract/operation.ts';

/** The fields a value can have, as a tree; `open` where any name is allowed, as in custom variables. */
export interface Known {
  open: boolean;
  readonly fields: Map<string, Known>;
}

export const nothingKnown = (): Known => ({ open: false, fields: new Map() });

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
export const learnAnswer = (known: Known, { response }: AnyOperation): void =>
  learnShape(known, response as Shape);

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
export function learnRecord(known: Known, { response, answer, paging }: AnyOperation): void {
  const { entries = {} } = unwrapped(response as Shape);
  const inside = Object.keys(entries).filter((name) => !around.includes(name));
  const only = inside.length === 1 ? inside[0] : undefined;
  const held = entries[paging?.items ?? answer.holds?.under ?? only ?? ''];
  learnShape(known, held && hasFields(held) ? held : (response as Shape));
}

/** What is read off a schema: the library's own objects, seen through their data. */
interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly wrapped?: Shape;
  readonly options?: readonly unknown[];
}

const unwrapped = (shape: Shape): Shape => (shape.wrapped ? unwrapped(shape.wrapped) : shape);

function hasFields(wrapped: Shape): boolean {
  const { entries, item } = unwrapped(wrapped);
  return entries !== undefined || (item !== undefined && hasFields(item));
}

function learnShape(known: Known, wrapped: Shape): void {
  const shape = unwrapped(wrapped);
  if (shape.type === 'record' || shape.type === 'unknown') known.open = true;
  if (shape.item) learnShape(known, shape.item);
  for (const option of shape.options ?? [])
    if (typeof option === 'object' && option !== null && 'type' in option) learnShape(known, option as Shape);
  for (const [name, inner] of Object.entries(shape.entries ?? {})) learnShape(below(known, name), inner);
}
