import { command, type Verbs } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { senders } from '../../contract/areas/senders.ts';
import { connect } from './connect.ts';
import { connectCsv } from './connect-csv.ts';
import { dns } from './dns.ts';
import { list } from './list.ts';
import { plan } from './plan.ts';
import { reputation } from './reputation.ts';
import { senderView } from './sender-view.ts';
import { update } from './update.ts';
import { warmup } from './warmup.ts';
import { watch } from './watch.ts';

const get = command({
  name: 'get',
  summary: 'Show one mailbox with its connection history',
  uses: [senders.get, senders.list],
  tool: 'read',
  args: { sender: arg.text('id or address', { asked: 'sender' }) },
  examples: ['outreach senders get 1', 'outreach senders get 1 --json'],
  run: async ({ service }, { sender }) =>
    service.api(senders.get, { params: { id: await service.find.sender(sender) } }),
  view: senderView,
});

export const group: Verbs = {
  commands: [list, get, connect, connectCsv, update, dns, reputation, plan, watch],
  groups: [warmup],
};
