import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/index.ts';
import type { AnyOperation } from '../../src/contract/operation.ts';

/** What is read off a schema, also below `maybe`. */
interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly wrapped?: Shape;
  readonly item?: Shape;
  readonly pipe?: readonly Shape[];
}

const bare = (shape: Shape): Shape => (shape.wrapped ? bare(shape.wrapped) : shape);
const entriesOf = (schema: unknown) => bare(schema as Shape).entries ?? {};

function holding({ answer: { holds }, response }: AnyOperation): Shape {
  const whole = bare(response as unknown as Shape);
  const under = holds?.under === undefined ? whole : bare(entriesOf(response)[holds.under] as Shape);
  return holds?.form === 'list' ? bare(under.item as Shape) : under;
}

const open = operations.filter(({ answer }) => answer.holds !== undefined);

describe('how much of an answer the spec shows', () => {
  it('is open wherever the path itself is inferred', () => {
    const inferred = operations.filter(({ route }) => route.source === 'inferred');
    expect(inferred.filter(({ answer }) => answer.holds === undefined).map(({ id }) => id)).toEqual([]);
  });

  it.each(open)('$id: what it is recognised by has fields', (operation) => {
    expect(Object.keys(holding(operation).entries ?? {})).not.toEqual([]);
    // The names of a balance are guesses beside the one of the contract.
    const { known = ['balance'] } = operation.answer.holds ?? {};
    expect(known).toContain('balance');
  });

  it('names the list that is paged', () => {
    for (const { id, answer, paging } of open) {
      if (paging !== undefined) expect([id, answer.holds?.under]).toEqual([id, paging.items]);
    }
  });
});
