import { operations } from '../../src/contract/index.ts';

/** What is read off a schema: the library's own objects, seen through their data. */
interface Shape {
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly wrapped?: Shape;
  readonly value?: Shape;
  readonly price?: 'usd' | 'credits';
  readonly amount?: 'usd';
}

export interface AnsweredField {
  /** `finder.filters creditsPerProspect`. */
  readonly path: string;
  readonly name: string;
  readonly price: 'usd' | 'credits' | undefined;
  readonly isAmount: boolean;
}

function fieldsIn(shape: Shape, at: string): AnsweredField[] {
  const inner = shape.wrapped ?? shape.item;
  if (inner !== undefined) return fieldsIn(inner, at);
  return Object.entries(shape.entries ?? {}).flatMap(([name, below]) => {
    const path = `${at}${at.endsWith(' ') ? '' : '.'}${name}`;
    const leaf = below.wrapped ?? below;
    return [{ path, name, price: leaf.price, isAmount: leaf.amount !== undefined }, ...fieldsIn(below, path)];
  });
}

/** Every field of every answer. */
export const answeredFields: readonly AnsweredField[] = operations.flatMap(({ id, response }) =>
  fieldsIn(response as object as Shape, `${id} `),
);

export const markedPrices = answeredFields.filter(({ price }) => price !== undefined);
