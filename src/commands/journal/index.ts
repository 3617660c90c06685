import type { Verbs } from '../../cli/declare/command.ts';
import { accept } from './accept.ts';
import { forget } from './forget.ts';
import { list } from './list.ts';
import { move } from './move.ts';
import { settle } from './settle.ts';
import { show } from './show.ts';

export const group: Verbs = {
  commands: [list, show, settle, forget, move, accept],
};
