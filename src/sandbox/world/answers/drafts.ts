import { stillUnfilled, unfilledIn, unfilledText } from '../../../domain/sequence/render-email.ts';
import { minute } from '../../../domain/window.ts';
import { hasRow, insert } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { type Draft, draftTable, emailTable, replyTable } from '../events/mail-tables.ts';
import { findLead } from '../leads/leads.ts';
import { findSender } from '../mailboxes/senders.ts';
import { draftText } from './reply-texts.ts';

/**
 * Drafts an answer to everybody who was in the conversation: To the person who replied, Cc everyone else they addressed,
 * without the workspace's own mailboxes (spec, ReplyDraftItem). Gives its id; nothing where the lead is gone.
 */
export function writeDraft(sandbox: Sandbox, replyId: number): number | undefined {
  const reply = replyTable.find(sandbox, replyId);
  const lead = reply && findLead(sandbox, reply.leadId);
  if (!lead) return undefined;
  const own = 'sender WHERE workspace_id = ? AND address_key = ?';
  const others = [...reply.toAddresses, ...reply.ccAddresses].filter(
    (address) =>
      address !== reply.fromAddress && !hasRow(sandbox, own, reply.workspaceId, address.toLowerCase()),
  );
  const body = draftText(reply.language, {
    firstName: lead.firstName ?? '',
    sender: findSender(sandbox, reply.senderId)?.givenName ?? '',
  });
  const { workspaceId, leadId, senderId, threadId, subject } = reply;
  const now = sandbox.now();
  return draftTable.insert(sandbox, {
    id: sandbox.drawIds(),
    workspaceId,
    leadId,
    replyId,
    senderId,
    threadId,
    subject,
    body,
    toAddresses: [reply.fromAddress],
    ccAddresses: others,
    createdAt: now,
    updatedAt: now,
  });
}

/**
 * Hands a draft to the conversation's mailbox, which sends it within a minute, whatever the windows and limits of
 * campaigns are: it answers a person who waits. The draft is one no longer.
 */
export function scheduleDraft(sandbox: Sandbox, draft: Draft): void {
  const now = sandbox.now();
  const id = sandbox.drawIds();
  const { workspaceId, leadId, senderId, threadId, subject, body } = draft;
  insert(sandbox, 'email', {
    id,
    workspaceId,
    leadId,
    senderId,
    threadId,
    subject,
    body,
    status: 'scheduled',
    recipient: draft.toAddresses.join(', '),
    cc: JSON.stringify(draft.ccAddresses),
    contentType: 'text',
    missing: missingIn(sandbox, draft),
    dueAt: now + minute,
    createdAt: now,
  });
  draftTable.update(sandbox, draft.id, { emailId: id, updatedAt: now });
  sandbox.schedule(now + minute, 'drafts.send', { emailId: id });
}

/** The tags of the thread's subject that were not filled in when it began. */
function missingIn(sandbox: Sandbox, { leadId, threadId, subject }: Draft): string | null {
  const inThread = 'WHERE t.lead_id = ? AND t.thread_id = ? AND t.sent_at IS NOT NULL';
  const before = emailTable.first(
    sandbox,
    `${inThread} ORDER BY t.sent_at DESC, t.id DESC LIMIT 1`,
    leadId,
    threadId,
  );
  return unfilledText(stillUnfilled(subject, unfilledIn(before?.missing ?? null)));
}

/** Gone once handed over: nothing calls it back (spec, POST /reply-drafts/{id}/send). */
export function onManualSend(sandbox: Sandbox, { emailId }: { emailId: number }): void {
  sandbox.db
    .prepare("UPDATE email SET status = 'sent', sent_at = ? WHERE id = ? AND sent_at IS NULL")
    .run(sandbox.now(), emailId);
}
