import type { Group } from '../../cli/command.ts';
import { connect } from './connect.ts';
import { dns } from './dns.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { update } from './update.ts';
import { warmup } from './warmup.ts';

export const group: Group = {
  name: 'senders',
  summary: 'The mailboxes that email goes out from',
  commands: [list, get, connect, update, dns],
  groups: [warmup],
};
