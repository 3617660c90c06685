import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressProblem } from '../../../src/contract/checks/email-address.ts';

describe('an email address', () => {
  it.each(['ana@lumen.example', "d'aubigne+fair@maison-foret.example", '陽菜@例え.example', 'a@b.co'])(
    '%s can be one',
    (address) => {
      expect(addressProblem(address)).toBeUndefined();
    },
  );

  it.each([
    ['', 'the email address is missing'],
    ['ana', 'the address has no @'],
    ['ana@', 'the domain is missing'],
    ['@lumen.example', 'the part before the @ is missing'],
    ['a b@lumen.example', 'the address contains a space'],
    ['a@b@lumen.example', 'the address has more than one @'],
    ['a..b@lumen.example', 'the part before the @ is malformed'],
    ['ana@localhost', 'the domain has no dot'],
    ['ana@-lumen.example', 'the domain is malformed'],
    ['ana@10.0.0.1', 'the domain ends in a number'],
    [`${'a'.repeat(65)}@lumen.example`, 'the address is too long'],
  ])('%s cannot: %s', (address, problem) => {
    expect(addressProblem(address)).toBe(problem);
  });

  it('has 254 characters at most', () => {
    const domain = `${'b'.repeat(60)}.`.repeat(4);
    const address = (length: number) => `${'a'.repeat(length - domain.length - 3)}@${domain}cc`;
    expect(address(254)).toHaveLength(254);
    expect(addressProblem(address(254))).toBeUndefined();
    expect(addressProblem(address(255))).toBe('the address is too long');
  });

  it('is accepted for every plain local part and domain', () => {
    const part = fc.stringMatching(/^[a-z0-9]{1,20}$/);
    fc.assert(
      fc.property(part, part, (local, name) => {
        expect(addressProblem(`${local}@${name}.example`)).toBeUndefined();
      }),
    );
  });

  it('is judged alike in every script', () => {
    const signs = fc.constantFrom('a', 'a', 'b', '1', '.', '-', '@', '_');
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 24 }), (chosen) => {
        const plain = chosen.join('');
        expect(addressProblem(`b${plain}b`)).toBe(addressProblem(`b${plain.replaceAll('a', 'å')}b`));
      }),
      { numRuns: 2000 },
    );
  });
});
