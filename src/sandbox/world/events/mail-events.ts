import { htmlOf, recipientsText, textOf } from '../../../domain/events/event-payload.ts';
import { fraction } from '../../../domain/seeded-random.ts';
import type { RecordOf } from '../../core/record-table.ts';
import type { Sandbox } from '../../core/state.ts';
import { rfc3339 } from '../../core/times.ts';
import { emit, eventIdFor } from '../../deliveries/emit.ts';
import { namedEmails, namedReplies } from './mail-tables.ts';

type Sent = RecordOf<typeof namedEmails>;
type Letter = Pick<Sent, 'id' | 'threadId' | 'subject' | 'body' | 'contentType' | 'leadId' | 'campaignId'>;

/** The fields of an email in every event about it. */
const letterFields = (sandbox: Sandbox, letter: Letter, from: string, at: number) => ({
  email_id: letter.id,
  thread_id: letter.threadId,
  external_id: messageId(sandbox.seed, letter.id, from),
  subject: letter.subject,
  body_text: textOf(letter.body, letter.contentType),
  body_html: htmlOf(letter.body, letter.contentType),
  from_email: from,
  lead_id: letter.leadId,
  campaign_id: letter.campaignId,
  sent_at: rfc3339(at),
});

const sentFields = (sandbox: Sandbox, email: Sent) => ({
  ...letterFields(sandbox, email, email.senderAddress ?? '', email.sentAt),
  kind: 'outbound',
  recipient: email.recipient,
  from_name: email.senderName ?? '',
  recipients: recipientsText([{ name: email.leadName ?? '', email: email.recipient }]),
});

/** An email of a campaign was sent; an answer that a person sends by hand is none. */
export function emailSent(sandbox: Sandbox, workspaceId: number, emailId: number): void {
  emit(sandbox, workspaceId, 'EmailSent', () => {
    const email = namedEmails.find(sandbox, emailId);
    return email && { event_id: '', ...sentFields(sandbox, email) };
  });
}

/**
 * An email came back. The event is about the email that was sent; its category is the one a bounce gives to its lead.
 */
export function emailBounced(sandbox: Sandbox, workspaceId: number, emailId: number): void {
  emit(sandbox, workspaceId, 'EmailBounce', () => {
    const email = namedEmails.find(sandbox, emailId);
    if (!email) return undefined;
    return {
      event_id: eventIdFor(sandbox, 'EmailBounce', emailId),
      ...sentFields(sandbox, email),
      response_category: email.bounce === 'hard_bounce' ? 'bounced' : 'delivery_incomplete',
      bounce_type: email.bounce,
      bounced_at: rfc3339(email.bouncedAt ?? sandbox.now()),
    };
  });
}

/** A person's reply has been categorized. `email_id` is that of the reply itself. */
export function replyCategorized(sandbox: Sandbox, workspaceId: number, replyId: number): void {
  emit(sandbox, workspaceId, 'EmailReply', () => {
    const reply = namedReplies.find(sandbox, replyId);
    if (!reply) return undefined;
    // All whom the reply went to; only the mailbox's owner is known by name.
    const people = [...reply.toAddresses, ...reply.ccAddresses].map((email) => ({
      name: email === reply.senderAddress ? (reply.senderName ?? '') : '',
      email,
    }));
    return {
      event_id: eventIdFor(sandbox, 'EmailReply', replyId),
      ...letterFields(sandbox, { ...reply, contentType: 'text' }, reply.fromAddress, reply.receivedAt),
      kind: 'inbound',
      recipient: reply.senderAddress ?? '',
      response_category: reply.responseCategory,
      from_name: reply.leadName ?? '',
      recipients: recipientsText(people),
    };
  });
}

/** Ends in the domain it comes from, as those of mail servers do; the same for the same seed. */
export function messageId(seed: string, id: number, address: string | null): string {
  const mark = Math.floor(fraction(seed, 'message', id) * 2 ** 48).toString(36);
  return `<${id}.${mark}@${address?.slice(address.lastIndexOf('@') + 1) || 'sandbox.example'}>`;
}
