/** So many of `units` answered. */
export interface Sample {
  readonly units: number;
  readonly count: number;
}

/** Tables whose probabilities differ by less are equally likely; R's `fisher.test` takes the same. */
const tie = 1 + 1e-7;

/** Tables with a larger deviation, of billions of people, have too many neighbours to add up. */
const widest = 10_000;

/**
 * Two-sided mid-p of Fisher's exact test: the probability of all tables with these margins that are at most as likely as
 * this one, less half of its own (Lydersen, Fagerland and Laake 2009). Both samples have units. Beyond billions of units it
 * is the normal approximation, which then differs by less than 1e-6.
 */
export function midP(a: Sample, b: Sample): number {
  const all = a.count + b.count;
  const units = a.units + b.units;
  const mean = all * (a.units / units);
  const deviation = Math.sqrt(units < 2 ? 0 : mean * (b.units / units) * ((units - all) / (units - 1)));
  if (deviation > widest) return shareBeyond(Math.abs(a.count - mean) / deviation);
  const [least, most] = [Math.max(0, all - b.units), Math.min(a.units, all)];
  const mode = Math.min(most, Math.max(least, Math.floor(((all + 1) * (a.units + 1)) / (units + 2))));
  // What is farther from it is less likely than the smallest number there is.
  const reach = Math.ceil(40 * deviation) + 200;
  const [lowest, highest] = [Math.max(least, mode - reach), Math.min(most, mode + reach)];
  // By the ratio of neighbours, from the likeliest table down to both sides: no factorial, nothing overflows.
  const ratio = (x: number) => ((all - x) * (a.units - x)) / ((x + 1) * (b.units - all + x + 1));
  const weights = new Float64Array(highest - lowest + 1);
  weights[mode - lowest] = 1;
  for (let x = mode; x < highest; x++) weights[x + 1 - lowest] = (weights[x - lowest] ?? 0) * ratio(x);
  for (let x = mode; x > lowest; x--) weights[x - 1 - lowest] = (weights[x - lowest] ?? 0) / ratio(x - 1);
  const own = weights[a.count - lowest] ?? 0;
  let [total, atMost] = [0, 0];
  for (const weight of weights) {
    total += weight;
    if (weight <= own * tie) atMost += weight;
  }
  return (atMost - own / 2) / total;
}

/** The smallest mid-p that a table with these margins can have. */
export function leastMidP(a: Sample, b: Sample): number {
  const all = a.count + b.count;
  let least = 1;
  for (const count of [Math.max(0, all - b.units), Math.min(a.units, all)])
    least = Math.min(least, midP({ units: a.units, count }, { units: b.units, count: all - count }));
  return least;
}

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
