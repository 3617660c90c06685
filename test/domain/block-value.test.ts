import { describe, expect, it } from 'vitest';
import { blockProblem } from '../../src/contract/checks/block-value.ts';
import { blockerOf, siftValues } from '../../src/domain/blocklist.ts';

describe('a value of the blocklist', () => {
  it.each(['acme.com', ' ACME.com ', 'mail.acme.co.uk', 'ana@acme.com', 'bücher.de'])(
    'can be %j',
    (value) => {
      expect(blockProblem(value)).toBeUndefined();
    },
  );

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['acme', 'no dot'],
    ['https://acme.com', 'not a domain'],
    ['acme.com/about', 'not a domain'],
    ['-acme.com', 'malformed'],
    ['two words.com', 'space'],
    ['ana@', 'domain is missing'],
    ['@acme.com', 'before the @'],
    ['a@b@acme.com', 'more than one @'],
    ['10.0.0.1', 'number'],
  ])('cannot be %j', (value, reason) => {
    expect(blockProblem(value)).toContain(reason);
  });

  it('is sent once, whatever its case, and not at all where it is none', () => {
    expect(siftValues(['Acme.com', 'acme.COM ', 'ana@acme.com', 'acme'])).toEqual({
      values: ['acme.com', 'ana@acme.com'],
      repeated: 1,
      rejected: [{ value: 'acme', reason: 'the domain has no dot' }],
    });
  });

  it('keeps an address away by itself or by its domain, and a domain by itself alone', () => {
    const entries = [
      { id: 1, domain: 'Acme.com' },
      { id: 2, domain: null, emailAddress: 'kim@lumen.example' },
      { id: 3, domain: 'lumen.example', emailAddress: 'li@lumen.example' },
    ];
    expect(blockerOf(entries, 'ANA@acme.com')?.id).toBe(1);
    expect(blockerOf(entries, 'acme.com')?.id).toBe(1);
    expect(blockerOf(entries, 'mail.acme.com')).toBeUndefined();
    expect(blockerOf(entries, 'Kim@Lumen.example')?.id).toBe(2);
    expect(blockerOf(entries, 'ana@lumen.example')).toBeUndefined();
    expect(blockerOf(entries, 'lumen.example')).toBeUndefined();
  });
});
