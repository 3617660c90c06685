import { describe, expect, it } from 'vitest';
import { compare, neededEach, neededFor, newcombe } from '../../../src/domain/statistics/comparison.ts';
import type { Sample } from '../../../src/domain/statistics/mid-p.ts';
import { seededRandom } from '../../seeded-random.ts';
import { whole } from '../../sweep/slice.ts';

const of = (count: number, units: number): Sample => ({ units, count });
const usual = { planned: undefined, level: 0.05 };

describe('two samples', () => {
  it.each([
    [0.03, 0.04, 5298],
    [0.05, 0.07, 2209],
    [0.03, 0.06, 746],
  ])('need for %f against %f so many people each', (from, to, needed) => {
    expect(neededEach(from, to, 0.05)).toBe(needed);
    expect(neededEach(to, from, 0.05)).toBe(needed);
  });

  /** SciPy 1.17: `norm.isf(level / 2)`; the formula of both by hand. */
  it('at a lower level need more people, and have a wider interval', () => {
    expect(neededEach(56 / 433, 56 / 433 + 0.02, 0.05)).toBe(4702);
    expect(neededEach(56 / 433, 56 / 433 + 0.02, 0.05 / 3)).toBe(6272);
    const [a, b] = [of(60, 400), of(38, 400)];
    const [wide, usual] = [compare(a, b, { planned: undefined, level: 0.01 }), newcombe(a, b, 0.05)];
    expect(usual.low).toBeGreaterThan(0);
    expect([wide.verdict, (wide.low ?? 1) < 0]).toEqual(['none', true]);
  });

  it('at a rate near 1 are asked for a lower one', () => {
    expect(neededFor(0.02, 0.99, 0.05)).toBe(neededEach(0.99, 0.97, 0.05));
  });

  it("have Newcombe's interval", () => {
    // His table II, method 10, examples (a) and (h).
    const first = newcombe(of(56, 70), of(48, 80), 0.05);
    expect([first.low.toFixed(4), first.high.toFixed(4)]).toEqual(['0.0524', '0.3339']);
    const last = newcombe(of(10, 10), of(0, 10), 0.05);
    expect([last.low.toFixed(4), last.high.toFixed(4)]).toEqual(['0.6075', '1.0000']);
    const none = newcombe(of(31, 322), of(30, 321), 0.05);
    expect([none.low.toFixed(3), none.high.toFixed(3)]).toEqual(['-0.043', '0.049']);
  });

  it.each([
    ['none', of(31, 322), of(30, 321), {}],
    ['a', of(60, 500), of(30, 500), {}],
    ['b', of(30, 500), of(60, 500), {}],
    ['too-early', of(0, 0), of(30, 500), { early: 'no-mail', pValue: null, difference: null }],
    ['too-early', of(30, 50), of(3, 50), { early: 'few-people' }],
    ['too-early', of(4, 200), of(0, 200), { early: 'few-answers' }],
    ['too-early', of(0, 200), of(0, 200), { early: 'few-answers', difference: 0 }],
  ] as const)('%s: %o against %o', (verdict, a, b, more) => {
    expect(compare(a, b, usual)).toMatchObject({ verdict, ...more });
  });

  it('have no verdict before the size that was planned', () => {
    const plan = { planned: 501, level: 0.05 };
    expect(compare(of(60, 500), of(30, 900), plan)).toMatchObject({
      verdict: 'too-early',
      early: 'before-plan',
    });
    expect(compare(of(60, 501), of(30, 900), plan).verdict).toBe('a');
  });

  it.each([
    ['the first has not', of(60, 500), of(30, 501)],
    ['the second has not', of(60, 501), of(30, 500)],
    ['neither has', of(60, 500), of(30, 500)],
  ])('have no verdict before both have the size that was planned: %s', (_, a, b) => {
    expect(compare(a, b, { planned: 501, level: 0.05 }).early).toBe('before-plan');
  });

  it('that are equal are seldom held for different', () => {
    const random = seededRandom(16);
    const drawn = (units: number, rate: number): Sample =>
      of(Array.from({ length: units }, random).filter((n) => n < rate).length, units);
    const pairs = whole ? 20_000 : 2000;
    let alarms = 0;
    for (let pair = 0; pair < pairs; pair++) {
      const rate = 0.01 + 0.11 * random();
      const units = 100 + Math.floor(random() * 900);
      const { verdict } = compare(drawn(units, rate), drawn(pair % 2 ? units : 500, rate), usual);
      if (verdict === 'a' || verdict === 'b') alarms++;
    }
    expect(alarms).toBeGreaterThan(pairs * 0.02);
    expect(alarms).toBeLessThanOrEqual(pairs * 0.05);
  });
});
