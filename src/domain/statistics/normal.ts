/** Of the standard normal distribution: the share that lies farther from 0 than `z`, to 1e-15 (Marsaglia 2004). */
export function shareBeyond(z: number): number {
  if (z > 9) return 0;
  let [term, within] = [z, z];
  for (let odd = 3; term > within * Number.EPSILON; odd += 2) {
    term *= (z * z) / odd;
    within += term;
  }
  return Math.max(0, 1 - within * Math.exp((-z * z) / 2) * Math.sqrt(2 / Math.PI));
}

/** How far from 0 only this share of it lies: 1.96 for 5 %. */
export function distanceOf(share: number): number {
  let [near, far] = [0, 9];
  for (let half = 0; half < 60; half++) {
    const middle = (near + far) / 2;
    if (shareBeyond(middle) > share) near = middle;
    else far = middle;
  }
  return far;
}
