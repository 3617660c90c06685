import { changesSomething } from '../checks/body-check.ts';
import { area, checkFirst, documented, read, safe, write } from '../operation.ts';
import { openRecord, shown } from '../schema/answer-shape.ts';
import {
  array,
  fromOthers,
  id,
  integer,
  maybe,
  nullable,
  object,
  optional,
  pageCounts,
  record,
  string,
  timestamp,
} from '../schema/schema.ts';

/** ReplyDraftItem. */
const draft = record({
  id: id(),
  leadId: maybe(id()),
  /** Null where it cannot be resolved. */
  inReplyToEmailId: maybe(id()),
  subject: maybe(fromOthers(string())),
  body: maybe(fromOthers(string())),
  /** The person who replied. */
  to: maybe(array(fromOthers(string()))),
  /** Everybody else they wrote to, without the workspace's own mailboxes. */
  cc: maybe(array(fromOthers(string()))),
  createdAt: maybe(timestamp()),
});

export const drafts = area('drafts', {
  list: read({
    summary: 'List reply drafts, newest first',
    tool: 'list_reply_drafts',
    route: documented('GET', '/reply-drafts'),
    query: object({ page: optional(integer(1)), limit: optional(integer(1, 200)) }),
    answer: shown('closed'),
    response: record({ drafts: array(draft), ...pageCounts }),
    paging: { kind: 'page-hasMore', items: 'drafts', default: 20, max: 200 },
  }),
  update: write({
    summary: 'Edit a reply draft',
    tool: 'update_reply_draft',
    route: documented('PUT', '/reply-drafts/:id'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    prepares: true,
    retry: safe,
    /** The spec leaves the fields open; these are the ones of the draft that a person would change. */
    body: record({
      subject: optional(string()),
      body: optional(string()),
      to: optional(array(string(1))),
      cc: optional(array(string(1))),
    }),
    answer: openRecord({
      shown: 'nothing',
      fields: 'closed',
      under: 'draft',
      known: ['id', 'leadId', 'inReplyToEmailId', 'subject', 'body', 'to'],
    }),
    checks: [changesSomething],
    response: record({ draft: maybe(draft), message: maybe(string()) }),
    statuses: [400, 404, 409],
  }),
  send: write({
    summary: 'Send a reply draft: a real email that cannot be recalled',
    tool: 'send_reply_draft',
    route: documented('POST', '/reply-drafts/:id/send'),
    effect: 'sends',
    // What it sent, and to whom, is held against the draft that was agreed to.
    tells: 'nothing',
    mails: 'always',
    stops: 'nothing',
    sendsStored: true,
    idField: 'id',
    undone: {
      field: 'status',
      words: [
        'failed',
        'error',
        'erroronsent',
        'rejected',
        'blocked',
        'dropped',
        'bounced',
        'canceled',
        'cancelled',
        'invalid',
        'not_sent',
        'notsent',
        'unsent',
        'draft',
        'expired',
      ],
    },
    // A draft that is still listed was not sent.
    retry: checkFirst('drafts.list'),
    answer: shown('closed'),
    response: record({
      id: id(),
      leadId: nullable(id()),
      recipient: nullable(fromOthers(string())),
      to: nullable(array(fromOthers(string()))),
      cc: nullable(array(fromOthers(string()))),
      subject: nullable(fromOthers(string())),
      body: nullable(fromOthers(string())),
      status: nullable(string()),
    }),
    statuses: [404, 409],
  }),
});
