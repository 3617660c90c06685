import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { senders } from '../../contract/areas/senders.ts';
import { senderView } from './sender-view.ts';

export const get = command({
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
