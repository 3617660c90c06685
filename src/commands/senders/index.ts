import type { Verbs } from '../../cli/declare/command.ts';
import { connect } from './connect.ts';
import { connectCsv } from './connect-csv.ts';
import { dns } from './dns.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { plan } from './plan.ts';
import { reputation } from './reputation.ts';
import { update } from './update.ts';
import { warmup } from './warmup.ts';
import { watch } from './watch.ts';

export const group: Verbs = {
  commands: [list, get, connect, connectCsv, update, dns, reputation, plan, watch],
  groups: [warmup],
};
