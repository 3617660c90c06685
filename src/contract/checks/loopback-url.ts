import { parseUrl } from '../../base/parse-url.ts';

/** Names and addresses of this very machine, as the parser of addresses writes them. */
const here = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address, http or https, leads to this machine. Names are not resolved: `localhost` is taken at its word. */
export function leadsHere(text: string): boolean {
  const url = /\s|\p{Cc}/u.test(text) ? undefined : parseUrl(text);
  if (url === undefined) return false;
  const { protocol, hostname, username, password, port } = url;
  const plain = (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
  return plain && port !== '0' && here.test(hostname);
}

/** Names of this machine, its IPv4 addresses and the one of IPv6; an IPv4 address within IPv6 counts as what it is. */
const loopback =
  /^(?:(?:.+\.)?localhost\.?|127(?:\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;

/** Whether a connection to this host stays on this machine. Expects the `hostname` of a `URL`, which has one form for each address. */
export const staysHere = (hostname: string): boolean => loopback.test(hostname);
