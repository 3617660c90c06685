import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { serviceCode } from '../../base/failure-codes.ts';
import { awaitEnd } from '../../cli/answer/await-end.ts';
import type { Context } from '../../cli/declare/command.ts';
import { dfy, finalOrderStatuses } from '../../contract/areas/dfy.ts';
import { namesIn } from '../../contract/order-figures.ts';
import type { Order } from './order-view.ts';

/** Waits until nothing happens to the order any more. Throws, with the order, where not all of it was delivered. */
export async function finish(context: Context, id: number): Promise<Order> {
  const { order } = await awaitEnd(context, dfy.order, id, {
    subject: `Order ${id}`,
    again: ['dfy', 'orders', 'wait', String(id)],
    done: ({ order }) => finalOrderStatuses.includes(order.status ?? ''),
    state: ({ order: { status } }) => [
      status === 'created' || status === 'processing'
        ? `${status}; the service sets up domains and mailboxes`
        : (status ?? 'no status given'),
    ],
  });
  if (order.status === 'completed') return order;
  const partly = order.status === 'partially_completed';
  const how = partly ? 'was completed in part' : order.status === 'failed' ? 'failed' : 'was canceled';
  const why = order.failureReason ? `: ${order.failureReason}` : '';
  throw new Failure(serviceCode(`order_${order.status}`), `order ${id} ${how}${why}`, {
    kind: partly ? 'partial' : 'ended-badly',
    outcome: 'done',
    result: order,
  });
}

/** What is there once an order is completed. */
export const completedNote = ({ id, mailboxes }: Order): string => {
  const count = namesIn(mailboxes).length;
  const connected = counted(count, 'mailbox is', 'mailboxes are');
  return `Order ${id} is completed${count > 0 ? `; ${connected} connected: outreach senders list` : ''}.`;
};
