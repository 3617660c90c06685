import { leastMidP, midP, type Sample } from './mid-p.ts';
import { neededEach } from './needed-each.ts';
import { newcombe } from './newcombe.ts';

export type Verdict = 'a' | 'b' | 'none' | 'too-early';

export type Early = 'no-mail' | 'before-plan' | 'few-people' | 'few-answers';

/** Shares of 1. What divides by nothing is null. */
export interface Comparison {
  readonly pValue: number | null;
  /** a less b, and its interval at the level of the verdict: 95 % at 5 %. */
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly verdict: Verdict;
  /** Why it is too early. */
  readonly early: Early | null;
}

/** False alarms that are accepted; of several pairs, each gets its share of them (Bonferroni). */
export const falseAlarms = 0.05;

/** Fewer people in a sample show nothing that lasts. */
export const fewest = 100;

/** `planned`: the size of each sample that was fixed before. `level`: false alarms that are accepted. */
export function compare(
  a: Sample,
  b: Sample,
  { planned, level }: { readonly planned: number | undefined; readonly level: number },
): Comparison {
  if (a.units === 0 || b.units === 0)
    return { pValue: null, difference: null, low: null, high: null, verdict: 'too-early', early: 'no-mail' };
  const pValue = midP(a, b);
  const difference = a.count / a.units - b.count / b.units;
  const figures = { pValue, difference, ...newcombe(a, b, level) };
  const early = earlyIn(a, b, planned, level);
  if (early !== undefined) return { ...figures, verdict: 'too-early', early };
  if (pValue > level) return { ...figures, verdict: 'none', early: null };
  return { ...figures, verdict: difference > 0 ? 'a' : 'b', early: null };
}

function earlyIn(a: Sample, b: Sample, planned: number | undefined, level: number): Early | undefined {
  const smaller = Math.min(a.units, b.units);
  if (planned !== undefined) return smaller < planned ? 'before-plan' : undefined;
  if (smaller < fewest) return 'few-people';
  // However so few answers fall, they show nothing.
  return leastMidP(a, b) > level ? 'few-answers' : undefined;
}

/** From the rate of both together, and `points` of 1 more; or less, where more is not possible. */
export function neededFor(points: number, base: number, level: number): number {
  return neededEach(base, base + points < 1 ? base + points : base - points, level);
}

/** The rate of both together; undefined where they tell too little of it. */
export function baseRate(a: Sample, b: Sample): number | undefined {
  const [units, count] = [a.units + b.units, a.count + b.count];
  return units >= fewest && count > 0 ? count / units : undefined;
}
