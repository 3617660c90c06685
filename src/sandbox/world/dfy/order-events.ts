import { day } from '../../../domain/window.ts';
import { hasRow } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { emit } from '../../deliveries/emit.ts';
import { addSender, warmSince } from '../mailboxes/senders.ts';
import { type Fate, fateOf } from './declared-names.ts';
import { type Order, orderTable } from './order-views.ts';

/** An order moves on. Which way is settled by the names in it (declared-names.ts); the pauses are ours. */
export const orderKind = 'dfy.advance';

const minute = 60_000;
export const pauses = {
  created: minute,
  pendingApproval: 12 * 60 * minute,
  /** At least, and as much again by chance. */
  processing: 45 * minute,
} as const;

/** created, pending_approval where it is needed, processing, and one of the ends. */
export function advanceOrder(sandbox: Sandbox, { orderId }: { orderId: number }): void {
  const order = orderTable.get(sandbox, orderId);
  const fates = new Set<Fate | undefined>();
  const bought = sandbox.db.prepare('SELECT domain FROM dfy_domain WHERE order_id = ?');
  for (const { domain } of bought.all<{ domain: string }>(orderId)) fates.add(fateOf(domain));
  if (order.status === 'created' && fates.has('canceled')) undo(sandbox, order, 'canceled', canceled);
  else if (order.status === 'created' && fates.has('pendingApproval')) {
    orderTable.update(sandbox, orderId, { status: 'pending_approval' });
    sandbox.schedule(sandbox.now() + pauses.pendingApproval, orderKind, { orderId });
  } else if (order.status !== 'processing') {
    orderTable.update(sandbox, orderId, { status: 'processing', processedAt: sandbox.now() });
    const takes = pauses.processing * (1 + sandbox.chance('dfy.processing', orderId));
    sandbox.schedule(sandbox.now() + takes, orderKind, { orderId });
  } else if (fates.has('failed')) undo(sandbox, order, 'failed', failed);
  else complete(sandbox, order);
}

const canceled = 'The order was canceled before it was processed; the charge was taken back';
const failed = 'The registrar refused the order; the charge was taken back';

/** Nothing was delivered, and nothing is paid for. */
function undo(sandbox: Sandbox, order: Order, status: 'failed' | 'canceled', reason: string): void {
  orderTable.update(sandbox, order.id, { status, failureReason: reason });
  for (const table of ['dfy_domain', 'dfy_mailbox'])
    sandbox.db.prepare(`UPDATE ${table} SET state = 'failed' WHERE order_id = ?`).run(order.id);
  sandbox.charge(order.ledgerId, { usd: -order.usd });
}

interface MailboxRow {
  readonly address: string;
  readonly domain: string;
  readonly firstName: string;
  readonly lastName: string;
}

function complete(sandbox: Sandbox, order: Order): void {
  const { db } = sandbox;
  db.prepare("UPDATE dfy_domain SET state = 'ready' WHERE order_id = ?").run(order.id);
  const mailboxes = db
    .prepare(
      `SELECT address, domain, first_name AS firstName, last_name AS lastName FROM dfy_mailbox WHERE order_id = ?
       ORDER BY rowid`,
    )
    .all<MailboxRow>(order.id);
  const missing: string[] = [];
  for (const mailbox of mailboxes) if (!provide(sandbox, order, mailbox)) missing.push(mailbox.address);
  const status = missing.length > 0 ? 'partially_completed' : 'completed';
  const failureReason = missing.length > 0 ? `Not provided: ${missing.join(', ')}` : '';
  orderTable.update(sandbox, order.id, { status, failureReason, completedAt: sandbox.now() });
  emit(sandbox, order.workspaceId, 'DfyOrderCompleted', () => ({
    eventId: '',
    orderId: order.id,
    status,
    mailboxCount: mailboxes.length - missing.length,
  }));
}

/** Adds a connected mailbox that has been warm for a month; false where it cannot be had. */
function provide(sandbox: Sandbox, { id, workspaceId }: Order, mailbox: MailboxRow): boolean {
  const { address, domain, firstName, lastName } = mailbox;
  const possible = !hasRow(sandbox, 'sender WHERE address_key = ?', address) && fateOf(domain) !== 'partial';
  const now = sandbox.now();
  const senderId = possible
    ? addSender(sandbox, {
        workspaceId,
        address,
        givenName: firstName,
        familyName: lastName,
        provider: 'google',
        connectedAt: now,
        health: 95 + Math.floor(sandbox.chance('dfy.health', address) * 5),
        // It is warm already: there is nothing to build up.
        toggleGradualBuildUp: false,
        warmUp: warmSince(now - 30 * day),
        signature: `${firstName} ${lastName}`,
      })
    : null;
  sandbox.db
    .prepare('UPDATE dfy_mailbox SET state = ?, sender_id = ? WHERE order_id = ? AND address = ?')
    .run(possible ? 'ready' : 'failed', senderId, id, address);
  return possible;
}
