import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Cell, type Kind, record, table, toned } from '../../../src/cli/declare/view.ts';
import { render } from '../../../src/cli/output/terminal/render.ts';
import { glyphsFor, unicodeGlyphs } from '../../../src/cli/output/text/glyphs.ts';
import { loadStyle } from '../../../src/cli/output/text/style.ts';
import { dayWithWeekday, shortTime, timeOfDay } from '../../../src/cli/output/text/times.ts';

const now = Date.UTC(2026, 11, 14, 16, 57, 3);
const styleOf = (width: number, ascii = false, colour: 0 | 1 = 0) =>
  loadStyle({
    width,
    colour,
    glyphs: ascii ? glyphsFor({ TERM: 'linux' }) : unicodeGlyphs,
    now: { target: now, wall: now + 86_400_000 * 30 },
  });

async function cell(value: Cell, kind: Kind, ascii = false, colour: 0 | 1 = 0) {
  const style = await styleOf(80, ascii, colour);
  return [...render(table([value], [['X', () => value, kind]]), style)][1];
}
const field = async (value: Cell, kind: Kind = 'text') =>
  [...render(record(['X', value, kind]), await styleOf(80))][0];

describe('a state', () => {
  it.each([
    ['running', '● running', '+ running', '\u001b[32m● running\u001b[39m'],
    ['paused', '○ paused', '- paused', '\u001b[2m○ paused\u001b[22m'],
    ['interested', '● interested', '+ interested', '\u001b[32m● interested\u001b[39m'],
    ['below the bar', '▲ below the bar', '! below the bar', '\u001b[33m▲ below the bar\u001b[39m'],
    ['off', '✗ off', 'x off', '\u001b[31m✗ off\u001b[39m'],
    ['failed', '✗ failed', 'x failed', '\u001b[31m✗ failed\u001b[39m'],
    [
      'killed (running)',
      '✗ killed (running)',
      'x killed (running)',
      '\u001b[31m✗ killed (running)\u001b[39m',
    ],
    ['never seen', '? never seen', '? never seen', '\u001b[33m? never seen\u001b[39m'],
  ])('%s has a sign, also without colour and beyond Unicode', async (word, plain, ascii, coloured) => {
    expect([
      await cell(word, 'state'),
      await cell(word, 'state', true),
      await cell(word, 'state', false, 1),
    ]).toEqual([plain, ascii, coloured]);
  });

  it('is a score below the bar, a switch, and what a command says it is', async () => {
    expect([await cell(89, 'health'), await cell(90, 'health'), await cell(-1, 'health')]).toEqual([
      '▲ 89',
      '● 90',
      '? no score',
    ]);
    expect([await cell(false, 'state'), await cell(toned('2 of 3', 'warn'), 'text')]).toEqual([
      '✗ no',
      '▲ 2 of 3',
    ]);
    expect(await cell(null, 'state')).toBe('-');
  });
});

describe('a figure', () => {
  it('is grouped, with its unit', async () => {
    expect(await cell(1_234_567, 'number')).toBe('1,234,567');
    expect(await cell(1_234_567, 'id')).toBe('1234567');
    expect([await cell(1234.5, 'money'), await cell(0.124, 'rate')]).toEqual(['$1,234.50', '12.4%']);
  });
});

describe('a time', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['2026-12-14T16:56:30Z', 'just now'],
    ['2026-12-14T16:45:00Z', '12 min ago'],
    ['2026-12-14T14:57:00Z', '2 h ago'],
    ['2026-12-14T18:00:00Z', 'in 1 h'],
    ['2026-12-13T16:57:00Z', '13 Dec 16:57'],
    ['2026-12-13T17:57:00+01:00', '13 Dec 16:57'],
    ['2025-12-30T16:57:00Z', '30 Dec 2025'],
    ['2026-12-13', '2026-12-13'],
    ['soon', 'soon'],
  ])('%s is %s in a list', async (text, drawn) => {
    expect(await cell(text, 'time')).toBe(drawn);
  });

  it('counts from the clock of the target, or of this machine', async () => {
    expect([
      await cell('2026-12-14T14:57:00Z', 'time'),
      await cell('2026-12-14T14:57:00Z', 'wall-time'),
    ]).toEqual(['2 h ago', '14 Dec 2026']);
  });

  it('is whole, with its zone, in a record', async () => {
    expect(await field('2026-12-14T16:57:03+02:00')).toBe('X  Mon 14 Dec 2026 14:57:03 UTC');
  });

  it.each([
    ['Asia/Kathmandu', '13 Dec 20:15', 'Sun 13 Dec 2026 20:15:03 +05:45'],
    ['America/Los_Angeles', '13 Dec 06:30', 'Sun 13 Dec 2026 06:30:03 -08:00'],
    ['Pacific/Kiritimati', '14 Dec 04:30', 'Mon 14 Dec 2026 04:30:03 +14:00'],
  ])('is that of the zone %s, in a list and in a record', async (zone, listed, whole) => {
    vi.stubEnv('TZ', zone);
    const time = '2026-12-13T14:30:03Z';
    expect([await cell(time, 'time'), await field(time)]).toEqual([listed, `X  ${whole}`]);
    expect(await cell('2026-12-14T14:57:00Z', 'time')).toBe('2 h ago');
    expect(timeOfDay(time)).toBe(whole.slice(16, 24));
    expect(await cell('2026-12-14', 'day')).toBe('Mon 14 Dec 2026');
  });

  it('of a day has its weekday, unless it is no day', async () => {
    const texts = ['2024-02-29', '2026-02-29', '2026-13-01', '0014-01-01', 'soon'];
    expect(texts.map(dayWithWeekday)).toEqual(['Thu 29 Feb 2024', ...texts.slice(1)]);
  });

  it('is never later than it was, whatever the clock', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 * 24 * 60 }), (minutes) => {
        const text = shortTime(new Date(now - minutes * 60_000).toISOString(), now);
        expect(text).toMatch(/^(?:just now|\d+ (?:min|h) ago|\d+ [A-Z][a-z]{2} (?:\d\d:\d\d|\d{4}))$/);
      }),
    );
  });
});

describe('a table in a narrow window', () => {
  const rows = [
    {
      id: 12,
      email: `${'a'.repeat(30)}@${'b'.repeat(12)}.example`,
      note: 'word '.repeat(20).trim(),
      on: true,
    },
  ];
  const view = table(rows, [
    ['ID', (row) => row.id, 'id'],
    ['Email', (row) => row.email, 'id', 0],
    ['Note', (row) => row.note, 'prose', 3],
    ['On', (row) => row.on, 'state'],
  ]);

  it('drops the least important columns, names them, and wraps prose', async () => {
    const [narrow, wide] = [await styleOf(70), await styleOf(100)];
    expect([...render(view, narrow)]).toEqual([
      `ID  EMAIL${' '.repeat(46)}  ON`,
      `12  ${rows[0]?.email}  ● yes`,
    ]);
    expect([...narrow.notShown]).toEqual(['NOTE']);
    expect([...render(view, wide)]).toHaveLength(4);
    expect([...wide.notShown]).toEqual([]);
  });

  it('is one field per line where the keys alone do not fit, and keys are wrapped, not cut', async () => {
    const long = { ...rows[0], email: `${'a'.repeat(90)}@lumen.example` };
    const lines = [...render({ ...view, rows: [long] } as typeof view, await styleOf(60))];
    expect(lines[0]).toBe('ID: 12');
    expect(lines.join('').replaceAll(/\s/g, '')).toContain(long.email);
  });
});
