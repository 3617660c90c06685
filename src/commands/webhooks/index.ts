import type { Group } from '../../cli/declare/command.ts';
import { create } from './create.ts';
import { remove } from './delete.ts';
import { ensure } from './ensure.ts';
import { list } from './list.ts';
import { listen } from './listen.ts';
import { replay } from './replay.ts';
import { disable, enable } from './switching.ts';
import { trigger } from './trigger.ts';
import { update } from './update.ts';
import { verify } from './verify.ts';

export const group: Group = {
  name: 'webhooks',
  summary: 'What the service tells your own programs',
  commands: [list, create, ensure, update, enable, disable, remove, listen, verify, trigger, replay],
};
