import { addressIn } from '../address/fixed-address.ts';
import { eventTypeOf, type Payload } from './event-identity.ts';

/** Who must not be emailed again after an event: the address, or why it cannot be known. */
type Suppressed = { readonly address: string } | { readonly value: string | null; readonly problem: string };

/** Who unsubscribed or bounced for good. `kind` does not matter: the bounce itself is of the email to `recipient`. */
export function suppressedBy(payload: Payload): Suppressed | undefined {
  const type = eventTypeOf(payload);
  if (type === 'EmailUnsubscribe') return addressOf(payload, 'lead_email');
  if (type === 'LeadCategoryUpdate' && payload.new_category === 'bounced')
    return addressOf(payload, 'email_address');
  if (type !== 'EmailBounce' || payload.bounce_type === 'soft_bounce') return undefined;
  if (payload.bounce_type !== 'hard_bounce')
    return {
      value: textOf(payload.bounce_type),
      problem: 'bounce_type is neither hard_bounce nor soft_bounce',
    };
  // A notice to one of our mailboxes: blocking its recipient would block that mailbox.
  const { kind, from_email: from } = payload;
  return kind === 'inbound' && typeof from === 'string' && /\b(?:mailer-daemon|postmaster)@/i.test(from)
    ? { value: textOf(payload.recipient), problem: 'it is the notice of a mail server, and recipient got it' }
    : addressOf(payload, 'recipient');
}

/** As mail clients write it, too: with a name, or a dot at the end. */
function addressOf(payload: Payload, field: string): Suppressed {
  const value = payload[field];
  const address = typeof value === 'string' ? addressIn(value) : undefined;
  return address === undefined
    ? { value: textOf(value), problem: `${field} is not an email address` }
    : { address };
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
