import type { Mail } from '../../domain/mail/eml.ts';
import type { Database } from '../../local/database.ts';
import { messageId } from '../world/events/mail-events.ts';
import type { OutboxRow } from './outbox-row.ts';

/** What was said before in the conversation, by either side. */
const earlierSql = `
SELECT e.id, e.sent_at AS at, s.address FROM email e LEFT JOIN sender s ON s.id = e.sender_id
WHERE e.lead_id = ?1 AND e.thread_id = ?2 AND e.sent_at IS NOT NULL AND (e.sent_at, e.id) < (?3, ?4)
UNION ALL
SELECT id, received_at, from_address FROM reply
WHERE lead_id = ?1 AND thread_id = ?2 AND (received_at, id) < (?3, ?4)
ORDER BY 2, 1`;

/** An email as it would have left, with the headers that put it into its conversation. */
export function mailOf(db: Database, seed: string, row: OutboxRow): Mail {
  const earlier = db
    .prepare(earlierSql)
    .all<{
      readonly id: number;
      readonly address: string | null;
    }>(row.leadId, row.threadId, row.sentAt, row.id)
    .map((message) => messageId(seed, message.id, message.address));
  return {
    messageId: messageId(seed, row.id, row.senderAddress),
    inReplyTo: earlier.at(-1) ?? null,
    references: earlier,
    at: row.sentAt,
    from: { name: row.senderName ?? '', address: row.senderAddress ?? '' },
    to: row.recipient
      .split(', ')
      .map((address, at) => ({ name: at === 0 ? (row.leadName ?? '') : '', address })),
    cc: (row.cc ?? []).map((address) => ({ name: '', address })),
    subject: row.subject,
    body: row.body,
    contentType: row.contentType,
  };
}
