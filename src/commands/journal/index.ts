import type { Group } from '../../cli/declare/command.ts';
import { forget } from './forget.ts';
import { list } from './list.ts';
import { settle } from './settle.ts';
import { show } from './show.ts';

export const group: Group = {
  name: 'journal',
  summary: 'What was bought, spent, sent and created from here, and what is open',
  commands: [list, show, settle, forget],
};
