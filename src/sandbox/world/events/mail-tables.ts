import * as stored from '../../core/record-table.ts';
import type { BounceType, Intent } from '../answers/fate.ts';

const named = (what: string) => stored.plain<string | null>(`(SELECT ${what})`);

const nameNow = "trim(given_name || ' ' || family_name) FROM sender WHERE id = t.sender_id";

/** A mailbox that was renamed since keeps the name until then. */
const nameThen =
  "error_message FROM sender_event WHERE sender_id = t.sender_id AND event_type = 'renamed' AND created_at >= t.sent_at ORDER BY id LIMIT 1";

/** Null where the mailbox or the lead is gone. */
const people = {
  senderAddress: named('address FROM sender WHERE id = t.sender_id'),
  senderName: named(nameNow),
  leadName: named(
    "trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) FROM lead WHERE id = t.lead_id",
  ),
};

/** Of emails, replies and drafts. */
const message = {
  id: stored.number,
  workspaceId: stored.number,
  leadId: stored.number,
  senderId: stored.number,
  threadId: stored.text,
  subject: stored.text,
  body: stored.text,
};

const addresses = {
  toAddresses: stored.json<readonly string[]>(),
  ccAddresses: stored.json<readonly string[]>(),
};

const email = {
  ...message,
  campaignId: stored.maybeNumber,
  step: stored.maybeNumber,
  variant: stored.maybeText,
  status: stored.text,
  recipient: stored.text,
  cc: stored.json<readonly string[] | null>(),
  contentType: stored.plain<'html' | 'text'>(),
  /** JSON list; null where every merge tag had a value. */
  missing: stored.maybeText,
  sentAt: stored.number,
  bounce: stored.plain<BounceType | null>(),
  bouncedAt: stored.maybeNumber,
};

const reply = {
  ...message,
  ...addresses,
  campaignId: stored.maybeNumber,
  emailId: stored.number,
  fromAddress: stored.text,
  intent: stored.plain<Intent>(),
  language: stored.text,
  counts: stored.flag(),
  responseCategory: stored.maybeText,
  receivedAt: stored.number,
};

/** Emails once they were sent: what only waits has no text yet. */
export const emailTable = stored.recordTable('email', email);
export const replyTable = stored.recordTable('reply', reply);
export const draftTable = stored.recordTable('draft', {
  ...message,
  ...addresses,
  replyId: stored.number,
  /** The sent email; null while it is a draft. */
  emailId: stored.maybeNumber,
  createdAt: stored.number,
  updatedAt: stored.number,
});

export type Draft = stored.RecordOf<typeof draftTable>;

/** With the names of both sides, which take as long again to read. */
export const namedEmails = stored.recordTable('email', {
  ...email,
  ...people,
  senderName: named(`coalesce((SELECT ${nameThen}), (SELECT ${nameNow}))`),
});
export const namedReplies = stored.recordTable('reply', { ...reply, ...people });
