import { isIP } from 'node:net';
import { parseUrl } from '../../base/parse-url.ts';
import type { Check, NameCheck, Place } from '../operation.ts';
import { problemAt } from '../schema/schema.ts';
import { bodyCheck } from './body-check.ts';
import { leadsHere } from './loopback-url.ts';
import { ipAddressProblem } from './public-address.ts';

/** Endings of names that never lead to the public internet. */
const localNames = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'home.arpa'];

/** Undefined where nothing in the address speaks against it. The parser has put every IPv4 form into four parts. */
export function urlProblem(text: string): string | undefined {
  const url = parsed(text);
  if (url === undefined) return 'it is not a web address';
  if (!/^https:\/\/[^/]/i.test(text)) return 'it must begin with https://';
  if (url.username !== '' || url.password !== '') return 'it contains a user name or a password';
  if (url.port === '0') return 'it has an invalid port';
  const host = hostOf(url);
  if (host === '') return 'the host is missing';
  if (isIP(host) !== 0) {
    const kind = ipAddressProblem(host);
    return kind && `its host is ${kind}`;
  }
  if (host.split('.').some((label) => label === '')) return 'the host is malformed';
  if (localNames.some((name) => host === name || host.endsWith(`.${name}`)))
    return 'its host is a local name';
  return host.includes('.') ? undefined : 'its host has no dot, so it is a local name';
}

/** The name to be resolved; undefined where the host is an IP address. Expects an address without {@link urlProblem}. */
export function nameIn(text: string): string | undefined {
  const url = parsed(text);
  const host = url && hostOf(url);
  return host === undefined || isIP(host) !== 0 ? undefined : host;
}

/** What is wrong with where a name leads: one address that cannot be reached spoils it. */
export function resolvedProblem(addresses: readonly string[]): string | undefined {
  for (const address of addresses) {
    const kind = ipAddressProblem(address);
    if (kind !== undefined) return `its host leads to ${address}, ${kind}`;
  }
  return undefined;
}

/** The same address in one way of writing, to compare it with others. */
export const sameUrl = (a: string, b: string): boolean => (parsed(a)?.href ?? a) === (parsed(b)?.href ?? b);

function parsed(text: string): URL | undefined {
  // The parser drops line breaks and outer blanks, and what is shown should be what is called.
  return /\s|\p{Cc}/u.test(text) ? undefined : parseUrl(text);
}

/** Without the brackets of IPv6 and the dot that ends a full name. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

const unreachable = {
  code: 'unreachable_url',
  hint: 'Give an https address that the public internet can reach, for example https://hooks.acme.com/in',
} as const;

const reasonOf = (problem: string): string => `is an address that the service cannot deliver to: ${problem}`;

/** The sandbox delivers to this machine and nowhere else, so that there its addresses are good. */
const isHere = (url: string, { target }: Place): boolean => target === 'sandbox' && leadsHere(url);

/** No https, credentials in it, or a host off the public internet. Not repeated: it may hold a password. */
export const reachableUrl: Check = bodyCheck<{ url: string }>(unreachable, ({ url }, place) => {
  const problem = url === undefined || isHere(url, place) ? undefined : urlProblem(url);
  return problemAt('url', undefined, problem && reasonOf(problem));
});

/** The same for the host that is a name. Name servers here may know less than those of the service. */
export const reachableHost: NameCheck = {
  ...unreachable,
  names: ({ body }, place) => {
    const url = (body as { readonly url?: unknown } | undefined)?.url;
    if (typeof url !== 'string' || isHere(url, place)) return [];
    const name = nameIn(url);
    return name === undefined ? [] : [{ field: 'url', name }];
  },
  problem: (addresses) => {
    const problem = resolvedProblem(addresses);
    return problem && reasonOf(problem);
  },
};
