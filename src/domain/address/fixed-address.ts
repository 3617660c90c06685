import { addressProblem } from '../../contract/checks/email-address.ts';
import { domainOf } from '../../contract/checks/personal-mailbox.ts';
import { meantDomain } from './typo-domain.ts';

/** An address as it should be written, and what is different about it. */
export interface FixedAddress {
  readonly email: string;
  readonly changes: readonly ('lower case' | 'misspelt domain')[];
}

/** In lower case, where its letters are ASCII ones: others may change their meaning. With the domain that was meant. */
export function fixedAddress(address: string): FixedAddress {
  const changes: FixedAddress['changes'][number][] = [];
  const email = /^[!-~]*$/.test(address) ? address.toLowerCase() : address;
  if (email !== address) changes.push('lower case');
  const meant = meantDomain(domainOf(email));
  if (meant === undefined) return { email, changes };
  return {
    email: `${email.slice(0, email.lastIndexOf('@'))}@${meant}`,
    changes: [...changes, 'misspelt domain'],
  };
}

/** Signs that take no place: a byte-order mark, a soft hyphen, what joins and separates letters. */
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** `Ann Berg <ann@acme.com>`, `mailto:ann@acme.com`, `(ann@acme.com)`, `ann@acme.com;`: the address is the whole group. */
const forms = [
  /^[^<>]*<([^<>]*)>$/,
  /^mailto:([^?]*)(?:\?.*)?$/i,
  /^["'([]+([^"'()[\]]*)["')\]]+$/,
  /^(.*?)[.,;:]+$/,
];

/** The one address in a text that is not an address itself; undefined where it would be a guess. */
export function addressIn(text: string): string | undefined {
  const clean = text.replace(invisible, '').trim();
  const found = [clean, ...forms.map((form) => form.exec(clean)?.[1]?.trim())].find(
    (part) => part !== undefined && addressProblem(part) === undefined,
  );
  return found;
}
