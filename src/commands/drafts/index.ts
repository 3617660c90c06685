import type { Verbs } from '../../cli/declare/command.ts';
import { edit } from './edit.ts';
import { list } from './list.ts';
import { send } from './send.ts';
import { show } from './show.ts';

export const group: Verbs = {
  commands: [list, show, edit, send],
};
