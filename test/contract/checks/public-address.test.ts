import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ipAddressProblem } from '../../../src/contract/checks/public-address.ts';

/** First and last of a class, and its neighbours outside where those are public. */
const classes: [kind: string, inside: string, outside?: string][] = [
  ['loopback', '127.0.0.1 127.255.255.255 ::1', '126.255.255.255 128.0.0.0'],
  ['private', '10.0.0.0 10.255.255.255', '9.255.255.255 11.0.0.0'],
  ['private', '172.16.0.0 172.31.255.255', '172.15.255.255 172.32.0.0'],
  ['private', '192.168.0.0 192.168.255.255', '192.167.255.255 192.169.0.0'],
  ['private', 'fc00:: fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff fec0::1'],
  ['link-local', '169.254.0.0 169.254.169.254 169.254.255.255', '169.253.255.255 169.255.0.0'],
  ['link-local', 'fe80:: fe80::1 febf::1'],
  ['carrier', '100.64.0.0 100.127.255.255', '100.63.255.255 100.128.0.0'],
  ['multicast', '224.0.0.1 239.255.255.255 ff02::1 ffff::1', '223.255.255.255'],
  ['IPv4 address within', '::ffff:7f00:1 ::ffff:127.0.0.1 ::ffff:808:808 ::7f00:1 64:ff9b::7f00:1'],
  ['tunnel', '2002:7f00:1:: 2001:0:1::1 192.88.99.1', '2003::1 192.88.98.1'],
  ['examples', '192.0.2.1 198.51.100.7 203.0.113.255', '198.51.99.255 203.0.114.0'],
  ['measurements', '198.18.0.0 198.19.255.255', '198.17.255.255 198.20.0.0'],
  ['examples', '2001:db8::1 3fff:fff::1', '2001:db9::1'],
  ['reserved', '0.0.0.0 0.255.255.255', '1.0.0.0'],
  ['reserved', '192.0.0.1 192.0.0.255', '192.0.1.0'],
  ['reserved', '240.0.0.0 255.255.255.255'],
  ['reserved', '100::1 5f00::1 4000::1 fe00::1', '2000::1 3ffe::1'],
];

describe('addresses that nobody outside can reach', () => {
  for (const [kind, inside, outside] of classes) {
    it.each(inside.split(' '))(`%s is one: ${kind}`, (address) => {
      expect(ipAddressProblem(address)).toContain(kind);
    });
    if (outside)
      it.each(outside.split(' '))('%s is not', (address) => {
        expect(ipAddressProblem(address)).toBeUndefined();
      });
  }

  it.each(['8.8.8.8', '1.1.1.1', '93.184.215.14', '2606:4700:4700::1111', '2a00:1450:4001:82a::200e'])(
    '%s is public',
    (address) => {
      expect(ipAddressProblem(address)).toBeUndefined();
    },
  );

  it.each(['', 'hooks.acme.com', '127.0.0.1.', '0x7f000001', '2130706433', '::1%'])(
    '%j is no address at all',
    (text) => {
      expect(ipAddressProblem(text)).toBe('no IP address');
    },
  );

  it('judges every IPv4 address within an IPv6 one as not to be reached', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(ipAddressProblem(`::ffff:${address}`)).toContain('within');
      }),
    );
  });

  it('is the same whatever the way of writing', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        expect(ipAddressProblem(address.toUpperCase())).toBe(ipAddressProblem(address));
      }),
    );
  });
});
