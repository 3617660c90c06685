import { describe, expect, it } from 'vitest';
import { firstWords } from '../../src/domain/mail/first-words.ts';
import { unanswered } from '../../src/domain/mail/unanswered.ts';

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
});

describe('what waits for an answer', () => {
  it('is the newest of its thread alone', () => {
    const waits = unanswered<{ id: number; threadId?: string | null; responseCategory: string | null }>(
      ({ id }) => id === 1,
    );
    const replies = [
      { id: 9, threadId: 'a', responseCategory: 'out_of_office' },
      { id: 8, threadId: 'b', responseCategory: null },
      { id: 7, threadId: 'a', responseCategory: 'interested' },
      { id: 6, threadId: null, responseCategory: 'interested' },
      { id: 5, responseCategory: 'interested' },
      { id: 4, threadId: 'c', responseCategory: 'meeting_booked' },
      { id: 1, threadId: 'd', responseCategory: 'interested' },
    ];
    expect(replies.filter(waits).map(({ id }) => id)).toEqual([8, 6, 5]);
  });
});
