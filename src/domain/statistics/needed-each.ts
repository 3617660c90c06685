import { z95 } from './newcombe.ts';

/** Of the normal distribution: 80 % lie below. */
const z80 = 0.8416212335729143;

/** How many units each sample needs, so that a test at 5 % finds this difference in 80 of 100 cases. */
export function neededEach(from: number, to: number): number {
  const spread = from * (1 - from) + to * (1 - to);
  return Math.max(1, Math.round(((z95 + z80) ** 2 * spread) / (to - from) ** 2));
}
