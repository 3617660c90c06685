import { Refusal } from '../../core/handler.ts';
import type { Sandbox } from '../../core/state.ts';
import { maybeTime, rfc3339 } from '../../core/times.ts';
import { prices } from '../account/prices.ts';

interface Row {
  readonly id: number;
  readonly status: string;
  readonly forwardingDomain: string | null;
  readonly usd: number;
  readonly failureReason: string;
  readonly createdAt: number;
  readonly processedAt: number | null;
  readonly completedAt: number | null;
}

const select = `SELECT id, status, forwarding_domain AS forwardingDomain, usd, failure_reason AS failureReason,
  created_at AS createdAt, processed_at AS processedAt, completed_at AS completedAt FROM dfy_order`;

/** An order of the workspace; other workspaces' orders are not found (spec, GET /dfy/orders/{id}). */
export function orderView(sandbox: Sandbox, workspaceId: number, id: number) {
  const row = sandbox.db.prepare(`${select} WHERE id = ? AND workspace_id = ?`).get<Row>(id, workspaceId);
  if (!row) throw new Refusal(404, `Order ${id} not found`);
  return view(sandbox, row);
}

export function listOrders(sandbox: Sandbox, workspaceId: number, limit: number, offset: number) {
  const rows = sandbox.db
    .prepare(`${select} WHERE workspace_id = ? ORDER BY id DESC LIMIT ? OFFSET ?`)
    .all<Row>(workspaceId, limit, offset);
  const counted = sandbox.db
    .prepare('SELECT count(*) AS total FROM dfy_order WHERE workspace_id = ?')
    .get<{ total: number }>(workspaceId);
  return { orders: rows.map((row) => view(sandbox, row)), total: counted?.total ?? 0 };
}

interface MailboxView {
  readonly address: string;
  readonly username: string;
  readonly domainName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly profilePicture: string | null;
  readonly senderEmailId: number | null;
  readonly status: string;
}

/** The spec shows no field of costs, domains, forwarding and mailboxes: these are ours. */
function view(sandbox: Sandbox, row: Row) {
  const domains = sandbox.db
    .prepare(
      'SELECT domain AS domainName, usd AS priceUsd, state AS status FROM dfy_domain WHERE order_id = ? ORDER BY rowid',
    )
    .all<{ domainName: string; priceUsd: number; status: string }>(row.id);
  const mailboxes = sandbox.db
    .prepare(
      `SELECT address, username, domain AS domainName, first_name AS firstName, last_name AS lastName,
         picture AS profilePicture, sender_id AS senderEmailId, state AS status FROM dfy_mailbox
       WHERE order_id = ? ORDER BY rowid`,
    )
    .all<MailboxView>(row.id);
  return {
    id: row.id,
    externalOrderId: `dfy_${String(row.id).padStart(6, '0')}`,
    status: row.status,
    createdAt: rfc3339(row.createdAt),
    processedAt: maybeTime(row.processedAt),
    completedAt: maybeTime(row.completedAt),
    failureReason: row.failureReason,
    cost_breakdown: {
      domainsUsd: row.usd,
      totalUsd: row.usd,
      mailboxesMonthlyUsd: mailboxes.length * prices.usdPerMailboxMonth,
    },
    domains,
    forwardingDomain: row.forwardingDomain === null ? null : { domainName: row.forwardingDomain },
    mailboxes,
  };
}
