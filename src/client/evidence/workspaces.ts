import { workspaces } from '../../contract/areas/workspaces.ts';
import { appeared } from './appeared.ts';
import { all, same } from './compare.ts';
import { bodyOf, type Evidence, itemOf } from './evidence.ts';

/** A workspace shows in the list of all workspaces, under its name. The main one has no parent. */
export const create: Evidence = appeared({
  list: workspaces.list,
  items: 'workspaces',
  made: ({ workspace }) => itemOf(workspace).id,
  matches: (workspace, looking) => all(same(workspace.name, bodyOf(looking).name), workspace.isMain !== true),
  answer: (workspace) => ({ message: null, workspace }),
});
