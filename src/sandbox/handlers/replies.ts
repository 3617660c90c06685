import { replies } from '../../contract/areas/replies.ts';
import { sectionOf } from '../core/handler.ts';
import { pageInfo, pageOf } from '../core/paging.ts';
import * as stored from '../core/record-table.ts';
import { countRows } from '../core/rows.ts';
import { withTimes } from '../core/times.ts';

const replyTable = stored.recordTable('reply', {
  id: stored.number,
  leadId: stored.number,
  campaignId: stored.maybeNumber,
  fromAddress: stored.text,
  subject: stored.text,
  body: stored.text,
  threadId: stored.text,
  receivedAt: stored.number,
  responseCategory: stored.maybeText,
});

export const section = sectionOf(replies, {
  list: ({ query, workspaceId }, sandbox) => {
    const page = pageOf(query, 20);
    const rows = replyTable.all(
      sandbox,
      'WHERE t.workspace_id = ? ORDER BY t.received_at DESC, t.id DESC LIMIT ? OFFSET ?',
      workspaceId,
      page.limit,
      page.offset,
    );
    return {
      replies: rows.map(withTimes),
      ...pageInfo(page, countRows(sandbox, 'reply WHERE workspace_id = ?', workspaceId)),
    };
  },
});
