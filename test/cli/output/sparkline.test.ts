import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Column, type Series, table } from '../../../src/cli/declare/view.ts';
import { plainLines } from '../../../src/cli/output/terminal/plain.ts';
import { render } from '../../../src/cli/output/terminal/render.ts';
import { sparkline } from '../../../src/cli/output/text/cell.ts';
import { glyphsFor, unicodeGlyphs } from '../../../src/cli/output/text/glyphs.ts';
import { loadStyle } from '../../../src/cli/output/text/style.ts';

const signs = { unicode: [...'▁▂▃▄▅▆▇█'], ascii: [...'_.:-=+*#'] };
const unknown = { unicode: '·', ascii: '?' };
const days = fc.array(
  fc.oneof(fc.constant(null), fc.nat(), fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 })),
  {
    maxLength: 90,
  },
);

describe('a sparkline', () => {
  it.each([
    [[0, 2, 5, 5, 5, 1, 0], '▁▄███▃▁', '_-###:_'],
    [[0, 0, 0], '▁▁▁', '___'],
    [[null, null, 3], '··█', '??#'],
    [[1, 10_000], '▂█', '.#'],
    [[], '', ''],
  ])('of %j is %s, and %s in ASCII', (values, unicode, ascii) => {
    expect([sparkline(values, unicodeGlyphs), sparkline(values, glyphsFor({ TERM: 'linux' }))]).toEqual([
      unicode,
      ascii,
    ]);
  });

  it.each(['unicode', 'ascii'] as const)(
    'in %s has a sign for each day, tells zero and unknown days apart, and rises with the figures',
    (set) => {
      const level = (sign: string) => signs[set].indexOf(sign);
      fc.assert(
        fc.property(days, (values) => {
          const drawn = [
            ...sparkline(values, set === 'ascii' ? glyphsFor({ TERM: 'linux' }) : unicodeGlyphs),
          ];
          expect(drawn).toHaveLength(values.length);
          const most = Math.max(0, ...values.map(Number));
          for (const [at, value] of values.entries()) {
            const sign = drawn[at] ?? '';
            expect(sign === unknown[set]).toBe(value === null);
            if (value === null) continue;
            expect(level(sign) === 0).toBe(value === 0);
            if (value > 0 && value === most) expect(level(sign)).toBe(7);
            for (const [other, than] of values.entries())
              if (than !== null && than <= value)
                expect(level(drawn[other] ?? '')).toBeLessThanOrEqual(level(sign));
          }
        }),
        { numRuns: 60 },
      );
    },
  );

  it('is never cut in a table, is missing where there are no days, and is its figures in a pipe', async () => {
    const rows: { name: string; lately: Series | null }[] = [
      { name: 'Autumn launch', lately: [0, 12, null, 40] },
      { name: 'New', lately: null },
    ];
    const columns: Column<(typeof rows)[number]>[] = [
      ['Name', ({ name }) => name],
      ['Lately', ({ lately }) => lately, 'spark'],
    ];
    const style = await loadStyle({ width: 80, colour: 0, glyphs: unicodeGlyphs });
    expect([...render(table(rows, columns), style)]).toEqual([
      'NAME           LATELY',
      'Autumn launch  ▁▄·█',
      'New            -',
    ]);
    expect([...plainLines(table(rows, columns))]).toEqual(['Autumn launch\t[0,12,null,40]\n', 'New\t\n']);
  });
});
