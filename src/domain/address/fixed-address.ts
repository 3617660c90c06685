import { dataTable } from '../../base/data-table.ts';
import { addressProblem } from '../../contract/checks/email-address.ts';
import { domainOf } from '../../contract/checks/personal-mailbox.ts';
import table from './large-providers.tsv';

/** `confused`: what is further off than one slip, and common. `real`: one slip off, and a domain in use. */
const providers = dataTable(table, ['domain', 'confused', 'real']);

/** `.con` for `.com`: no provider of the table has one of these. */
const misspeltEndings = new Map<string, string>();
for (const [ending, all] of [
  ['com', 'con cmo comm ocm om cm co vom xom cim cpm coom copm ccom c0m cop col comn conm cok'],
  ['net', 'ner nte nett ent nt met nrt'],
  ['co.uk', 'co.k co.u couk co.ukk c.uk o.uk'],
] as const)
  for (const wrong of all.split(' ')) misspeltEndings.set(wrong, ending);

/** What is certain: undefined where the domain is right as it is. */
const known = new Map<string, string | undefined>();
const namesByEnding = new Map<string, string[]>();
for (const { domain, confused } of providers) {
  const dot = domain.indexOf('.');
  const ending = domain.slice(dot + 1);
  namesByEnding.set(ending, [...(namesByEnding.get(ending) ?? []), domain.slice(0, dot)]);
  for (const wrong of confused.split(' ').filter(Boolean)) known.set(wrong, domain);
}
for (const { domain, real } of providers)
  for (const right of [domain, ...real.split(' ').filter(Boolean)]) known.set(right, undefined);

/** In lower case: `gmail.com` for `gmial.com` or `gmail.con`, not for `mail.com`: the first letter must be right. */
export function meantDomain(domain: string): string | undefined {
  if (known.has(domain)) return known.get(domain);
  const dot = domain.indexOf('.');
  const given = domain.slice(dot + 1);
  const ending = misspeltEndings.get(given) ?? given;
  // Of a million addresses most end here.
  const names = namesByEnding.get(ending);
  if (names === undefined) return undefined;
  const name = domain.slice(0, dot);
  const meant = names.find((provider) => (name === provider ? ending !== given : isOneSlip(name, provider)));
  return meant === undefined ? undefined : `${meant}.${ending}`;
}

/** Whether one letter was left out, added or replaced, or two neighbours changed places, after the first letter. */
export function isOneSlip(name: string, meant: string): boolean {
  if (Math.abs(name.length - meant.length) > 1 || name === meant) return false;
  let from = 0;
  while (from < name.length && name[from] === meant[from]) from += 1;
  const rest = (text: string, skipped: number) => text.slice(from + skipped);
  const swapped = name[from] === meant[from + 1] && name[from + 1] === meant[from];
  if (swapped && rest(name, 2) === rest(meant, 2)) return true;
  if (from === 0) return false;
  if (name.length === meant.length) return rest(name, 1) === rest(meant, 1);
  return name.length > meant.length ? rest(name, 1) === rest(meant, 0) : rest(name, 0) === rest(meant, 1);
}

/** An address as it should be written, and what is different about it. */
interface FixedAddress {
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

/** The address of `"Ann Berg" <ann@acme.com>` or `mailto:ann@acme.com?subject=Hi`; none where the name is another one. */
export function namedAddress(text: string): string | undefined {
  const [, name = '', inside = text] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? [];
  const address = inside
    .trim()
    .replace(/^mailto:([^?]*)(?:\?.*)?$/i, '$1')
    .trim();
  const named = name.replace(/^["'\s]+|["'\s]+$/g, '');
  if (named.includes('@') && named.toLowerCase() !== address.toLowerCase()) return undefined;
  return addressProblem(address) === undefined ? address : undefined;
}

/** `(ann@acme.com)`, `ann@acme.com;`: the address is the whole group. */
const forms = [/^["'([]+([^"'()[\]]*)["')\]]+$/, /^(.*?)[.,;:]+$/];

/** The one address in a text that is not an address itself; undefined where it would be a guess. */
export function addressIn(text: string): string | undefined {
  const clean = text.replace(invisible, '').trim();
  const named = namedAddress(clean);
  if (named !== undefined) return named;
  for (const form of forms) {
    const part = form.exec(clean)?.[1]?.trim();
    if (part !== undefined && addressProblem(part) === undefined) return part;
  }
  return undefined;
}
