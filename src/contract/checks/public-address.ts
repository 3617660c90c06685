import { BlockList, isIP, isIPv6 } from 'node:net';

/** What is not on the public internet, by the registries of IANA; the first class that fits is returned. */
const special: readonly (readonly [kind: string, ...ranges: string[]])[] = [
  ['a loopback address', '127.0.0.0/8', '::1/128'],
  ['a private address', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10'],
  ['a link-local address', '169.254.0.0/16', 'fe80::/10'],
  ["an address of a carrier's own network", '100.64.0.0/10'],
  ['a multicast address', '224.0.0.0/4', 'ff00::/8'],
  ['an IPv4 address within an IPv6 one', '::ffff:0:0/96', '::ffff:0:0:0/96', '::/96', '64:ff9b::/96'],
  ['an address of a tunnel', '2001::/32', '2002::/16', '192.88.99.0/24', '64:ff9b:1::/48'],
  [
    'an address for examples or measurements',
    ...['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '198.18.0.0/15'],
    ...['2001:db8::/32', '3fff::/20', '2001:2::/48'],
  ],
  ['a reserved address', '0.0.0.0/8', '192.0.0.0/24', '240.0.0.0/4', '2001::/23'],
  // All of IPv6 but 2000::/3, of which the public was given parts.
  ['a reserved address', '::/3', '4000::/2', '8000::/1'],
];

type Family = 'ipv4' | 'ipv6';
const familyOf = (address: string): Family => (isIPv6(address) ? 'ipv6' : 'ipv4');

interface Class {
  readonly kind: string;
  readonly lists: Readonly<Record<Family, BlockList>>;
}

let known: Class[] | undefined;

/** `a loopback address`; undefined for a public one. IPv4 in four decimal parts, IPv6; compares numbers, never text. */
export function ipAddressProblem(address: string): string | undefined {
  if (isIP(address) === 0) return 'no IP address';
  // One list per family: a list that holds `::ffff:0:0/96` would take every IPv4 address for one of its own.
  known ??= special.map(([kind, ...ranges]) => {
    const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
    for (const range of ranges) {
      const [net = '', bits] = range.split('/');
      const family = familyOf(net);
      lists[family].addSubnet(net, Number(bits), family);
    }
    return { kind, lists };
  });
  const family = familyOf(address);
  return known.find(({ lists }) => lists[family].check(address, family))?.kind;
}
