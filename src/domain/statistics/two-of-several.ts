import type { Sample } from './mid-p.ts';

/** Two of several samples, in their order, and how many pairs there are to choose from. */
export interface Pair<T> {
  readonly a: T;
  readonly b: T;
  readonly pairs: number;
}

/** The two with the highest rates; undefined where there are not two. */
export function highestTwo<T>(samples: readonly T[], of: (sample: T) => Sample): Pair<T> | undefined {
  const rate = (sample: T) => of(sample).count / Math.max(1, of(sample).units);
  const best = [...samples].sort((one, other) => rate(other) - rate(one)).slice(0, 2);
  const [a, b] = samples.filter((sample) => best.includes(sample));
  return a === undefined || b === undefined ? undefined : { a, b, pairs: pairsOf(samples.length) };
}

export const pairsOf = (count: number): number => (count * (count - 1)) / 2;
