import { hasRow } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { findSender } from '../mailboxes/senders.ts';
import { type Draft, draftTable } from './manual-send.ts';
import { draftText } from './reply-texts.ts';

interface Replied extends Pick<Draft, 'workspaceId' | 'leadId' | 'senderId' | 'threadId' | 'subject'> {
  readonly fromAddress: string;
  readonly toAddresses: string;
  readonly ccAddresses: string;
  readonly language: string;
  readonly firstName: string | null;
}

/**
 * Drafts an answer to everybody who was in the conversation: To the person who replied, Cc everyone else they addressed,
 * without the workspace's own mailboxes (spec, ReplyDraftItem). Nothing where the lead is gone.
 */
export function writeDraft(sandbox: Sandbox, replyId: number): void {
  const reply = sandbox.db
    .prepare(
      `SELECT r.workspace_id AS workspaceId, r.lead_id AS leadId, r.sender_id AS senderId, r.thread_id AS threadId,
         r.from_address AS fromAddress, r.to_addresses AS toAddresses, r.cc_addresses AS ccAddresses, r.subject,
         r.language, lead.first_name AS firstName
       FROM reply r JOIN lead ON lead.id = r.lead_id WHERE r.id = ?`,
    )
    .get<Replied>(replyId);
  if (!reply) return;
  const others = [...listOf(reply.toAddresses), ...listOf(reply.ccAddresses)].filter(
    (address) => address !== reply.fromAddress && !isOwn(sandbox, reply.workspaceId, address),
  );
  const body = draftText(reply.language, {
    firstName: reply.firstName ?? '',
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

const listOf = (json: string): string[] => JSON.parse(json) as string[];

const isOwn = (sandbox: Sandbox, workspaceId: number, address: string): boolean =>
  hasRow(sandbox, 'sender WHERE workspace_id = ? AND address_key = ?', workspaceId, address.toLowerCase());
