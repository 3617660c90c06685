import type { Check } from '../operation.ts';
import { bodyCheck } from './body-check.ts';
import { isPersonalMailbox } from './personal-mailbox.ts';

/** The service refuses mailboxes of private people (spec, Sender emails); the password then never leaves. */
export const businessMailbox: Check = bodyCheck<{ email: string }>(
  { code: 'personal_mailbox', hint: 'Connect a mailbox on a domain of your business.' },
  ({ email }) =>
    email !== undefined && isPersonalMailbox(email.trim())
      ? [{ field: 'email', value: email, reason: 'must be on a business domain' }]
      : [],
);
