import { area, documented, read } from '../operation.ts';
import { shown } from '../schema/answer-shape.ts';
import {
  array,
  fromOthers,
  id,
  integer,
  maybe,
  object,
  optional,
  pageCounts,
  record,
  string,
  timestamp,
} from '../schema/schema.ts';

/** ReplyItem. Subject and body were written by strangers. */
const reply = record({
  id: id(),
  leadId: maybe(id()),
  /** Null where the reply cannot be attributed. */
  campaignId: maybe(id()),
  fromAddress: maybe(fromOthers(string())),
  subject: maybe(fromOthers(string())),
  body: maybe(fromOthers(string())),
  threadId: maybe(string()),
  receivedAt: maybe(timestamp()),
  /** Null while it is being categorized. */
  responseCategory: maybe(string()),
});

export const replies = area('replies', {
  list: read({
    summary: 'List replies of prospects, newest first',
    tool: 'list_replies',
    route: documented('GET', '/replies'),
    query: object({ page: optional(integer(1)), limit: optional(integer(1, 200)) }),
    answer: shown('closed'),
    response: record({ replies: array(reply), ...pageCounts }),
    paging: { kind: 'page-hasMore', items: 'replies', default: 20, max: 200 },
  }),
});
