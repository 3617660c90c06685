/** Whole parts of a number by weight, which add up to it; all 0 without any weight. */
export function shared(count: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0) || 1;
  let [given, before] = [0, 0];
  return weights.map((weight) => {
    before += weight;
    const upTo = Math.round((count * before) / sum);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}
