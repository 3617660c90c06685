import type { Verbs } from '../../cli/declare/command.ts';
import { add } from './add.ts';
import { list } from './list.ts';
import { revoke } from './revoke.ts';

export const group: Verbs = {
  commands: [list, add, revoke],
};
