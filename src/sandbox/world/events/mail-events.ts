import { htmlOf, recipientsText, textOf } from '../../../domain/events/event-payload.ts';
import { fraction } from '../../../domain/seeded-random.ts';
import type { Sandbox } from '../../core/state.ts';
import { rfc3339 } from '../../core/times.ts';
import { emit, eventIdFor } from '../../deliveries/emit.ts';

interface Letter {
  readonly id: number;
  readonly workspaceId: number;
  readonly campaignId: number | null;
  readonly leadId: number;
  readonly threadId: string;
  readonly subject: string;
  readonly body: string;
  readonly contentType: string | null;
  readonly at: number;
  readonly mailbox: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

const people = `s.address AS mailbox, s.given_name AS givenName, s.family_name AS familyName,
  lead.first_name AS firstName, lead.last_name AS lastName`;

const nameOf = (...parts: (string | null)[]): string => parts.filter((part) => part).join(' ');
const mailboxName = ({ givenName, familyName }: Letter): string => nameOf(givenName, familyName);
const leadName = ({ firstName, lastName }: Letter): string => nameOf(firstName, lastName);

interface Sent extends Letter {
  readonly recipient: string;
  readonly bounce: string | null;
  readonly bouncedAt: number | null;
}

function sent(sandbox: Sandbox, emailId: number): Sent | undefined {
  return sandbox.db
    .prepare(
      `SELECT e.id, e.workspace_id AS workspaceId, e.campaign_id AS campaignId, e.lead_id AS leadId,
         e.thread_id AS threadId, e.subject, e.body, e.content_type AS contentType, e.sent_at AS at, e.recipient,
         e.bounce, e.bounced_at AS bouncedAt, ${people}
       FROM email e LEFT JOIN sender s ON s.id = e.sender_id LEFT JOIN lead ON lead.id = e.lead_id WHERE e.id = ?`,
    )
    .get<Sent>(emailId);
}

/** The fields of an email in every event about it. */
const letterFields = (sandbox: Sandbox, letter: Letter, from: string) => ({
  email_id: letter.id,
  thread_id: letter.threadId,
  external_id: messageId(sandbox.seed, letter.id, from),
  subject: letter.subject,
  body_text: textOf(letter.body, letter.contentType),
  body_html: htmlOf(letter.body, letter.contentType),
  from_email: from,
  lead_id: letter.leadId,
  campaign_id: letter.campaignId,
  sent_at: rfc3339(letter.at),
});

const sentFields = (sandbox: Sandbox, email: Sent) => ({
  ...letterFields(sandbox, email, email.mailbox ?? ''),
  kind: 'outbound',
  recipient: email.recipient,
  from_name: mailboxName(email),
  recipients: recipientsText([{ name: leadName(email), email: email.recipient }]),
});

/** An email of a campaign was sent; an answer that a person sends by hand is none. */
export function emailSent(sandbox: Sandbox, workspaceId: number, emailId: number): void {
  emit(sandbox, workspaceId, 'EmailSent', () => {
    const email = sent(sandbox, emailId);
    return email && { event_id: '', ...sentFields(sandbox, email) };
  });
}

/**
 * An email came back. The event is about the email that was sent; its category is the one a bounce gives to its lead.
 */
export function emailBounced(sandbox: Sandbox, workspaceId: number, emailId: number): void {
  emit(sandbox, workspaceId, 'EmailBounce', () => {
    const email = sent(sandbox, emailId);
    return (
      email && {
        event_id: eventIdFor(sandbox, 'EmailBounce', emailId),
        ...sentFields(sandbox, email),
        response_category: email.bounce === 'hard_bounce' ? 'bounced' : 'delivery_incomplete',
        bounce_type: email.bounce,
        bounced_at: rfc3339(email.bouncedAt ?? sandbox.now()),
      }
    );
  });
}

interface Received extends Letter {
  readonly fromAddress: string;
  readonly responseCategory: string | null;
  /** JSON lists of addresses. */
  readonly toAddresses: string;
  readonly ccAddresses: string;
}

/** A person's reply has been categorized. `email_id` is that of the reply itself. */
export function replyCategorized(sandbox: Sandbox, workspaceId: number, replyId: number): void {
  emit(sandbox, workspaceId, 'EmailReply', () => {
    const reply = sandbox.db
      .prepare(
        `SELECT r.id, r.workspace_id AS workspaceId, r.campaign_id AS campaignId, r.lead_id AS leadId,
           r.thread_id AS threadId, r.subject, r.body, 'text' AS contentType, r.received_at AS at,
           r.from_address AS fromAddress, r.response_category AS responseCategory, r.to_addresses AS toAddresses,
           r.cc_addresses AS ccAddresses, ${people}
         FROM reply r LEFT JOIN sender s ON s.id = r.sender_id LEFT JOIN lead ON lead.id = r.lead_id WHERE r.id = ?`,
      )
      .get<Received>(replyId);
    return (
      reply && {
        event_id: eventIdFor(sandbox, 'EmailReply', replyId),
        ...letterFields(sandbox, reply, reply.fromAddress),
        kind: 'inbound',
        recipient: reply.mailbox ?? '',
        response_category: reply.responseCategory,
        from_name: leadName(reply),
        // All whom the reply went to; only the mailbox's owner is known by name.
        recipients: recipientsText(
          [reply.toAddresses, reply.ccAddresses]
            .flatMap((list) => JSON.parse(list) as string[])
            .map((email) => ({ name: email === reply.mailbox ? mailboxName(reply) : '', email })),
        ),
      }
    );
  });
}

/** Ends in the domain it comes from, as those of mail servers do; the same for the same seed. */
export function messageId(seed: string, id: number, address: string | null): string {
  const mark = Math.floor(fraction(seed, 'message', id) * 2 ** 48).toString(36);
  return `<${id}.${mark}@${address?.slice(address.lastIndexOf('@') + 1) || 'sandbox.example'}>`;
}
