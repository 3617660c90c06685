import { BlockList, isIP, isIPv6 } from 'node:net';
import { dataTable } from '../../base/data-table.ts';
import special from './special-addresses.tsv';

type Family = 'ipv4' | 'ipv6';
const familyOf = (address: string): Family => (isIPv6(address) ? 'ipv6' : 'ipv4');

interface Class {
  readonly kind: string;
  readonly lists: Readonly<Record<Family, BlockList>>;
}

/**
 * What is not on the public internet, by the registries of IANA; the first class that fits is returned. All of IPv6 but
 * 2000::/3 is reserved; of that the public was given parts.
 */
let known: Class[] | undefined;

/** `a loopback address`; undefined for a public one. IPv4 in four decimal parts, IPv6; compares numbers, never text. */
export function ipAddressProblem(address: string): string | undefined {
  if (isIP(address) === 0) return 'no IP address';
  // One list per family: a list that holds `::ffff:0:0/96` would take every IPv4 address for one of its own.
  known ??= dataTable(special, ['kind', 'ranges']).map(({ kind, ranges }) => {
    const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
    for (const range of ranges.split(' ')) {
      const [net = '', bits] = range.split('/');
      const family = familyOf(net);
      lists[family].addSubnet(net, Number(bits), family);
    }
    return { kind, lists };
  });
  const family = familyOf(address);
  return known.find(({ lists }) => lists[family].check(address, family))?.kind;
}
