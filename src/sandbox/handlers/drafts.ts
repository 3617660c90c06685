import { drafts } from '../../contract/areas/drafts.ts';
import { addressProblem } from '../../contract/checks/email-address.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { Refusal, sectionOf } from '../core/handler.ts';
import { pageInfo, pageOf } from '../core/paging.ts';
import { invalidField } from '../core/request.ts';
import type { Sandbox } from '../core/state.ts';
import { rfc3339 } from '../core/times.ts';
import { scheduleDraft } from '../world/answers/drafts.ts';
import { type Draft, draftTable } from '../world/events/mail-tables.ts';
import { findSender } from '../world/mailboxes/senders.ts';

export const section = sectionOf(drafts, {
  list: ({ query, workspaceId }, sandbox) => {
    const page = pageOf(query, 20);
    const open = 't.workspace_id = ? AND t.email_id IS NULL';
    const { rows, total } = draftTable.page(sandbox, page, open, workspaceId);
    return { drafts: rows.map(view), ...pageInfo(page, total) };
  },

  update: ({ params, body, workspaceId }, sandbox) => {
    const draft = openDraft(sandbox, workspaceId, params.id);
    for (const field of ['to', 'cc'] as const)
      for (const [index, address] of (body[field] ?? []).entries()) {
        const reason = addressProblem(address);
        if (reason) throw invalidField(`${field}.${index}`, address, `is not an email address: ${reason}`);
      }
    const { subject, body: text, to: toAddresses, cc: ccAddresses } = body;
    const changes = { subject, body: text, toAddresses, ccAddresses };
    draftTable.update(sandbox, draft.id, { ...changes, updatedAt: sandbox.now() });
    return { draft: view(openDraft(sandbox, workspaceId, draft.id)), message: 'Draft updated' };
  },

  send: ({ params, workspaceId }, sandbox) => {
    const draft = openDraft(sandbox, workspaceId, params.id);
    const problem = problemOf(sandbox, draft);
    if (problem) throw new Refusal(409, `Draft ${draft.id} cannot be sent: ${problem}`);
    scheduleDraft(sandbox, draft);
    const { id, leadId = null, to = null, cc = null, subject = null, body = null } = view(draft);
    return { id, leadId, recipient: to?.[0] ?? null, to, cc, subject, body, status: 'scheduled' };
  },
});

/** A draft of the workspace that was not sent yet: what was sent can be neither changed nor sent again. */
function openDraft(sandbox: Sandbox, workspaceId: number, id: number): Draft {
  const draft = draftTable.owned(sandbox, workspaceId, id, 'Draft');
  if (draft.emailId !== null) throw new Refusal(409, `Draft ${id} was sent already`);
  return draft;
}

/** Why the draft cannot go out through the conversation's mailbox now; undefined where it can. */
function problemOf(sandbox: Sandbox, draft: Draft): string | undefined {
  const lead = sandbox.db
    .prepare(
      `SELECT unsubscribed_at AS unsubscribedAt,
         EXISTS (SELECT 1 FROM email WHERE lead_id = lead.id AND bounce = 'hard_bounce') AS bounced
       FROM lead WHERE id = ?`,
    )
    .get<{ unsubscribedAt: number | null; bounced: number }>(draft.leadId);
  if (!lead) return 'its lead was deleted';
  if (lead.unsubscribedAt !== null) return 'the lead has unsubscribed';
  if (lead.bounced) return "the lead's address has bounced";
  if (!findSender(sandbox, draft.senderId)?.isConnected)
    return 'the mailbox of the conversation is not connected';
  if (draft.toAddresses.length === 0) return 'it has no recipient';
  if (draft.body.trim() === '') return 'it has no text';
  return undefined;
}

const view = (draft: Draft): ItemOf<typeof drafts.list> => ({
  id: draft.id,
  leadId: draft.leadId,
  inReplyToEmailId: draft.replyId,
  subject: draft.subject,
  body: draft.body,
  to: [...draft.toAddresses],
  cc: [...draft.ccAddresses],
  createdAt: rfc3339(draft.createdAt),
});
