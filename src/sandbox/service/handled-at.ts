import type { AnyOperation } from '../../contract/operation.ts';
import { sections } from './sections.ts';

/** The file whose handler answers an operation, for the page on coverage; undefined where nothing does. */
export async function loadHandledAt(): Promise<(operation: Pick<AnyOperation, 'id'>) => string | undefined> {
  const loaded = await Promise.all(Object.values(sections).map((load) => load()));
  const files = new Map(
    loaded.flatMap(({ operations, handlers }) =>
      Object.entries(operations)
        .filter(([name]) => handlers[name] !== undefined)
        .map(([, { id }]) => [id, `handlers/${id.split('.')[0]}.ts`] as const),
    ),
  );
  return ({ id }) => files.get(id);
}
