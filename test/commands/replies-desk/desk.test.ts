import { describe, expect, it } from 'vitest';
import {
  blockedOn,
  type Card,
  type Desk,
  type Made,
  queuedIn,
  withDraft,
} from '../../../src/commands/replies/desk/desk.ts';
import { deskOf, waiting } from './cards.ts';

/** Two replies, of p1 and p2: what was made of the first, and of what `u` would take back. */
function deskWith(made: Made): Desk {
  const desk = deskOf('certain', 'certain');
  const [first, second] = desk.cards as [Card, Card];
  return { ...desk, cards: [{ ...first, made }, second], past: [{ at: 0, was: 'queued' }] };
}

describe('the desk once a person is blocked', () => {
  it.each<[Made, string, Made]>([
    ['open', 'p1@lumen.example', 'blocked'],
    ['queued', 'p1@lumen.example', 'blocked'],
    ['answered', 'p1@lumen.example', 'blocked'],
    ['later', 'p1@lumen.example', 'blocked'],
    ['sent', 'p1@lumen.example', 'sent'],
    ['queued', 'p2@lumen.example', 'queued'],
  ])('has, of a reply of p1 that was %s and a block of %s: %s', (made, address, then) => {
    const desk = blockedOn(deskWith(made), address);
    expect([desk.cards[0]?.made, queuedIn(desk).length]).toEqual([then, then === 'queued' ? 1 : 0]);
  });

  it('shows the next reply of another person, and takes nothing back', () => {
    expect(blockedOn(deskWith('queued'), 'p1@lumen.example')).toMatchObject({ at: 1, past: [] });
  });
});

describe('a card with another draft', () => {
  const [card] = deskOf('likely').cards as [Card];
  const { draft } = waiting(2);

  it.each<[Made, Made]>([
    ['queued', 'open'],
    ['open', 'open'],
    ['sent', 'sent'],
    ['answered', 'answered'],
    ['later', 'later'],
    ['blocked', 'blocked'],
  ])('was %s, and is %s', (made, then) => {
    expect(withDraft({ ...card, made }, draft)).toEqual({ draft, match: 'likely', made: then });
  });

  it('answers nothing where there is none any more', () => {
    expect(withDraft({ ...card, made: 'queued' }, undefined)).toEqual({
      draft: undefined,
      match: 'none',
      made: 'open',
    });
  });
});
