import { missingIn, unfilledIn } from '../../domain/sequence/render-email.ts';
import type { Database } from '../../local/database.ts';
import type { Value } from '../../local/engines/engine.ts';
import { countRows } from '../core/rows.ts';
import { rfc3339 } from '../core/times.ts';

export interface OutboxRow {
  readonly id: number;
  readonly workspaceId: number;
  readonly campaignId: number | null;
  readonly leadId: number;
  readonly senderId: number;
  readonly step: number | null;
  readonly variant: string | null;
  readonly threadId: string;
  readonly status: string;
  readonly recipient: string;
  /** JSON list; null where there is none. */
  readonly cc: string | null;
  readonly subject: string;
  readonly body: string;
  readonly contentType: 'html' | 'text';
  /** JSON list; null where every merge tag had a value. */
  readonly missing: string | null;
  readonly sentAt: number;
  readonly senderAddress: string | null;
  readonly senderName: string | null;
  readonly leadName: string | null;
}

const select = `SELECT e.id, e.workspace_id AS workspaceId, e.campaign_id AS campaignId, e.lead_id AS leadId,
    e.sender_id AS senderId, e.step, e.variant, e.thread_id AS threadId, e.status, e.recipient, e.cc, e.subject, e.body,
    e.content_type AS contentType, e.missing, e.sent_at AS sentAt, s.address AS senderAddress,
    trim(s.given_name || ' ' || s.family_name) AS senderName,
    trim(coalesce(lead.first_name, '') || ' ' || coalesce(lead.last_name, '')) AS leadName
  FROM email e LEFT JOIN sender s ON s.id = e.sender_id LEFT JOIN lead ON lead.id = e.lead_id`;

export const findOutboxRow = (db: Database, id: number): OutboxRow | undefined =>
  db.prepare(`${select} WHERE e.id = ? AND e.sent_at IS NOT NULL`).get<OutboxRow>(id);

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
  skip = 0,
): OutboxRow[] {
  const [where, values] = conditions(filter);
  const place = after ? ' AND (e.sent_at, e.id) < (?, ?)' : '';
  return db
    .prepare(`${select} WHERE ${where}${place} ORDER BY e.sent_at DESC, e.id DESC LIMIT ? OFFSET ?`)
    .all<OutboxRow>(...values, ...(after ? [after.sentAt, after.id] : []), limit, skip);
}

export function outboxTotal(db: Database, filter: OutboxFilter): number {
  const [where, values] = conditions(filter);
  const join = filter.from === undefined ? '' : ' LEFT JOIN sender s ON s.id = e.sender_id';
  return countRows({ db }, `email e${join} WHERE ${where}`, ...values);
}

function conditions({ campaignId, to, from, missing, answers }: OutboxFilter): [string, Value[]] {
  const all: [string, ...Value[]][] = [['e.sent_at IS NOT NULL']];
  if (campaignId !== undefined) all.push(['e.campaign_id = ?', campaignId]);
  if (to !== undefined)
    all.push([
      "(lower(e.recipient) = ? OR EXISTS (SELECT 1 FROM json_each(coalesce(e.cc, '[]')) WHERE lower(value) = ?))",
      to.toLowerCase(),
      to.toLowerCase(),
    ]);
  if (from !== undefined) all.push(['lower(s.address) = ?', from.toLowerCase()]);
  if (missing) all.push(['e.missing IS NOT NULL']);
  if (answers) all.push(['e.campaign_id IS NULL']);
  return [all.map(([sql]) => sql).join(' AND '), all.flatMap(([, ...values]) => values)];
}

/** An email as lists show it. */
export const outboxItem = (row: OutboxRow) => ({
  id: row.id,
  sentAt: rfc3339(row.sentAt),
  from: row.senderAddress,
  to: row.recipient,
  cc: listOf(row.cc),
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

export const listOf = (json: string | null): string[] =>
  json === null ? [] : (JSON.parse(json) as string[]);
