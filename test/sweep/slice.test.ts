import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modesOf, sliced } from './slice.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const rowsOf = (count: number) => numbers(count).map((row) => ({ row }));
const sizes = fc.tuple(
  fc.integer({ min: 1, max: 60 }),
  fc.integer({ min: 1, max: 60 }),
  fc.integer({ min: 1, max: 12 }),
);

describe('the slice of a sweep', () => {
  it('tries every row, and every mode where there are rows enough', () => {
    fc.assert(
      fc.property(sizes, ([rows, modes, of]) => {
        fc.pre(rows >= of);
        const tried = sliced(rowsOf(rows), numbers(modes), of, false);
        expect(tried.map(({ row }) => row)).toEqual(numbers(rows));
        expect(tried.every((row) => row.modes.length > 0)).toBe(true);
        expect(new Set(tried.flatMap((row) => row.modes))).toEqual(new Set(numbers(modes)));
      }),
    );
  });

  it('is one part of as many as are asked for, and always the same', () => {
    fc.assert(
      fc.property(sizes, ([row, modes, of]) => {
        fc.pre(modes >= of);
        const slice = modesOf(numbers(modes), row, of, false);
        expect(slice).toEqual(modesOf(numbers(modes), row, of, false));
        expect(slice.length).toBeLessThanOrEqual(Math.ceil(modes / of));
        // The slices of so many rows are the whole, each mode once.
        const all = numbers(of).flatMap((next) => modesOf(numbers(modes), row + next, of, false));
        expect(all.sort((a, b) => a - b)).toEqual(numbers(modes));
      }),
    );
  });

  it('is everything in a full run', () => {
    const tried = sliced(rowsOf(3), numbers(5), 4, true);
    expect(tried.map((row) => row.modes)).toEqual([numbers(5), numbers(5), numbers(5)]);
  });

  it('refuses a table in which a mode would be tried nowhere', () => {
    expect(() => sliced(rowsOf(2), numbers(5), 4, false)).toThrow('is tried in none of 2 rows');
  });
});
