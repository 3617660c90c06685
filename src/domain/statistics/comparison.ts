import { distanceOf, leastMidP, midP, type Sample } from './mid-p.ts';

type Verdict = 'a' | 'b' | 'none' | 'too-early';

type Early = 'no-mail' | 'before-plan' | 'few-people' | 'few-answers';

/** Shares of 1. What divides by nothing is null. */
export interface Comparison {
  readonly pValue: number | null;
  /** a less b, and its interval at the level of the verdict: 95 % at 5 %. */
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly verdict: Verdict;
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

/** 80 % of the normal distribution lie below. */
const power = distanceOf(0.4);

/** How many units each sample needs, so that a test at this level finds this difference in 80 of 100 cases. */
export function neededEach(from: number, to: number, level: number): number {
  const spread = from * (1 - from) + to * (1 - to);
  return Math.max(1, Math.round(((distanceOf(level) + power) ** 2 * spread) / (to - from) ** 2));
}

/** Wilson's score interval of a share, so many standard deviations wide. */
function wilson({ units, count }: Sample, z: number): readonly [low: number, high: number] {
  const share = count / units;
  const square = z * z;
  const centre = share + square / (2 * units);
  const reach = z * Math.sqrt((share * (1 - share)) / units + square / (4 * units * units));
  const scale = 1 + square / units;
  return [(centre - reach) / scale, (centre + reach) / scale];
}

/** Newcombe's hybrid score interval of the difference of two shares, a less b (1998, method 10); of `level` 0.05 the one of 95 %. */
export function newcombe(
  a: Sample,
  b: Sample,
  level: number,
): { readonly low: number; readonly high: number } {
  const z = distanceOf(level);
  const [p, q] = [a.count / a.units, b.count / b.units];
  const [[lowA, highA], [lowB, highB]] = [wilson(a, z), wilson(b, z)];
  return {
    low: p - q - Math.hypot(p - lowA, highB - q),
    high: p - q + Math.hypot(highA - p, q - lowB),
  };
}

/** Two of several samples, in their order, and how many pairs there are to choose from. */
interface Pair<T> {
  readonly a: T;
  readonly b: T;
  readonly pairs: number;
}

/** The two with the highest rates; undefined where there are not two. */
export function highestTwo<T>(samples: readonly T[], of: (sample: T) => Sample): Pair<T> | undefined {
  const rate = (sample: T) => of(sample).count / Math.max(1, of(sample).units);
  const best = [...samples].sort((one, other) => rate(other) - rate(one)).slice(0, 2);
  const [a, b] = samples.filter((sample) => best.includes(sample));
  return a === undefined || b === undefined
    ? undefined
    : { a, b, pairs: (samples.length * (samples.length - 1)) / 2 };
}
