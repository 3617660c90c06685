import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { serviceCode } from '../../base/failure-codes.ts';
import { isRecord } from '../../base/is-record.ts';
import { plainWords } from '../../base/text/plain-words.ts';
import { advise } from '../../cli/advice/advise.ts';
import { awaitEnd } from '../../cli/answer/await-end.ts';
import type { Context, Next } from '../../cli/declare/command.ts';
import { record, toned, type View } from '../../cli/declare/view.ts';
import { dfy, finalOrderStatuses } from '../../contract/areas/dfy.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { monthlyIn, namesIn, totalIn } from '../../contract/order-figures.ts';

export type Order = ItemOf<typeof dfy.orders>;

export const orderView = (order: Order): View =>
  record(
    ['Order', order.id, 'id'],
    ['Status', order.status, 'state'],
    ['External ID', order.externalOrderId || undefined],
    ['Domains', namesIn(order.domains).join(', ') || undefined, 'id'],
    ['Forward to', namesIn(order.forwardingDomain).join(', ') || undefined],
    ['Mailboxes', namesIn(order.mailboxes).join(', ') || undefined, 'id'],
    ['Cost', costOf(order), 'money'],
    ['Each month', monthlyIn(order.cost_breakdown), 'money'],
    ['Failed', order.failureReason ? toned(order.failureReason, 'bad') : undefined],
    ['Created', order.createdAt],
    ['Processing since', order.processedAt ?? undefined],
    ['Completed', order.completedAt ?? undefined],
  );

/** The total where there is one, else the field as it is. */
export function costOf({ cost_breakdown: costs }: Order): number | string | undefined {
  const total = totalIn(costs);
  if (total !== undefined || !isRecord(costs)) return total;
  const parts = Object.entries(costs).filter(([, amount]) => typeof amount === 'number');
  return parts.map(([name, amount]) => `${plainWords(name)} ${amount}`).join(', ') || undefined;
}

/** What was ordered can be used once it is there. */
export function nextOf({ id, status }: Order): Next {
  if (status === 'completed' || status === 'partially_completed')
    return [['see the mailboxes', advise('senders list')]];
  return finalOrderStatuses.includes(status ?? '') ? [] : [advise('dfy orders wait', { id })];
}

/** Waits until nothing happens to the order any more. */
export async function finish(context: Context, id: number): Promise<Order> {
  const { order } = await awaitEnd(context, dfy.order, id, {
    subject: `Order ${id}`,
    again: ['dfy', 'orders', 'wait', String(id)],
    done: ({ order }) => finalOrderStatuses.includes(order.status ?? ''),
    state: ({ order: { status } }) => [
      status === 'created' || status === 'processing'
        ? `${status}; the service sets up domains and mailboxes`
        : plainWords(status ?? 'no status given'),
    ],
  });
  refuseUndelivered(order);
  return order;
}

/** Throws, with the order, where it is over and not all of it was delivered. */
export function refuseUndelivered(order: Order): void {
  if (order.status === 'completed' || !finalOrderStatuses.includes(order.status ?? '')) return;
  const partly = order.status === 'partially_completed';
  const how = partly ? 'was completed in part' : order.status === 'failed' ? 'failed' : 'was canceled';
  const why = order.failureReason ? `: ${order.failureReason}` : '';
  throw new Failure(serviceCode(`order_${order.status}`), `order ${order.id} ${how}${why}`, {
    kind: partly ? 'partial' : 'ended-badly',
    outcome: 'done',
    result: order,
  });
}

export const completedNote = ({ id, mailboxes }: Order): string => {
  const count = namesIn(mailboxes).length;
  const connected = counted(count, 'mailbox is', 'mailboxes are');
  return `Order ${id} is completed${count > 0 ? `; ${connected} connected: outreach senders list` : ''}.`;
};
