import type { Verbs } from '../../cli/declare/command.ts';
import { approve } from './approve.ts';
import { deny } from './deny.ts';
import { list } from './list.ts';
import { protect } from './protect.ts';

export const group: Verbs = {
  commands: [list, approve, deny, protect],
};
