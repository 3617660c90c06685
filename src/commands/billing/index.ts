import type { Group } from '../../cli/declare/command.ts';
import { show } from './show.ts';
import { update } from './update.ts';

export const group: Group = {
  name: 'billing',
  summary: 'Who the invoices are made out to',
  commands: [show, update],
};
