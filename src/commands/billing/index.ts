import type { Verbs } from '../../cli/declare/command.ts';
import { show } from './show.ts';
import { update } from './update.ts';

export const group: Verbs = {
  commands: [show, update],
};
