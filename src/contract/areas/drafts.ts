import { words } from '../../base/text/words.ts';
import { changesSomething } from '../checks/body-check.ts';
import { area, checkFirst, documented, harmless, read, write } from '../operation.ts';
import { openRecord } from '../schema/answer-shape.ts';
import * as s from '../schema/schema.ts';

const draft = s.record({
  id: s.id(),
  leadId: s.maybe(s.id()),
  /** Null where it cannot be resolved. */
  inReplyToEmailId: s.maybe(s.id()),
  ...s.each(['subject', 'body'], s.maybe(s.fromOthers(s.string()))),
  /** The person who replied. */
  to: s.maybe(s.array(s.fromOthers(s.string()))),
  /** Everybody else they wrote to, without the workspace's own mailboxes. */
  cc: s.maybe(s.array(s.fromOthers(s.string()))),
  createdAt: s.maybe(s.timestamp()),
});

export const drafts = area('drafts', {
  list: read({
    summary: 'List reply drafts, newest first',
    route: documented('GET', '/reply-drafts'),
    query: s.object({ page: s.optional(s.integer(1)), limit: s.optional(s.integer(1, 200)) }),
    response: s.record({ drafts: s.array(draft), ...s.pageCounts }),
    paging: { kind: 'page-hasMore', items: 'drafts', default: 20, max: 200 },
  }),
  update: write({
    summary: 'Edit a reply draft',
    route: documented('PUT', '/reply-drafts/:id'),
    ...harmless,
    prepares: true,
    /** The spec leaves the fields open; these are the ones of the draft that a person would change. */
    body: s.record({
      ...s.each(['subject', 'body'], s.optional(s.string())),
      ...s.each(['to', 'cc'], s.optional(s.array(s.string(1)))),
    }),
    answer: openRecord({ shown: 'nothing', fields: 'closed', under: 'draft' }),
    checks: [changesSomething],
    response: s.record({ draft: s.maybe(draft), message: s.maybe(s.string()) }),
    statuses: [400, 404, 409],
  }),
  send: write({
    summary: 'Send a reply draft: a real email that cannot be recalled',
    route: documented('POST', '/reply-drafts/:id/send'),
    effect: 'sends',
    // What it sent, and to whom, is held against the draft that was agreed to.
    tells: 'nothing',
    mails: 'always',
    sendsStored: true,
    idField: 'id',
    undone: {
      field: 'status',
      words: [
        ...words('failed error erroronsent rejected blocked dropped bounced canceled cancelled invalid'),
        ...words('not_sent notsent unsent draft expired'),
      ],
    },
    // A draft that is still listed was not sent.
    retry: checkFirst('drafts.list'),
    response: s.record({
      id: s.id(),
      leadId: s.nullable(s.id()),
      recipient: s.nullable(s.fromOthers(s.string())),
      ...s.each(['to', 'cc'], s.nullable(s.array(s.fromOthers(s.string())))),
      ...s.each(['subject', 'body'], s.nullable(s.fromOthers(s.string()))),
      status: s.nullable(s.string()),
    }),
    statuses: [404, 409],
  }),
});
