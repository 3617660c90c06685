import { BlockList, isIP } from 'node:net';

/** Names and addresses of this very machine, as the parser of addresses writes them. */
const here = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address, http or https, leads to this machine. Names are not resolved: `localhost` is taken at its word. */
export function leadsHere(text: string): boolean {
  if (/\s|\p{Cc}/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password, port } = new URL(text);
  const plain = (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
  return plain && port !== '0' && here.test(hostname);
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Whether a connection to this host stays on this machine. An IPv4 address within IPv6 counts as what it is. */
export function staysHere(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const version = isIP(host);
  if (version === 0) return /^(?:.+\.)?localhost\.?$/i.test(host);
  return loopback.check(host, version === 4 ? 'ipv4' : 'ipv6');
}
