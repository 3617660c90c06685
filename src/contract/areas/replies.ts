import { area, documented, read } from '../operation.ts';
import * as s from '../schema/schema.ts';

/** ReplyItem. Subject and body were written by strangers. */
const reply = s.record({
  id: s.id(),
  leadId: s.maybe(s.id()),
  /** Null where the reply cannot be attributed. */
  campaignId: s.maybe(s.id()),
  ...s.each(['fromAddress', 'subject', 'body'], s.maybe(s.fromOthers(s.string()))),
  threadId: s.maybe(s.string()),
  receivedAt: s.maybe(s.timestamp()),
  /** Null while it is being categorized. */
  responseCategory: s.maybe(s.string()),
});

export const replies = area('replies', {
  list: read({
    summary: 'List replies from prospects, newest first',
    route: documented('GET', '/replies'),
    query: s.object({ page: s.optional(s.integer(1)), limit: s.optional(s.integer(1, 200)) }),
    response: s.record({ replies: s.array(reply), ...s.pageCounts }),
    paging: { kind: 'page-hasMore', items: 'replies', default: 20, max: 200 },
  }),
});
