import { type Column, table } from '../../cli/declare/view.ts';
import { leavesOf, type Tree } from '../../cli/describe/tree.ts';
import { operations } from '../../contract/index.ts';

/** Every call of the service, and the commands that make it. */
export function listOperations(tree: Tree) {
  const leaves = leavesOf(tree.commands).filter(({ path }) => path !== 'api');
  const items = operations.map(({ id, route, scope, effect, retry }) => ({
    id,
    method: route.method,
    path: route.path,
    scope,
    effect,
    retry: retry.kind,
    documented: route.source === 'documented',
    commands: leaves.filter((leaf) => leaf.operations.includes(id)).map(({ path }) => path),
  }));
  return { items, total: items.length };
}

export type Listed = ReturnType<typeof listOperations>;

const columns: readonly Column<Listed['items'][number]>[] = [
  ['Operation', (row) => row.id, 'id'],
  ['Method', (row) => row.method],
  ['Path', (row) => row.path, 'id', 1],
  ['Key', (row) => row.scope],
  ['Effect', (row) => row.effect],
  ['Path is', (row) => (row.documented ? 'documented' : 'inferred')],
  ['Commands', (row) => row.commands.join(', '), 'prose'],
];

export const listView = ({ items }: Listed) => table(items, columns);
