import type { Group } from '../../cli/declare/command.ts';
import { domains } from './domains.ts';
import { orders } from './orders.ts';

export const group: Group = {
  name: 'dfy',
  summary: 'Done for you: domains and warm mailboxes, ready to send',
  commands: [],
  groups: [domains, orders],
};
