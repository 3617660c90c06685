import type { Group } from '../../cli/declare/command.ts';
import { list } from './list.ts';
import { show } from './show.ts';

export const group: Group = {
  name: 'replies',
  summary: 'What prospects answered',
  commands: [list, show],
};
