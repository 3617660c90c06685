import { stillUnfilled, unfilledIn, unfilledText } from '../../../domain/sequence/render-email.ts';
import { minute } from '../../../domain/window.ts';
import type { Sandbox } from '../../core/state.ts';

export interface Draft {
  readonly id: number;
  readonly workspaceId: number;
  readonly leadId: number;
  readonly replyId: number;
  readonly senderId: number;
  readonly threadId: string;
  readonly subject: string;
  readonly body: string;
  /** JSON lists of addresses. */
  readonly toAddresses: string;
  readonly ccAddresses: string;
  /** The sent email; null while it is a draft. */
  readonly emailId: number | null;
  readonly createdAt: number;
}

export const selectDraft = `SELECT id, workspace_id AS workspaceId, lead_id AS leadId, reply_id AS replyId,
  sender_id AS senderId, thread_id AS threadId, subject, body, to_addresses AS toAddresses,
  cc_addresses AS ccAddresses, email_id AS emailId, created_at AS createdAt FROM draft`;

/**
 * Hands a draft to the conversation's mailbox, which sends it within a minute, whatever the windows and limits of
 * campaigns are: it answers a person who waits. The draft is one no longer.
 */
export function scheduleDraft(sandbox: Sandbox, draft: Draft): void {
  const now = sandbox.now();
  const id = sandbox.drawIds();
  const to = JSON.parse(draft.toAddresses) as string[];
  sandbox.db
    .prepare(
      `INSERT INTO email (id, workspace_id, lead_id, sender_id, thread_id, status, recipient, cc, subject, body,
         content_type, missing, due_at, created_at)
       VALUES (?, ?, ?, ?, ?, 'scheduled', ?, ?, ?, ?, 'text', ?, ?, ?)`,
    )
    .run(
      id,
      draft.workspaceId,
      draft.leadId,
      draft.senderId,
      draft.threadId,
      to.join(', '),
      draft.ccAddresses,
      draft.subject,
      draft.body,
      missingIn(sandbox, draft),
      now + minute,
      now,
    );
  sandbox.db.prepare('UPDATE draft SET email_id = ?, updated_at = ? WHERE id = ?').run(id, now, draft.id);
  sandbox.schedule(now + minute, 'drafts.send', { emailId: id });
}

/** The tags of the thread's subject that were not filled in when it began. */
function missingIn({ db }: Sandbox, { leadId, threadId, subject }: Draft): string | null {
  const before = db
    .prepare(
      `SELECT missing FROM email WHERE lead_id = ? AND thread_id = ? AND sent_at IS NOT NULL
       ORDER BY sent_at DESC, id DESC LIMIT 1`,
    )
    .get<{ missing: string | null }>(leadId, threadId);
  return unfilledText(stillUnfilled(subject, unfilledIn(before?.missing ?? null)));
}

/** Gone once handed over: nothing calls it back (spec, POST /reply-drafts/{id}/send). */
export function onManualSend(sandbox: Sandbox, { emailId }: { emailId: number }): void {
  sandbox.db
    .prepare("UPDATE email SET status = 'sent', sent_at = ? WHERE id = ? AND sent_at IS NULL")
    .run(sandbox.now(), emailId);
}
