import { parseUrl } from '../../base/parse-url.ts';
import { staysHere } from './loopback-url.ts';

/** Whatever their path; all names of this machine are one host. Too wide for a key, which is bound to its origin. */
export const sameService = (one: string, other: string): boolean => {
  const place = placeOf(one);
  return place !== undefined && place === placeOf(other);
};

function placeOf(text: string): string | undefined {
  const url = parseUrl(text);
  if (url === undefined) return undefined;
  const { protocol, hostname, port, origin } = url;
  if (staysHere(hostname)) return `here:${port || (protocol === 'https:' ? '443' : '80')}`;
  return origin.replace(/\.(?=$|:\d+$)/, '');
}
