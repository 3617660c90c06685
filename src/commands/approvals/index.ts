import type { Verbs } from '../../cli/declare/command.ts';
import { approve } from './approve.ts';
import { deny } from './deny.ts';
import { list } from './list.ts';
import { protect } from './protect.ts';
import { show } from './show.ts';

export const group: Verbs = {
  commands: [list, show, approve, deny, protect],
};
