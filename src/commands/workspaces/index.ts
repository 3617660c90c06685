import type { Group } from '../../cli/declare/command.ts';
import { create } from './create.ts';
import { key } from './key.ts';
import { list } from './list.ts';

export const group: Group = {
  name: 'workspaces',
  summary: 'The workspaces of the account, and keys for them',
  commands: [list, create],
  groups: [key],
};
