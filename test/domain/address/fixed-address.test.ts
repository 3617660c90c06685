import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressProblem } from '../../../src/contract/checks/email-address.ts';
import { addressIn, fixedAddress } from '../../../src/domain/address/fixed-address.ts';

describe('an address as it should be written', () => {
  it.each([
    ['ana@lumen.example', 'ana@lumen.example', []],
    ['Ana@Lumen.example', 'ana@lumen.example', ['lower case']],
    ['ana@gmial.com', 'ana@gmail.com', ['misspelt domain']],
    ['ANA@GMAIL.CON', 'ana@gmail.com', ['lower case', 'misspelt domain']],
    ['Žana@lumen.example', 'Žana@lumen.example', []],
    ['ana@mail.com', 'ana@mail.com', []],
  ])('%s is %s', (address, email, changes) => {
    expect(fixedAddress(address)).toEqual({ email, changes });
  });

  it('is fixed for good, and stays an address', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        fc.pre(addressProblem(address) === undefined);
        const { email } = fixedAddress(address);
        expect(addressProblem(email)).toBeUndefined();
        expect(fixedAddress(email)).toEqual({ email, changes: [] });
      }),
    );
  });
});

describe('an address in a text', () => {
  it.each([
    ['Ann Berg <ann@acme.example>', 'ann@acme.example'],
    ['"Berg, Ann" < ann@acme.example >', 'ann@acme.example'],
    ['<ann@acme.example>', 'ann@acme.example'],
    ['mailto:ann@acme.example?subject=Hello', 'ann@acme.example'],
    ['(ann@acme.example)', 'ann@acme.example'],
    ['ann@acme.example.', 'ann@acme.example'],
    ['ann@acme.example;', 'ann@acme.example'],
    ['\u200bann@acme.example\ufeff', 'ann@acme.example'],
  ])('%j is %s', (text, address) => {
    expect(addressIn(text)).toBe(address);
  });

  it.each([
    'ann berg@acme.example',
    'ann@acme,example',
    'ann at acme.example',
    'ann@acme.example bo@acme.example',
    '<ann@acme.example> <bo@acme.example>',
    'ann@@acme.example',
    'nope',
    '',
  ])('%j would be a guess', (text) => {
    expect(addressIn(text)).toBeUndefined();
  });
});
