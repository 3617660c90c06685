import { Failure } from './errors.ts';
import { parseUrl } from './parse-url.ts';

export interface Base {
  /** `https://api.acme.com`. */
  readonly origin: string;
  /** `/r`; empty where the address has no path. Never ends in a slash. */
  readonly prefix: string;
  readonly secure: boolean;
  readonly loopback: boolean;
}

const loopbackHosts: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];

/** Exactly this machine: anything cleverer (`127.1`, `localhost.`, mapped IPv6) has been a hole somewhere before. */
export const isLoopback = (url: URL): boolean => loopbackHosts.includes(url.hostname);

/** Throws `usage` where it is no address, neither https nor loopback, or has a user name, a query or a fragment. */
export function parseBaseUrl(text: string): Base {
  const url = parseUrl(text);
  if (url === undefined) throw refused(text, 'is not an address');
  if (url.username !== '' || url.password !== '')
    throw refused(`${url.protocol}//…@${url.host}`, 'must not contain a user name or password');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused(text, 'must begin with https://');
  const loopback = isLoopback(url);
  if (url.protocol === 'http:' && !loopback)
    throw refused(text, 'must begin with https://: the key would cross the network unprotected');
  if (url.search !== '' || url.hash !== '') throw refused(text, 'must not have a query or a fragment');
  return {
    origin: url.origin,
    prefix: url.pathname.replace(/\/+$/, ''),
    secure: url.protocol === 'https:',
    loopback,
  };
}

function refused(shown: string, reason: string): Failure {
  return new Failure('bad_base_url', `The base URL ${shown.slice(0, 200)} ${reason}`);
}
