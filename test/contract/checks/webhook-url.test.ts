import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameIn, resolvedProblem, sameUrl, urlProblem } from '../../../src/contract/checks/webhook-url.ts';

describe('the address of a webhook', () => {
  it.each([
    'https://hooks.acme.com/in',
    'HTTPS://HOOKS.ACME.COM/in?x=1',
    'https://hooks.acme.com:8443/in',
    'https://hooks.acme.com./in',
    'https://8.8.8.8/in',
    'https://[2606:4700:4700::1111]/in',
    'https://bücher.example.com/',
  ])('%s is good', (url) => {
    expect(urlProblem(url)).toBeUndefined();
  });

  it.each([
    ['http://hooks.acme.com/in', 'https://'],
    ['ftp://hooks.acme.com/in', 'https://'],
    ['https:hooks.acme.com/in', 'https://'],
    ['https:///hooks.acme.com/in', 'https://'],
    ['hooks.acme.com/in', 'not a web address'],
    ['', 'not a web address'],
    ['https://', 'not a web address'],
    ['https://hooks.acme.com:99999/', 'not a web address'],
    [' https://hooks.acme.com/', 'not a web address'],
    ['https://hooks.ac\nme.com/', 'not a web address'],
    ['https://ana:secret@hooks.acme.com/', 'user name or a password'],
    ['https://ana@hooks.acme.com/', 'user name or a password'],
    ['https://hooks.acme.com:0/', 'invalid port'],
    ['https://hooks..acme.com/', 'malformed'],
    ['https://localhost/in', 'local'],
    ['https://LOCALHOST./in', 'local'],
    ['https://api.localhost/in', 'local'],
    ['https://printer.local/in', 'local'],
    ['https://db.internal/in', 'local'],
    ['https://nas.home.arpa/in', 'local'],
    ['https://gateway/in', 'no dot'],
    ['https://127.0.0.1/in', 'a loopback address'],
    ['https://127.0.0.1./in', 'a loopback address'],
    ['https://127.1/in', 'a loopback address'],
    ['https://2130706433/in', 'a loopback address'],
    ['https://017700000001/in', 'a loopback address'],
    ['https://0177.0.0.01/in', 'a loopback address'],
    ['https://0x7f.1/in', 'a loopback address'],
    ['https://0x7f000001/in', 'a loopback address'],
    ['https://１２７.0.0.1/in', 'a loopback address'],
    ['https://[::1]/in', 'a loopback address'],
    ['https://[::ffff:127.0.0.1]/in', 'within an IPv6 one'],
    ['https://[::ffff:7f00:1]/in', 'within an IPv6 one'],
    ['https://[0:0:0:0:0:ffff:8.8.8.8]/in', 'within an IPv6 one'],
    ['https://10.1.2.3/in', 'a private address'],
    ['https://167838211/in', 'a private address'],
    ['https://169.254.169.254/latest/meta-data', 'a link-local address'],
    ['https://100.64.0.1/in', "a carrier's own network"],
    ['https://0/in', 'a reserved address'],
    ['https://255.255.255.255/in', 'a reserved address'],
  ])('%j is refused', (url, reason) => {
    expect(urlProblem(url)).toContain(reason);
  });

  it('is judged by the number behind it, however an IPv4 address is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0x7f000000, max: 0x7fffffff }), (number) => {
        const octal = `0${number.toString(8)}`;
        for (const host of [`${number}`, `0x${number.toString(16)}`, octal, `${number}.`])
          expect(urlProblem(`https://${host}/`)).toContain('a loopback address');
      }),
    );
  });

  it('names what is to be resolved, without the dot at its end', () => {
    expect(nameIn('https://Hooks.ACME.com./in')).toBe('hooks.acme.com');
    expect(nameIn('https://8.8.8.8/in')).toBeUndefined();
    expect(nameIn('https://[2606:4700::1111]/in')).toBeUndefined();
  });

  it('is spoilt by one address among those its host leads to', () => {
    expect(resolvedProblem(['8.8.8.8', '2606:4700::1111'])).toBeUndefined();
    expect(resolvedProblem(['8.8.8.8', '10.0.0.1'])).toBe('its host leads to 10.0.0.1, a private address');
    expect(resolvedProblem([])).toBeUndefined();
  });

  it('is the same in another way of writing', () => {
    expect(sameUrl('https://Hooks.Acme.com', 'https://hooks.acme.com:443/')).toBe(true);
    expect(sameUrl('https://hooks.acme.com/a', 'https://hooks.acme.com/A')).toBe(false);
  });
});
