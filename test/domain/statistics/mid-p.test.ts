import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { midP } from '../../../src/domain/statistics/mid-p.ts';
import { whole } from '../../sweep/slice.ts';

function choose(n: number, k: number): bigint {
  let result = 1n;
  for (let i = 1; i <= k; i++) result = (result * BigInt(n - k + i)) / BigInt(i);
  return result;
}

/** The same by counting in whole numbers: no rounding before the last division. */
function exactMidP(x: number, m: number, y: number, n: number): number {
  const all = x + y;
  const ways = (count: number) => choose(m, count) * choose(n, all - count);
  const own = ways(x);
  let atMost = 0n;
  for (let count = Math.max(0, all - n); count <= Math.min(m, all); count++) {
    const these = ways(count);
    if (these <= own) atMost += these;
  }
  const scale = 10n ** 18n;
  return Number(((2n * atMost - own) * scale) / (2n * choose(m + n, all))) / Number(scale);
}

const table = fc
  .tuple(fc.integer({ min: 1, max: 250 }), fc.integer({ min: 1, max: 250 }), fc.boolean())
  .chain(([m, other, equal]) => {
    const n = equal ? m : other;
    const few = (units: number) => fc.oneof(fc.integer({ min: 0, max: units }), fc.nat(Math.min(units, 40)));
    return fc.tuple(few(m), fc.constant(m), few(n), fc.constant(n));
  });

describe("mid-p of Fisher's exact test", () => {
  it('is what counting all tables gives, to 1e-9, on 1,000 tables', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(table, ([x, m, y, n]) => {
        const p = midP({ units: m, count: x }, { units: n, count: y });
        expect(Math.abs(p - exactMidP(x, m, y, n))).toBeLessThan(1e-9);
      }),
      { numRuns: whole ? 10_000 : 1000, seed: 16 },
    );
  });

  /** R 4.2.2: `fisher.test` less half of `dhyper`, by mid-p.R. */
  it('is what R gives, to 1e-9, on 1,000 tables of up to 100,000 people', { tags: 'slow' }, () => {
    const [, ...rows] = readFileSync(join(import.meta.dirname, 'mid-p.tsv'), 'utf8')
      .trim()
      .split('\n');
    expect(rows).toHaveLength(1000);
    const wrong = rows.filter((row) => {
      const [x = 0, m = 0, y = 0, n = 0, p = 0] = row.split('\t').map(Number);
      return !(Math.abs(midP({ units: m, count: x }, { units: n, count: y }) - p) < 1e-9);
    });
    expect(wrong).toEqual([]);
  });

  it('has an answer at once however many people there are, and hardly another one where it is approximated', () => {
    const most = Number.MAX_SAFE_INTEGER;
    for (const [x, m, y, n] of [
      [5e14, 1e15, 5e14 + 1e7, 1e15],
      [100, 1e15, 130, 1e15],
      [most, most, 3, 9],
    ] as const)
      expect(midP({ units: m, count: x }, { units: n, count: y })).toSatisfy((p) => p >= 0 && p < 1);
    // The same distance in deviations, one added up and one approximated.
    const [added, approximated] = [2e9, 2.4e9].map((n) =>
      midP({ units: n, count: n / 10 }, { units: n, count: n / 10 + Math.round(0.64 * Math.sqrt(n)) }),
    );
    expect(added).toBeCloseTo(approximated ?? 0, 5);
  });

  it('does not depend on the order of the samples, or on answers counted as silence', () => {
    fc.assert(
      fc.property(table, ([x, m, y, n]) => {
        const p = midP({ units: m, count: x }, { units: n, count: y });
        expect(midP({ units: n, count: y }, { units: m, count: x })).toBeCloseTo(p, 12);
        expect(midP({ units: m, count: m - x }, { units: n, count: n - y })).toBeCloseTo(p, 12);
      }),
    );
  });
});
