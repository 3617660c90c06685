import type { Group } from '../../cli/declare/command.ts';
import { forget } from './forget.ts';
import { list } from './list.ts';
import { settle } from './settle.ts';
import { show } from './show.ts';

export const group: Group = {
  name: 'journal',
  summary: 'Everything this machine bought, spent or sent, and what is unresolved',
  commands: [list, show, settle, forget],
};
