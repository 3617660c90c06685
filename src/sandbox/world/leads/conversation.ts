import type { leads } from '../../../contract/areas/leads.ts';
import type { Output } from '../../../contract/operation.ts';
import type { Sandbox } from '../../core/state.ts';
import { withTimes } from '../../core/times.ts';
import type { LeadRow } from './leads.ts';

type Item = Output<typeof leads.conversation>['conversation'][number];

interface Row {
  id: number;
  threadId: string | null;
  campaignId: number | null;
  direction: 'inbound' | 'outbound';
  fromAddress: string | null;
  subject: string | null;
  body: string | null;
  status: string;
  isDraft: number;
  responseCategory: string | null;
  sentAt: number | null;
  createdAt: number;
}

/** Outgoing mail is written when it is sent: what only waits to be sent has no text yet and is not shown. */
const sql = `
SELECT email.id, thread_id AS threadId, campaign_id AS campaignId, 'outbound' AS direction, sender.address AS fromAddress,
  subject, body, email.status, 0 AS isDraft, NULL AS responseCategory, sent_at AS sentAt, email.created_at AS createdAt
FROM email LEFT JOIN sender ON sender.id = email.sender_id WHERE lead_id = ? AND body IS NOT NULL
UNION ALL
SELECT id, thread_id, campaign_id, 'inbound', from_address, subject, body, 'received', 0, response_category,
  received_at, received_at
FROM reply WHERE lead_id = ?
UNION ALL
SELECT draft.id, thread_id, NULL, 'outbound', sender.address, subject, body, 'draft', 1, NULL, NULL, draft.created_at
FROM draft LEFT JOIN sender ON sender.id = draft.sender_id WHERE lead_id = ? AND email_id IS NULL
ORDER BY 12, 1`;

/** Everything said between a lead and the workspace, oldest first. Drafts of answers have no campaign. */
export function conversationOf(sandbox: Sandbox, lead: LeadRow): Item[] {
  return sandbox.db
    .prepare(sql)
    .all<Row>(lead.id, lead.id, lead.id)
    .map(({ responseCategory, ...row }) => ({
      ...withTimes(row),
      isDraft: row.isDraft === 1,
      ...(responseCategory !== null && { responseCategory }),
    }));
}
