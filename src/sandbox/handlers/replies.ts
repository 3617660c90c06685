import type { replies } from '../../contract/areas/replies.ts';
import type { Handlers } from '../core/handler.ts';
import { pageInfo, pageOf } from '../core/paging.ts';
import { rfc3339 } from '../core/times.ts';

interface Row {
  readonly id: number;
  readonly leadId: number;
  readonly campaignId: number | null;
  readonly fromAddress: string;
  readonly subject: string;
  readonly body: string;
  readonly threadId: string;
  readonly receivedAt: number;
  readonly responseCategory: string | null;
}

export const handlers: Handlers<typeof replies> = {
  list: ({ query, workspaceId }, sandbox) => {
    const page = pageOf(query, 20);
    const count = sandbox.db
      .prepare('SELECT count(*) AS total FROM reply WHERE workspace_id = ?')
      .get<{ total: number }>(workspaceId);
    const rows = sandbox.db
      .prepare(
        `SELECT id, lead_id AS leadId, campaign_id AS campaignId, from_address AS fromAddress, subject, body,
           thread_id AS threadId, received_at AS receivedAt, response_category AS responseCategory
         FROM reply WHERE workspace_id = ? ORDER BY received_at DESC, id DESC LIMIT ? OFFSET ?`,
      )
      .all<Row>(workspaceId, page.limit, page.offset);
    return {
      replies: rows.map((row) => ({ ...row, receivedAt: rfc3339(row.receivedAt) })),
      ...pageInfo(page, count?.total ?? 0),
    };
  },
};
