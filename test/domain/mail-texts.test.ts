import { describe, expect, it } from 'vitest';
import { firstWords } from '../../src/domain/mail/first-words.ts';

describe('the first words of a mail', () => {
  it.each([
    ['Hi,\n\nSounds good.\r\nEve', 'Hi, Sounds good. Eve'],
    ['Yes\n\nOn Mon, 2 Mar 2026 Ana Berg wrote:\n> Hello', 'Yes'],
    ['Ja\n> Hello\n> Eve\nTschüss', 'Ja Tschüss'],
    ['Call me\n-- \nEve Moss\nCEO', 'Call me'],
    ['Ja\n-----Original Message-----\nHello', 'Ja'],
    ['On Monday:', 'On Monday:'],
    ['', ''],
    [null, ''],
    ['👍🏽'.repeat(200), '👍🏽'.repeat(120)],
  ])('of %j are %j', (body, words) => expect(firstWords(body)).toBe(words));

  it('are found below a long line of dashes that ends in something else', () => {
    const line = `${'-'.repeat(20_000)}x`;
    expect(firstWords(`Yes.\n${line}`)).toBe(`Yes. ${line}`.slice(0, 240));
  });
});
