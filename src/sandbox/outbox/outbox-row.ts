import { missingIn, unfilledIn } from '../../domain/sequence/render-email.ts';
import type { Database } from '../../local/database.ts';
import type { Value } from '../../local/engines/engine.ts';
import type { RecordOf } from '../core/record-table.ts';
import { countRows } from '../core/rows.ts';
import { rfc3339 } from '../core/times.ts';
import { namedEmails } from '../world/events/mail-tables.ts';

export type OutboxRow = RecordOf<typeof namedEmails>;

export const findOutboxRow = (db: Database, id: number): OutboxRow | undefined =>
  namedEmails.first({ db }, 'WHERE t.id = ? AND t.sent_at IS NOT NULL', id);

export interface OutboxFilter {
  readonly campaignId?: number | undefined;
  /** Address of a recipient, Cc included; case is folded. */
  readonly to?: string | undefined;
  /** Address of a mailbox. */
  readonly from?: string | undefined;
  /** Only those with a merge tag that had no value. */
  readonly missing?: boolean | undefined;
  /** Only what was sent by hand, or by autopilot, in answer to a person. */
  readonly answers?: boolean | undefined;
}

/** Newest first, after a place: so that a million of them can be read in pieces of equal cost. */
export function outboxRows(
  db: Database,
  filter: OutboxFilter,
  after: Pick<OutboxRow, 'sentAt' | 'id'> | undefined,
  limit: number,
): OutboxRow[] {
  const [where, values] = conditions(filter);
  const place = after ? ' AND (t.sent_at, t.id) < (?, ?)' : '';
  const rest = `WHERE ${where}${place} ORDER BY t.sent_at DESC, t.id DESC LIMIT ?`;
  return namedEmails.all({ db }, rest, ...values, ...(after ? [after.sentAt, after.id] : []), limit);
}

export function outboxTotal(db: Database, filter: OutboxFilter): number {
  const [where, values] = conditions(filter);
  return countRows({ db }, `email t WHERE ${where}`, ...values);
}

function conditions({ campaignId, to, from, missing, answers }: OutboxFilter): [string, Value[]] {
  let where = 't.sent_at IS NOT NULL';
  const values: Value[] = [];
  if (campaignId !== undefined) {
    where += ' AND t.campaign_id = ?';
    values.push(campaignId);
  }
  if (to !== undefined) {
    where += ` AND (lower(t.recipient) = ?
      OR EXISTS (SELECT 1 FROM json_each(coalesce(t.cc, '[]')) WHERE lower(value) = ?))`;
    values.push(to.toLowerCase(), to.toLowerCase());
  }
  if (from !== undefined) {
    where += ' AND (SELECT lower(address) FROM sender WHERE id = t.sender_id) = ?';
    values.push(from.toLowerCase());
  }
  if (missing) where += ' AND t.missing IS NOT NULL';
  if (answers) where += ' AND t.campaign_id IS NULL';
  return [where, values];
}

/** An email as lists show it. */
export const outboxItem = (row: OutboxRow) => ({
  id: row.id,
  sentAt: rfc3339(row.sentAt),
  from: row.senderAddress,
  fromName: row.senderName,
  to: row.recipient,
  cc: [...(row.cc ?? [])],
  subject: row.subject,
  campaignId: row.campaignId,
  leadId: row.leadId,
  senderEmailId: row.senderId,
  workspaceId: row.workspaceId,
  step: row.step,
  variant: row.variant,
  threadId: row.threadId,
  status: row.status,
  missing: missingIn({ unfilled: unfilledIn(row.missing) }),
});

export type OutboxItem = ReturnType<typeof outboxItem>;
