import * as stored from '../../core/record-table.ts';
import type { Sandbox } from '../../core/state.ts';
import { maybeTime, rfc3339 } from '../../core/times.ts';
import { prices } from '../account/prices.ts';

export const orderTable = stored.recordTable('dfy_order', {
  id: stored.number,
  workspaceId: stored.number,
  status: stored.text,
  forwardingDomain: stored.maybeText,
  usd: stored.number,
  ledgerId: stored.number,
  failureReason: stored.text,
  createdAt: stored.number,
  processedAt: stored.maybeNumber,
  completedAt: stored.maybeNumber,
});

export type Order = stored.RecordOf<typeof orderTable>;

/** An order of the workspace; other workspaces' orders are not found (spec, GET /dfy/orders/{id}). */
export const orderView = (sandbox: Sandbox, workspaceId: number, id: number) =>
  viewOf(sandbox, orderTable.owned(sandbox, workspaceId, id, 'Order'));

/** The spec shows no field of costs, domains, forwarding and mailboxes: these are ours. */
export function viewOf(sandbox: Sandbox, { forwardingDomain, usd, ...row }: Order) {
  const domains = sandbox.db
    .prepare(
      'SELECT domain AS domainName, usd AS priceUsd, state AS status FROM dfy_domain WHERE order_id = ? ORDER BY rowid',
    )
    .all<object>(row.id);
  const mailboxes = sandbox.db
    .prepare(
      `SELECT address, username, domain AS domainName, first_name AS firstName, last_name AS lastName,
         picture AS profilePicture, sender_id AS senderEmailId, state AS status FROM dfy_mailbox
       WHERE order_id = ? ORDER BY rowid`,
    )
    .all<object>(row.id);
  return {
    id: row.id,
    externalOrderId: `dfy_${String(row.id).padStart(6, '0')}`,
    status: row.status,
    createdAt: rfc3339(row.createdAt),
    processedAt: maybeTime(row.processedAt),
    completedAt: maybeTime(row.completedAt),
    failureReason: row.failureReason,
    cost_breakdown: {
      domainsUsd: usd,
      totalUsd: usd,
      mailboxesMonthlyUsd: mailboxes.length * prices.usdPerMailboxMonth,
    },
    domains,
    forwardingDomain: forwardingDomain === null ? null : { domainName: forwardingDomain },
    mailboxes,
  };
}
