import type { Check } from '../operation.ts';
import { type Problem, problemAt } from '../schema/schema.ts';
import { bodyCheck } from './body-check.ts';

/** The part of RFC 5321 that mailboxes in use obey; letters of any script, because the service accepts them. */
const localPart = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const label = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** Nearly all addresses are short and plain, and one look tells. At this length no part of it can be too long. */
const plainAddress = /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:[a-z0-9]+(?:-+[a-z0-9]+)*\.)+[a-z]+$/i;
const plainLength = 64;

/** Why `address` cannot be an email address; undefined where it can. Expects it trimmed. */
export function addressProblem(address: string): string | undefined {
  if (address.length <= plainLength && plainAddress.test(address)) return undefined;
  if (address === '') return 'the email address is missing';
  if (/\s/.test(address)) return 'the address contains a space';
  const at = address.lastIndexOf('@');
  if (at < 0) return 'the address has no @';
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  if (local === '') return 'the part before the @ is missing';
  if (domain === '') return 'the domain is missing';
  if (local.includes('@')) return 'the address has more than one @';
  if (address.length > 254 || local.length > 64) return 'the address is too long';
  if (!localPart.test(local)) return 'the part before the @ is malformed';
  const labels = domain.split('.');
  if (labels.length < 2) return 'the domain has no dot';
  if (!labels.every((part) => label.test(part))) return 'the domain is malformed';
  if (/^\p{N}+$/u.test(labels.at(-1) ?? '')) return 'the domain ends in a number';
  return undefined;
}

/** The form under which addresses are compared: upserts match regardless of case (spec, Leads). */
export const addressKey = (address: string): string => address.trim().toLowerCase();

const malformed = { code: 'bad_address', hint: 'Write an email address like ana@acme.com.' } as const;

const problemsAt = (field: string, address: string | undefined): Problem[] => {
  const problem = address === undefined ? undefined : addressProblem(address);
  return problemAt(field, address, problem && `must be an email address (${problem})`);
};

export const soundEmail: Check = bodyCheck<{ email: string }>(malformed, ({ email }) =>
  problemsAt('email', email),
);

export const soundLeadEmails: Check = bodyCheck<{ leads: readonly { email?: string }[] }>(
  malformed,
  ({ leads = [] }) => leads.flatMap(({ email }, index) => problemsAt(`leads.${index}.email`, email)),
);

/** A list of addresses, each of which is paid for. */
export const soundEmails: Check = bodyCheck<{ emails: readonly string[] }>(malformed, ({ emails = [] }) =>
  emails.flatMap((address, index) => problemsAt(`emails.${index}`, address)),
);
