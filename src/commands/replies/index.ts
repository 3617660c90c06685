import type { Verbs } from '../../cli/declare/command.ts';
import { list } from './list.ts';
import { show } from './show.ts';

export const group: Verbs = {
  commands: [list, show],
};
