import type { Group } from '../../cli/declare/command.ts';
import { edit } from './edit.ts';
import { list } from './list.ts';
import { send } from './send.ts';
import { show } from './show.ts';

export const group: Group = {
  name: 'drafts',
  summary: 'Answers that wait to be sent',
  commands: [list, show, edit, send],
};
