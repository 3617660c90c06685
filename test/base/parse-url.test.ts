import { expect, it } from 'vitest';
import { parseUrl } from '../../src/base/parse-url.ts';

it('takes an address apart, and gives nothing for what is none', () => {
  expect(parseUrl('https://Acme.example/a?b')?.href).toBe('https://acme.example/a?b');
  for (const text of ['', 'acme.example', 'https://', 'http://[::1', '//acme.example'])
    expect([text, parseUrl(text)]).toEqual([text, undefined]);
});

it('takes an address with other letters however often it is asked', () => {
  const hosts = new Set<string | undefined>();
  for (let n = 0; n < 60_000; n++) hosts.add(parseUrl('https://bücher.example/')?.hostname);
  expect([...hosts]).toEqual(['xn--bcher-kva.example']);
});
