import { distanceOf } from './normal.ts';

/** 80 % of the normal distribution lie below. */
const power = distanceOf(0.4);

/** How many units each sample needs, so that a test at this level finds this difference in 80 of 100 cases. */
export function neededEach(from: number, to: number, level: number): number {
  const spread = from * (1 - from) + to * (1 - to);
  return Math.max(1, Math.round(((distanceOf(level) + power) ** 2 * spread) / (to - from) ** 2));
}
