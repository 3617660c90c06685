import { pattern } from '../../cli/advice/line-of.ts';
import { command, type Group } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { dfy, orderStatuses } from '../../contract/areas/dfy.ts';
import { namesIn } from '../../contract/order-figures.ts';
import { create } from './create-order.ts';
import { completedNote, costOf, finish, nextOf, orderView } from './order-view.ts';

const id = arg.id('id of the order', { asked: 'order' });

const list = command({
  name: 'list',
  about: 'If the outcome of an order is unknown, check here before you repeat it.',
  uses: [dfy.orders],
  tool: 'read',
  args: { status: opt.choices('only orders with this status', orderStatuses) },
  examples: [
    'outreach dfy orders list',
    'outreach dfy orders list --status failed',
    'outreach dfy orders list --all --json',
  ],
  run: ({ service }) => service.list(dfy.orders),
  filters: { status: { oneOf: 'status' } },
  columns: [
    ['ID', 'id', 'id'],
    ['Status', 'status', 'state'],
    ['Domains', (order) => namesIn(order.domains).join(', '), 'prose', 1],
    ['Mailboxes', (order) => namesIn(order.mailboxes).length, 'number'],
    ['Cost', costOf, 'money', 3],
    ['Created', 'createdAt', 'time'],
    ['Completed', 'completedAt', 'time'],
  ],
  empty: `No orders. To place one: ${pattern('dfy orders create', { domain: '<name>' })}`,
});

const get = command({
  name: 'get',
  uses: [dfy.order],
  tool: 'read',
  args: { id },
  examples: ['outreach dfy orders get 1', 'outreach dfy orders get 1 --json'],
  run: async ({ service }, values) => (await service.api(dfy.order, { params: { id: values.id } })).order,
  next: nextOf,
  view: orderView,
});

const wait = command({
  name: 'wait',
  summary: 'Wait until an order is fulfilled',
  about: `The exit code is 16 if the order failed or was canceled, 15 if a part is missing, and 8 if it is not fulfilled by --wait-timeout.

In the sandbox, an order takes an hour or two of sandbox time. To skip it, run \`outreach sandbox clock advance 3h\`.`,
  uses: [dfy.order],
  tool: 'read',
  fails: ['partial'],
  waits: true,
  args: { id },
  examples: ['outreach dfy orders wait 1', 'outreach dfy orders wait 1 --wait-timeout 10m --json'],
  async run(context, values) {
    const order = await finish(context, values.id);
    context.screen.note(completedNote(order));
    return order;
  },
  next: nextOf,
  view: orderView,
});

export const orders: Group = {
  name: 'orders',
  summary: 'Order domains and mailboxes, and follow the orders',
  commands: [list, create, get, wait],
};
