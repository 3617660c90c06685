import type { Group } from '../../cli/declare/command.ts';
import { list } from './list.ts';
import { remove } from './remove.ts';
import { route } from './route.ts';
import { set } from './set.ts';
import { show } from './show.ts';
import { use } from './use.ts';

export const group: Group = {
  name: 'profiles',
  summary: 'Named ways to your workspaces',
  commands: [list, use, show, set, remove, route],
};
