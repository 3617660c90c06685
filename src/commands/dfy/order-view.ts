import { isRecord } from '../../base/is-record.ts';
import { advise } from '../../cli/advice/advise.ts';
import type { Next } from '../../cli/declare/command.ts';
import { record, toned, type View } from '../../cli/declare/view.ts';
import { type dfy, finalOrderStatuses } from '../../contract/areas/dfy.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { namesIn, totalIn } from '../../contract/order-figures.ts';

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
  return parts.map(([name, amount]) => `${name} ${amount}`).join(', ') || undefined;
}

/** What was ordered can be used once it is there. */
export function nextOf({ id, status }: Order): Next {
  if (status === 'completed' || status === 'partially_completed')
    return [['see the mailboxes', advise('senders list')]];
  return finalOrderStatuses.includes(status ?? '') ? [] : [advise('dfy orders wait', { id })];
}
