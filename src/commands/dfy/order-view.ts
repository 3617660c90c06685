import { isRecord } from '../../base/is-record.ts';
import type { Next } from '../../cli/declare/command.ts';
import { record, toned, type View } from '../../cli/declare/view.ts';
import { lineOf } from '../../cli/line/shell-words.ts';
import { type dfy, finalOrderStatuses } from '../../contract/areas/dfy.ts';
import type { ItemOf } from '../../contract/operation.ts';

export type Order = ItemOf<typeof dfy.orders>;

export const orderView = (order: Order): View =>
  record(
    ['Order', order.id, 'id'],
    ['Status', order.status, 'state'],
    ['External ID', order.externalOrderId || undefined],
    ['Domains', namesOf(order.domains).join(', ') || undefined, 'id'],
    ['Forward to', namesOf(order.forwardingDomain).join(', ') || undefined],
    ['Mailboxes', namesOf(order.mailboxes).join(', ') || undefined, 'id'],
    ['Cost', costOf(order), 'money'],
    ['Failed', order.failureReason ? toned(order.failureReason, 'bad') : undefined],
    ['Created', order.createdAt],
    ['Processing since', order.processedAt ?? undefined],
    ['Completed', order.completedAt ?? undefined],
  );

/**
 * Names of domains or mailboxes, in any field: the spec does not show what is inside of an order, so words,
 * records and lists of both are understood.
 */
export function namesOf(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(namesOf);
  if (!isRecord(value)) return [];
  const { address, emailAddress, email, username, domainName, domain, name, items } = value;
  const local = typeof username === 'string' && typeof domainName === 'string' && `${username}@${domainName}`;
  const found = [address, emailAddress, email, local, domainName, domain, name].find(
    (word) => typeof word === 'string' && word !== '',
  );
  return typeof found === 'string' ? [found] : namesOf(items);
}

/** The total where there is one, else the field as it is. */
export function costOf({ cost_breakdown: costs }: Order): number | string | undefined {
  if (typeof costs === 'number') return costs;
  if (!isRecord(costs)) return undefined;
  const total = [costs.totalUsd, costs.total].find((amount) => typeof amount === 'number');
  if (typeof total === 'number') return total;
  const parts = Object.entries(costs).filter(([, amount]) => typeof amount === 'number');
  return parts.map(([name, amount]) => `${name} ${amount}`).join(', ') || undefined;
}

/** What was ordered can be used once it is there. */
export function nextOf({ id, status, mailboxes }: Order): Next {
  if (status === 'completed' || status === 'partially_completed')
    return [
      lineOf`campaigns senders attach <campaign> ${namesOf(mailboxes).slice(0, 5)}`,
      ['see the mailboxes', lineOf`senders list`],
    ];
  return finalOrderStatuses.includes(status ?? '') ? [] : [lineOf`dfy orders wait ${id}`];
}
