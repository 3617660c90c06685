import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../src/cli/output/text/width.ts';
import { type Card, cardOf, changed, type Desk, queuedIn } from '../../../src/commands/replies/desk/desk.ts';
import { drawDesk } from '../../../src/commands/replies/desk/draw-desk.ts';
import { type Effect, press } from '../../../src/commands/replies/desk/press.ts';
import { deskOf, plainPen, sizes, waiting } from './cards.ts';

const size = { columns: 80, rows: 24 };

/** The desk after these keys, and what they led to. */
function pressing(desk: Desk, ...keys: readonly string[]): { desk: Desk; effects: readonly Effect[] } {
  const effects: Effect[] = [];
  let next = desk;
  for (const key of keys) {
    const pressed = press(next, key, size);
    next = pressed.desk;
    if (pressed.effect) effects.push(pressed.effect);
  }
  return { desk: next, effects };
}

const made = ({ cards }: Desk) => cards.map((card) => card.made);

describe('the keys of the reply desk', () => {
  it('queue with s, and go on to the next reply', () => {
    const { desk, effects } = pressing(deskOf('certain', 'certain'), 's');
    expect([desk.at, made(desk), effects]).toEqual([1, ['queued', 'open'], []]);
  });

  it('handle seventeen replies with eighteen keys, besides those of the question', () => {
    const { desk, effects } = pressing(
      deskOf(...Array.from({ length: 17 }, () => 'certain' as const)),
      ...'s'.repeat(17),
      'q',
    );
    expect([queuedIn(desk).length, effects]).toEqual([17, [{ kind: 'leave' }]]);
  });

  it('queue a draft that may answer another reply only at a second s', () => {
    const once = pressing(deskOf('likely', 'certain'), 's').desk;
    expect([made(once), once.note]).toEqual([['open', 'open'], expect.stringContaining('Press s again')]);
    expect(made(pressing(once, 's').desk)).toEqual(['queued', 'open']);
    for (const other of ['n', 'x', '?', 'u', 't'])
      expect(made(pressing(once, other, 'escape', 'p', 's').desk)).toEqual(['open', 'open']);
  });

  it('queue an answer to someone who wants no email only at a second s', () => {
    const desk = changed(deskOf('certain', 'certain'), waiting(1).reply, {
      unwelcome: ['this person said no'],
    });
    const once = pressing(desk, 's').desk;
    expect([made(once), once.note]).toEqual([['open', 'open'], 'Press s again to queue it.']);
    expect(made(pressing(once, 's').desk)).toEqual(['queued', 'open']);
    expect(drawDesk(desk, size, plainPen).join('\n')).toContain('wants no email: this person said no.');
  });

  it.each<[string, Card['made'], string]>([
    ['s', 'sent', 'This answer was sent.'],
    ['s', 'queued', 'This answer is queued. Press u to take it back.'],
    ['d', 'sent', 'This answer was sent.'],
    ['z', 'sent', 'This answer was sent.'],
    ['b', 'blocked', 'This person is blocked.'],
  ])('make nothing with %s of a reply that is %s', (key, was, note) => {
    const before = changed(deskOf('certain', 'certain'), waiting(1).reply, { made: was });
    const { desk, effects } = pressing(before, key);
    expect([made(desk), desk.note, effects]).toEqual([[was, 'open'], note, []]);
  });

  it('queue nothing where there is no draft', () => {
    const { desk } = pressing(deskOf('none'), 's', 's');
    expect([made(desk), desk.note]).toEqual([['open'], expect.stringContaining('answer in the app')]);
  });

  it.each([
    ['d', 'answered'],
    ['z', 'later'],
  ])('put a reply aside with %s, and take it back with u', (key, as) => {
    const { desk, effects } = pressing(deskOf('certain', 'none'), key);
    expect([desk.at, made(desk), effects]).toEqual([
      1,
      [as, 'open'],
      [expect.objectContaining({ kind: 'mark', as })],
    ]);
    const back = pressing(desk, 'u');
    expect([back.desk.at, made(back.desk), back.effects.map(({ kind }) => kind)]).toEqual([
      0,
      ['open', 'open'],
      ['unmark'],
    ]);
  });

  it('take back step by step', () => {
    const { desk, effects } = pressing(deskOf('certain', 'certain'), 's', 'p', 'd', 'u', 'u', 'u');
    expect([made(desk), effects.map(({ kind }) => kind)]).toEqual([
      ['open', 'open'],
      ['mark', 'unmark'],
    ]);
    expect(desk.note).toContain('nothing to take back');
  });

  it.each([
    ['e', 'edit'],
    ['b', 'block'],
    ['t', 'conversation'],
    ['q', 'leave'],
  ])('lead with %s to %s', (key, kind) => {
    expect(pressing(deskOf('certain'), key).effects.map((effect) => effect.kind)).toEqual([kind]);
  });

  it('mark a meeting only at a second m: u does not take it back', () => {
    const { desk, effects } = pressing(deskOf('certain'), 'm');
    expect([effects, desk.note]).toEqual([[], expect.stringContaining('Press m again')]);
    expect(pressing(desk, 'm').effects.map(({ kind }) => kind)).toEqual(['meeting']);
    for (const other of ['n', 's', 'u', '?', 'x'])
      expect(pressing(desk, other, 'escape', 'm').effects).toEqual([]);
  });

  it('neither queue nor change anything with a key that is read-only', () => {
    const desk = { ...deskOf('certain', 'certain'), readOnly: 'This API key is read-only' };
    for (const key of ['s', 'e', 'c', 'm', 'b'])
      expect(pressing(desk, key, key)).toMatchObject({
        desk: { mode: 'reply', note: expect.stringMatching(/^This API key is read-only: /) },
        effects: [],
      });
    expect(made(pressing(desk, 's', 'd').desk)).toEqual(['answered', 'open']);
  });

  it('set a category with c and its number, and none with another key', () => {
    const { effects } = pressing(deskOf('certain'), 'c', '2');
    expect(effects).toEqual([expect.objectContaining({ kind: 'categorize', category: 'not_interested' })]);
    expect(pressing(deskOf('certain'), 'c', 's')).toMatchObject({ desk: { mode: 'reply' }, effects: [] });
    expect(pressing(deskOf('certain'), 'c', 'escape', 's').desk.cards[0]?.made).toBe('queued');
  });

  it('page through the whole texts, and come back', () => {
    const desk = deskOf('certain', 'none');
    const card = cardOf(desk);
    const long = {
      ...desk,
      cards: [{ ...card, reply: { ...card.reply, body: 'line\n'.repeat(100) } }, ...desk.cards.slice(1)],
    };
    const read = pressing(long, 't', 'space', 'space');
    expect(read.desk.top).toBe(2 * (size.rows - 2));
    expect(pressing(read.desk, 'p').desk.top).toBe(size.rows - 2);
    expect(pressing(read.desk, ...Array.from({ length: 50 }, () => 'space')).desk.top).toBeLessThan(110);
    expect(pressing(read.desk, 'q')).toMatchObject({ desk: { mode: 'reply' }, effects: [] });
  });

  it('do nothing in a window in which the texts cannot be seen, except leaving', () => {
    const desk = deskOf('certain');
    for (const key of ['s', 'd', 'b', 'e', 'S', 'c', 'm'])
      expect(press(desk, key, { columns: 59, rows: 15 })).toEqual({ desk });
    expect(press(desk, 'q', { columns: 20, rows: 4 }).effect).toEqual({ kind: 'leave' });
  });

  it('send nothing, whichever are typed: only S and q lead to the question, and the screen always fits', {
    tags: 'slow',
  }, () => {
    const keys = fc.constantFrom(
      ...'senpcmbdztuSq?12 '.split(''),
      'escape',
      'return',
      'space',
      'up',
      'down',
      'pagedown',
      '',
    );
    const match = fc.constantFrom('certain' as const, 'likely' as const, 'none' as const);
    fc.assert(
      fc.property(
        fc.array(match, { minLength: 1, maxLength: 5 }),
        fc.array(keys, { maxLength: 40 }),
        fc.constantFrom(...sizes),
        (matches, typed, window) => {
          let desk = deskOf(...matches);
          for (const key of typed) {
            const before = desk;
            const pressed = press(desk, key, window);
            desk = pressed.desk;
            if (pressed.effect?.kind === 'send')
              expect([key, queuedIn(before).length > 0]).toEqual(['S', true]);
            if (pressed.effect?.kind === 'leave') expect(key).toBe('q');
            expect(desk.cards[desk.at]).toBeDefined();
            expect(queuedIn(desk).length).toBe(made(desk).filter((is) => is === 'queued').length);
            // At most one more is queued by one key, and none without s or u.
            expect(queuedIn(desk).length - queuedIn(before).length).toBeLessThanOrEqual(
              ['s', 'u'].includes(key) ? 1 : 0,
            );
            const lines = drawDesk(desk, window, plainPen);
            expect(lines.length).toBe(window.rows);
            expect(lines[0]).toMatch(/^Reply \d+ of \d+/);
            for (const line of lines) expect(displayWidth(line)).toBeLessThan(window.columns);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
