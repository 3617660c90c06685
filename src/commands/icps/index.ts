import type { Group } from '../../cli/declare/command.ts';
import { create } from './create.ts';
import { remove } from './delete.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { primary } from './primary.ts';
import { setPrimary } from './set-primary.ts';
import { size } from './size.ts';
import { update } from './update.ts';

export const group: Group = {
  name: 'icps',
  summary: 'Ideal customer profiles: whom you want to reach',
  commands: [list, get, primary, create, update, remove, size, setPrimary],
};
