import { hasRow } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { draftTable, replyTable } from '../events/mail-tables.ts';
import { findLead } from '../leads/leads.ts';
import { findSender } from '../mailboxes/senders.ts';
import { draftText } from './reply-texts.ts';

/**
 * Drafts an answer to everybody who was in the conversation: To the person who replied, Cc everyone else they addressed,
 * without the workspace's own mailboxes (spec, ReplyDraftItem). Nothing where the lead is gone.
 */
export function writeDraft(sandbox: Sandbox, replyId: number): void {
  const reply = replyTable.find(sandbox, replyId);
  const lead = reply && findLead(sandbox, reply.leadId);
  if (!lead) return;
  const others = [...reply.toAddresses, ...reply.ccAddresses].filter(
    (address) => address !== reply.fromAddress && !isOwn(sandbox, reply.workspaceId, address),
  );
  const body = draftText(reply.language, {
    firstName: lead.firstName ?? '',
    sender: findSender(sandbox, reply.senderId)?.givenName ?? '',
  });
  const { workspaceId, leadId, senderId, threadId, subject } = reply;
  const now = sandbox.now();
  draftTable.insert(sandbox, {
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

const isOwn = (sandbox: Sandbox, workspaceId: number, address: string): boolean =>
  hasRow(sandbox, 'sender WHERE workspace_id = ? AND address_key = ?', workspaceId, address.toLowerCase());
