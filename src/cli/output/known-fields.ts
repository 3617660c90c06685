import type { AnyOperation } from '../../contract/operation.ts';

/** The fields a value can have, as a tree; `open` where any name may stand, as in custom variables. */
export interface Known {
  open: boolean;
  readonly fields: Map<string, Known>;
}

export const nothingKnown = (): Known => ({ open: false, fields: new Map() });

/**
 * The fields that `data` has, and those that the contract gives the operation it came from: of all that a command uses
 * the one whose answer is most like the data, or the first that pages where there is no data to compare.
 */
export function knownFields(uses: readonly AnyOperation[], data: unknown): Known {
  const known = nothingKnown();
  learnData(known, data);
  const likely =
    known.fields.size > 0
      ? mostLike(uses, known)
      : (uses.find(({ paging }) => paging !== undefined) ?? (uses.length === 1 ? uses[0] : undefined));
  if (likely) learnContract(known, likely);
  return known;
}

function mostLike(uses: readonly AnyOperation[], known: Known): AnyOperation | undefined {
  let best: { operation: AnyOperation; shared: number } | undefined;
  for (const operation of uses) {
    const contract = nothingKnown();
    learnContract(contract, operation);
    const shared = [...known.fields.keys()].filter((name) => contract.fields.has(name)).length;
    if (shared > (best?.shared ?? 0)) best = { operation, shared };
  }
  return best?.operation;
}

/** Adds what a piece of data shows. */
export function learnData(known: Known, value: unknown): void {
  if (Array.isArray(value)) for (const item of value) learnData(known, item);
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) learnData(below(known, name), inner);
}

/** Adds what the contract says of an operation's answer: of its list's items where it pages. */
export function learnContract(known: Known, operation: AnyOperation): void {
  const answer = operation.response as Shape;
  const { paging } = operation;
  learnShape(known, paging ? (unwrapped(answer).entries?.[paging.items] ?? answer) : answer);
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

function learnShape(known: Known, wrapped: Shape): void {
  const shape = unwrapped(wrapped);
  if (shape.type === 'record' || shape.type === 'unknown') known.open = true;
  if (shape.item) learnShape(known, shape.item);
  for (const option of shape.options ?? [])
    if (typeof option === 'object' && option !== null && 'type' in option) learnShape(known, option as Shape);
  for (const [name, inner] of Object.entries(shape.entries ?? {})) learnShape(below(known, name), inner);
}

function below(known: Known, name: string): Known {
  const found = known.fields.get(name) ?? nothingKnown();
  known.fields.set(name, found);
  return found;
}
