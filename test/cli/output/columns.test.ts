import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gap, layColumns } from '../../../src/cli/output/terminal/columns.ts';

/** Columns of text: each may be cut to 16 cells before another is dropped. */
const texts = (...naturals: number[]) =>
  naturals.map((natural) => ({ natural, needed: Math.min(16, natural), rank: 5 }));
const whole = (natural: number, rank = 5) => ({ natural, needed: natural, rank });

describe('columns', () => {
  it('have their natural width where they fit', () => {
    expect(layColumns(texts(5, 10, 20), 39)?.widths).toEqual([5, 10, 20]);
  });

  it('leave short ones alone and share the rest among the long ones', () => {
    expect(layColumns(texts(5, 100, 200), 60)?.widths).toEqual([5, 26, 25]);
  });

  it('give one that needs less than its share what it needs', () => {
    expect(layColumns(texts(30, 22, 200), 80)?.widths).toEqual([27, 22, 27]);
  });

  it('never cut one that is needed whole', () => {
    expect(layColumns([whole(18), ...texts(100, 100)], 60)?.widths).toEqual([18, 19, 19]);
  });

  it('show a name before the others have more than they need, and cut it only at the end', () => {
    const name = (natural: number) => ({ natural, needed: Math.min(natural, 28), rank: 0, first: 40 });
    expect(layColumns([whole(4), name(38), ...texts(200)], 80)?.widths).toEqual([4, 38, 34]);
    expect(layColumns([whole(4), name(90), ...texts(200)], 80)?.widths).toEqual([4, 40, 32]);
    expect(layColumns([whole(4), name(90), ...texts(200)], 60)?.widths).toEqual([4, 36, 16]);
    expect(layColumns([whole(4), name(60), ...texts(200)], 160)?.widths).toEqual([4, 60, 92]);
  });

  it('drop the one with the highest rank first, of several the rightmost', () => {
    const columns = [whole(10, 0), whole(20, 2), whole(20, 9), whole(20, 5), whole(20, 5)];
    expect(layColumns(columns, 80)?.shown).toEqual([0, 1, 3, 4]);
    expect(layColumns(columns, 60)?.shown).toEqual([0, 1, 3]);
    expect(layColumns(columns, 20)?.shown).toEqual([0]);
  });

  it('are no table where those do not fit that are never dropped', () => {
    expect(layColumns([whole(90, 0), ...texts(5)], 80)).toBeUndefined();
    expect(layColumns([whole(50, 0), whole(40, 0)], 80)).toBeUndefined();
  });

  it('never exceed the window, and leave no cell unused where something is cut', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            natural: fc.integer({ min: 1, max: 300 }),
            rank: fc.integer({ min: 0, max: 9 }),
            rigid: fc.boolean(),
          }),
          { minLength: 1, maxLength: 12 },
        ),
        fc.integer({ min: 60, max: 200 }),
        (given, window) => {
          const measured = given.map(({ natural, rank, rigid }) =>
            rigid ? whole(natural, rank) : { natural, needed: Math.min(16, natural), rank },
          );
          const laid = layColumns(measured, window);
          if (!laid) return;
          const { shown, widths } = laid;
          const taken = widths.reduce((sum, width) => sum + width, gap * (widths.length - 1));
          expect(taken).toBeLessThanOrEqual(window);
          const naturals = shown.map((place) => measured[place]?.natural ?? 0);
          for (const [index, width] of widths.entries()) {
            expect(width).toBeLessThanOrEqual(naturals[index] ?? 0);
            if (given[shown[index] ?? 0]?.rigid) expect(width).toBe(naturals[index]);
          }
          if (widths.some((width, index) => width < (naturals[index] ?? 0))) expect(taken).toBe(window);
          for (const [place, { rank }] of measured.entries())
            if (!shown.includes(place)) {
              expect(rank).toBeGreaterThan(0);
              for (const other of shown) expect(measured[other]?.rank).toBeLessThanOrEqual(rank);
            }
        },
      ),
    );
  });
});
