import { stillUnfilled, unfilledIn, unfilledText } from '../../../domain/sequence/render-email.ts';
import { minute } from '../../../domain/window.ts';
import { insert } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { type Draft, draftTable, emailTable } from '../events/mail-tables.ts';

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
