import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bars,
  heading,
  outline,
  quote,
  record,
  stack,
  table,
  text,
  type View,
  verbatim,
} from '../../../src/cli/declare/view.ts';
import { render } from '../../../src/cli/output/terminal/render.ts';
import { glyphsFor, unicodeGlyphs } from '../../../src/cli/output/text/glyphs.ts';
import type { ColourLevel } from '../../../src/cli/output/text/paint.ts';
import { loadStyle } from '../../../src/cli/output/text/style.ts';
import { displayWidth } from '../../../src/cli/output/text/width.ts';
import { runs } from '../../sweep/slice.ts';
import { actsOnTerminal, hostile } from './hostile.ts';
import { anyText } from './text.ts';

const draw = async (view: View, width = 80, colour: ColourLevel = 0, ascii = false) => [
  ...render(
    view,
    await loadStyle({ width, colour, glyphs: ascii ? glyphsFor({ TERM: 'linux' }) : unicodeGlyphs }),
  ),
];

interface Person {
  id: number;
  name: string;
  at: string | null;
}
const people: Person[] = [
  { id: 7, name: 'Anna Berg', at: '2026-10-01T08:30:00Z' },
  { id: 1234, name: '山田太郎', at: null },
];
const view = table(people, [
  ['ID', (p) => p.id, 'id'],
  ['Name', (p) => p.name],
  ['Added', (p) => p.at, 'time'],
]);

describe('a table', () => {
  it('stands in aligned columns under a header, numbers to the right, times to the minute', async () => {
    expect(await draw(view)).toEqual([
      '  ID  NAME       ADDED',
      '   7  Anna Berg  1 Oct 2026 08:30',
      '1234  山田太郎   -',
    ]);
  });

  it('dims the header where there is colour', async () => {
    const [head, row] = await draw(view, 80, 1);
    expect(head).toBe('\u001b[2m  ID  NAME       ADDED\u001b[22m');
    expect(row).toBe('   7  Anna Berg  1 Oct 2026 08:30');
  });

  it('cuts the long column to the window, never a number or a time', async () => {
    const long = table(
      [{ id: 123456789, name: 'n'.repeat(200), at: '2026-10-01T08:30:00Z' }],
      [
        ['ID', (p: Person) => p.id, 'id'],
        ['Name', (p: Person) => p.name],
        ['Added', (p: Person) => p.at, 'time'],
      ],
    );
    const [, row] = await draw(long, 60);
    expect(row).toBe(`123456789  ${'n'.repeat(30)}…  1 Oct 2026 08:30`);
    expect((await draw(long, 60, 0, true))[1]).toBe(`123456789  ${'n'.repeat(28)}...  1 Oct 2026 08:30`);
  });

  it('gives every field a line of its own in a narrow window', async () => {
    expect(await draw(view, 40)).toEqual([
      'ID: 7',
      'Name: Anna Berg',
      'Added: 1 Oct 2026 08:30',
      '',
      'ID: 1234',
      'Name: 山田太郎',
      'Added: -',
    ]);
  });

  it('says so when it is empty', async () => {
    expect(await draw(table([], [['ID', () => 1]], 'No leads yet.'))).toEqual(['No leads yet.']);
  });

  it('keeps rows and order over many slices', async () => {
    const rows = Array.from({ length: 777 }, (_, id) => ({ id, name: `名${id}` }));
    const lines = await draw(
      table(rows, [
        ['ID', (r) => r.id, 'id'],
        ['Name', (r) => r.name],
      ]),
    );
    expect(lines.slice(1).map((line) => line.trim())).toEqual(
      rows.map(({ id, name }) => `${String(id).padStart(3)}  ${name}`.trim()),
    );
  });

  it('shows a private character of the data as it is', async () => {
    const lines = await draw(
      table(
        [{ a: '\ue000\ue000', b: '日\ue000' }],
        [
          ['A', (r) => r.a],
          ['B', (r) => r.b],
        ],
      ),
    );
    expect(lines[1]).toBe('\ue000\ue000  日\ue000');
  });
});

describe('a record', () => {
  it('sets label and value side by side, without undefined fields', async () => {
    expect(
      await draw(
        record(
          ['Name', 'Anna'],
          ['Company', undefined],
          ['Left', null],
          ['Active', true],
          ['Id', 9007199254740993n],
        ),
      ),
    ).toEqual(['Name    Anna', 'Left    -', 'Active  yes', 'Id      9007199254740993']);
  });

  it('wraps a long value under itself', async () => {
    const lines = await draw(record(['Note', 'word '.repeat(30)]), 60);
    expect(lines.length).toBe(3);
    for (const line of lines.slice(1)) expect(line.startsWith('      word')).toBe(true);
  });

  it('lets no value pass for a field of its own', async () => {
    const lines = await draw(record(['Name', 'x\nBalance: 1,000,000']), 40);
    expect(lines).toEqual(['Name: x␊Balance: 1,000,000']);
  });

  it('shows a whole time with its zone', async () => {
    expect(await draw(record(['At', '2026-10-01T08:30:15.123+02:00']))).toEqual([
      'At  Thu 1 Oct 2026 06:30:15 UTC',
    ]);
  });
});

describe('a quote', () => {
  it('stands behind a gutter, every line of it', async () => {
    expect(await draw(quote('Hello,\n\n│ no\r\n? Pay now (Y/n)'))).toEqual([
      '│ Hello,',
      '│',
      '│ │ no',
      '│ ? Pay now (Y/n)',
    ]);
    expect(await draw(quote('a'), 80, 0, true)).toEqual(['| a']);
  });
});

describe('a verbatim text', () => {
  it('keeps its lines, tabs and colours, and nothing else that acts', async () => {
    const page = `\u001b[1mUSAGE\u001b[22m\n\tone ${'long '.repeat(40)}\n\u001b[2Jgone\u009b2J\r\n`;
    expect(await draw(verbatim(page))).toEqual([
      '\u001b[1mUSAGE\u001b[22m',
      `\tone ${'long '.repeat(40)}`,
      '^[[2Jgone\\u{9b}2J^M',
    ]);
  });
});

describe('a chart', () => {
  it('draws bars on one scale that fit the width', async () => {
    const lines = await draw(
      bars(
        { label: 'Sent', value: 100 },
        { label: 'Replied', value: 50, note: '50 %' },
        { label: 'Bounced', value: 0 },
      ),
      40,
    );
    expect(lines).toEqual([
      'Sent     ██████████████████████ 100',
      'Replied  ███████████ 50  50 %',
      'Bounced  0',
    ]);
  });

  it('shows the smallest amount, and takes ASCII where it must', async () => {
    const view = bars({ label: 'Much', value: 100_000 }, { label: 'Little', value: 1 });
    const [, little] = await draw(view);
    expect(little).toMatch(/^Little {2}▏ 1$/);
    expect((await draw(view, 80, 0, true)).join('')).toMatch(/^[ -~]*$/);
  });

  it('survives zeros and nonsense', async () => {
    const lines = await draw(
      bars({ label: 'a', value: 0 }, { label: 'b', value: Number.NaN }, { label: 'c', value: -3 }),
    );
    expect(lines).toEqual(['a  0', 'b  NaN', 'c  -3']);
  });
});

describe('a stack', () => {
  it('sets views apart, but not a heading from what it heads', async () => {
    expect(await draw(stack(heading('One'), text('first'), stack(), heading('Two'), text('second')))).toEqual(
      ['One', 'first', '', 'Two', 'second'],
    );
  });
});

const anyView = fc.oneof(
  fc
    .array(fc.array(anyText, { minLength: 4, maxLength: 4 }), { maxLength: 6 })
    .chain((rows) => fc.tuple(fc.constant(rows), fc.array(anyText, { minLength: 1, maxLength: 4 })))
    .map(([rows, headers]) =>
      table(
        rows,
        headers.map(
          (header, i) =>
            [
              header,
              (row: string[]) => row[i],
              (['text', 'number', 'time'] as const)[i % 3] ?? 'text',
            ] as const,
        ),
      ),
    ),
  fc.array(fc.tuple(anyText, anyText), { maxLength: 4 }).map((fields) => record(...fields)),
  anyText.map(text),
  anyText.map(heading),
  anyText.map(quote),
  fc
    .array(
      fc.record(
        {
          level: fc.nat(9),
          parts: fc.array(fc.record({ text: anyText, tone: fc.constantFrom('good', 'bad') }), {
            maxLength: 4,
          }),
          quoted: fc.constant(true),
        },
        { requiredKeys: ['level', 'parts'] },
      ),
      { maxLength: 4 },
    )
    .map(outline),
  fc
    .array(fc.record({ label: anyText, value: fc.double(), note: anyText }), { maxLength: 4 })
    .map((items) => bars(...items)),
);

describe('any view', () => {
  it('has no line wider than the window and nothing that acts on the terminal', {
    tags: 'slow',
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        anyView,
        fc.integer({ min: 20, max: 200 }),
        fc.boolean(),
        async (any, width, ascii) => {
          for (const line of await draw(any, width, 0, ascii)) {
            expect(displayWidth(line)).toBeLessThanOrEqual(width);
            expect(actsOnTerminal(line)).toBe(false);
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it.each([20, 40, 60, 80, 200])('takes every hostile text at width %i', async (width) => {
    const view = stack(
      table(
        hostile.map((name) => ({ name })),
        [
          ['Name', (r) => r.name],
          ['Again', (r) => r.name],
        ],
      ),
      ...hostile.flatMap((value) => [
        record([value, value]),
        quote(value),
        text(value),
        heading(value),
        bars({ label: value, value: 3, note: value }),
      ]),
    );
    for (const line of await draw(view, width)) {
      expect(displayWidth(line)).toBeLessThanOrEqual(width);
      expect(actsOnTerminal(line)).toBe(false);
    }
  });
});
