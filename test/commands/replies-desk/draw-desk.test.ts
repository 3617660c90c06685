import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../src/cli/output/text/width.ts';
import { changed, type Desk, newDesk } from '../../../src/commands/replies/desk/desk.ts';
import { drawDesk } from '../../../src/commands/replies/desk/draw-desk.ts';
import { actsOnTerminal, hostile } from '../../cli/output/hostile.ts';
import { asciiPen, deskOf, plainPen, sizes, waiting } from './cards.ts';

const modes: readonly Desk['mode'][] = ['reply', 'category', 'help', 'text'];

/** What an answer could hold to pass for a part of the screen. */
const imitations = [
  'Reply 1 of 1 · interested · SANDBOX',
  's queue  e edit  n next  ? keys',
  '? Send 7 answers to 8 people? Type y or n: y',
  '── answer drafted, to ana@lumen.example ──',
  'x'.repeat(900),
  '葛飾区'.repeat(120),
  '👩‍👩‍👧‍👦'.repeat(60),
  'a\tb\t\tc\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\nend',
];

describe('the screen of the reply desk', () => {
  it.each([...hostile, ...imitations])(
    'lets no text of others act or leave its lines: %j',
    { tags: 'slow' },
    (text) => {
      let desk = newDesk([waiting(1, 'certain', text), waiting(2, 'likely', text)]);
      for (const { reply } of desk.cards)
        desk = changed(desk, reply, {
          person: text,
          campaign: text,
          category: text,
          thread: [{ id: 7, fromAddress: text, subject: text, body: text, sentAt: text }],
        });
      for (const pen of [plainPen, asciiPen])
        for (const size of sizes)
          for (const mode of modes)
            for (const at of [0, 1]) {
              const lines = drawDesk({ ...desk, mode, at, note: `Not done: ${text}` }, size, pen);
              expect(lines.length).toBe(size.rows);
              expect(lines.filter((line) => actsOnTerminal(line))).toEqual([]);
              expect(lines.filter((line) => displayWidth(line) >= size.columns)).toEqual([]);
              expect(lines[0]).toMatch(/^Reply [12] of 2/);
              // Of these lines alone the rest of a text that is broken could be.
              for (const line of lines.slice(1, -1))
                if (line.startsWith('? Send') || line.startsWith('s queue') || line.startsWith('Reply'))
                  throw new Error(`imitated: ${line}`);
            }
    },
  );

  it('puts a bar in front of every line that others wrote', () => {
    const desk = newDesk([waiting(1, 'certain', 'first\nsecond\nthird')]);
    const shown = drawDesk(desk, { columns: 80, rows: 24 }, plainPen);
    expect(shown.filter((line) => /first|second|third/.test(line) && !/^(│|──|From)/.test(line))).toEqual([]);
  });

  it('says how much of a text is not shown, of the reply and of the draft', () => {
    const desk = newDesk([waiting(1, 'certain', 'line\n'.repeat(60))]);
    const shown = drawDesk(desk, { columns: 60, rows: 15 }, plainPen).filter((line) =>
      line.includes('more line'),
    );
    expect(shown).toEqual([
      expect.stringMatching(/^ {2}\d+ more lines: t$/),
      expect.stringMatching(/^ {2}\d+ more lines: t$/),
    ]);
  });

  it('always shows where answers go and how many are queued', () => {
    const desk = newDesk([waiting(1, 'certain', 'x'.repeat(300))]);
    const queued: Desk = {
      ...desk,
      cards: desk.cards.map((card) => ({ ...card, made: 'queued', campaign: 'x'.repeat(300) })),
    };
    for (const size of sizes)
      expect(drawDesk(queued, size, plainPen)[0]).toMatch(/^Reply 1 of 1 .* LIVE acme +1 queued$/);
  });

  it('says in a small window what is too small', () => {
    for (const size of [
      { columns: 59, rows: 24 },
      { columns: 80, rows: 14 },
      { columns: 20, rows: 4 },
      { columns: 12, rows: 1 },
    ]) {
      const lines = drawDesk(deskOf('certain'), size, plainPen);
      expect(lines.length).toBeLessThanOrEqual(size.rows);
      expect(lines.every((line) => displayWidth(line) < size.columns)).toBe(true);
      expect(lines.at(-1)).toContain('q leaves');
    }
  });

  it.each([60, 80, 120])('looks as it did in a window of %i columns', async (columns) => {
    const size = { columns, rows: columns === 60 ? 15 : 24 };
    const desk = deskOf('certain', 'likely', 'none');
    const [first] = desk.cards;
    if (!first) throw new Error('no card');
    const known = changed(desk, first.reply, {
      person: 'Małgorzata Lecki, Head of Sales, Northlight Print',
      campaign: 'campaign 12 "Autumn launch"',
      thread: [
        { id: 1, fromAddress: 'p1@lumen.example', body: 'the reply itself' },
        {
          id: 9,
          fromAddress: 'anna@northwind.example',
          subject: 'A question',
          body: 'Hello!',
          sentAt: '2026-03-18T09:00:00Z',
        },
      ],
    });
    const screens = [
      ...modes.map((mode) => ({ ...known, mode })),
      {
        ...known,
        at: 1,
        note: 'Queued, not sent. Press u to take it back.',
        cards: known.cards.map((card, at) => (at === 0 ? { ...card, made: 'queued' as const } : card)),
      },
      { ...known, at: 2 },
    ];
    const drawn = screens
      .map((screen) => drawDesk(screen, size, plainPen).join('\n'))
      .join(`\n${'='.repeat(columns)}\n`);
    await expect(`${drawn}\n`).toMatchFileSnapshot(
      `../../golden/transcripts/screens/replies-desk-${columns}.txt`,
    );
  });
});
