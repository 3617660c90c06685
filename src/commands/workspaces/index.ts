import type { Verbs } from '../../cli/declare/command.ts';
import { create } from './create.ts';
import { key } from './key.ts';
import { list } from './list.ts';

export const group: Verbs = {
  commands: [list, create],
  groups: [key],
};
