import { expect, it } from 'vitest';
import { distanceOf, shareBeyond } from '../../../src/domain/statistics/mid-p.ts';

/** SciPy 1.17: `2 * norm.sf(z)`. */
it.each([
  [0, 1],
  [1, 0.31731050786291415],
  [1.959963984540054, 0.05],
  [2.3939797998185095, 0.016666666666666666],
  [5, 5.733031437583866e-7],
  [40, 0],
])('%f deviations leave %f of the normal distribution', (z, share) => {
  expect(shareBeyond(z)).toBeCloseTo(share, 13);
  if (share > 1e-6) expect(distanceOf(share)).toBeCloseTo(z, 9);
});
