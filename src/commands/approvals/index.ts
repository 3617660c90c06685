import type { Verbs } from '../../cli/declare/command.ts';
import { approve } from './approve.ts';
import { deny } from './deny.ts';
import { list } from './list.ts';

export const group: Verbs = {
  commands: [list, approve, deny],
};
