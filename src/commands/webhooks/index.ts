import type { Group } from '../../cli/command.ts';
import { create } from './create.ts';
import { remove } from './delete.ts';
import { ensure } from './ensure.ts';
import { list } from './list.ts';
import { disable, enable } from './switching.ts';
import { update } from './update.ts';

export const group: Group = {
  name: 'webhooks',
  summary: 'What the service tells your own programs',
  commands: [list, create, ensure, update, enable, disable, remove],
};
