import type { Check } from '../operation.ts';
import { problemAt } from '../schema/schema.ts';
import { bodyCheck } from './body-check.ts';
import table from './personal-providers.tsv';

/** The common providers of personal mail, not all; `freemail.example` is that of the sandbox. */
const providers: ReadonlySet<string> = new Set(table.trimEnd().split('\n').slice(1));

export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();

export const isPersonalMailbox = (address: string): boolean => providers.has(domainOf(address));

/** The service refuses mailboxes of private people (spec, Sender emails); the password then never leaves. */
export const businessMailbox: Check = bodyCheck<{ email: string }>(
  { code: 'personal_mailbox', hint: 'Connect a mailbox on a domain of your business.' },
  ({ email = '' }) =>
    problemAt('email', email, isPersonalMailbox(email.trim()) && 'must be on a business domain'),
);
