import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOneSlip, meantDomain } from '../../../src/domain/address/fixed-address.ts';

describe('a misspelt domain', () => {
  it.each([
    ['gmial.com', 'gmail.com'],
    ['gamil.com', 'gmail.com'],
    ['gmai.com', 'gmail.com'],
    ['gmaill.com', 'gmail.com'],
    ['gnail.com', 'gmail.com'],
    ['mgail.com', 'gmail.com'],
    ['gimal.com', 'gmail.com'],
    ['gmail.con', 'gmail.com'],
    ['gmail.co', 'gmail.com'],
    ['gmial.cmo', 'gmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['hotmai.com', 'hotmail.com'],
    ['hotmal.fr', 'hotmail.fr'],
    ['yaho.com', 'yahoo.com'],
    ['yahooo.com', 'yahoo.com'],
    ['yahho.de', 'yahoo.de'],
    ['yahoo.co.u', 'yahoo.co.uk'],
    ['outlok.com', 'outlook.com'],
    ['outlook.om', 'outlook.com'],
    ['icould.com', 'icloud.com'],
    ['iclod.com', 'icloud.com'],
    ['protonmial.com', 'protonmail.com'],
    ['comcast.ner', 'comcast.net'],
    ['bluewin.ch', undefined],
  ])('%s is meant to be %s', (domain, meant) => {
    expect(meantDomain(domain)).toBe(meant);
  });

  it.each([
    'gmx.net',
    'gmx.de',
    'gmx.com',
    'mail.com',
    'email.com',
    'ymail.com',
    'live.com',
    'life.com',
    'msn.com',
    'aol.com',
    'me.com',
    'mac.com',
    'web.de',
    'yahoo.co.uk',
    'yahoo.co.jp',
    'yahoo.com.ar',
    'yahoo.com.au',
    'yahoo.ca',
    'yahoo.in',
    'hotmail.be',
    'hotmail.ch',
    'hotmail.co.jp',
    'outlook.be',
    'outlook.at',
    'outlook.pt',
    'cloud.com',
    'icloud.com',
    'wahoo.com',
    'grail.com',
    'gail.com',
    'googlemail.com',
    'gmail.com',
    'proton.me',
    'pm.me',
    'fastmail.fm',
    'fastmail.com',
    'tuta.com',
    'hey.com',
    'mail.ru',
    'inbox.ru',
    'ya.ru',
    'yandex.com',
    'yandex.ru',
    'qq.com',
    '163.com',
    '126.com',
    'laposte.net',
    'orange.fr',
    'free.fr',
    'sfr.fr',
    'freenet.de',
    'freinet.de',
    't-online.de',
    'telekom.de',
    'libero.it',
    'tiscali.it',
    'verizon.com',
    'att.net',
    'cox.net',
    'comcast.com',
    'yahoo-inc.com',
    'hotel.com',
    'hotmail.nl',
    'google.com',
    'outlooks.bond',
    'lumen.example',
    'com',
    '',
  ])('%s is not one', (domain) => {
    expect(meantDomain(domain)).toBeUndefined();
  });

  it('is one slip off after the first letter, and means one provider', () => {
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
    const slip = fc.record({
      name: fc.constantFrom('hotmail', 'outlook', 'protonmail', 'rediffmail'),
      at: fc.integer({ min: 1, max: 5 }),
      how: fc.constantFrom('drop', 'add', 'replace', 'swap'),
      letter,
    });
    fc.assert(
      fc.property(slip, ({ name, at, how, letter }) => {
        const [before, after] = [name.slice(0, at), name.slice(at)];
        const wrong = {
          drop: before + after.slice(1),
          add: before + letter + after,
          replace: before + letter + after.slice(1),
          swap: before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2),
        }[how] as string;
        expect(isOneSlip(wrong, name)).toBe(wrong !== name);
        if (wrong !== name) expect(meantDomain(`${wrong}.com`)).toBe(`${name}.com`);
      }),
    );
  });

  it('is not a domain that has nothing in common with a provider', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12, maxLength: 30 }), (name) => {
        expect(meantDomain(`${name}.com`)).toBeUndefined();
      }),
    );
  });
});
