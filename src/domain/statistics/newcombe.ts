import type { Sample } from './mid-p.ts';

/** Of the normal distribution: 95 % lie within. */
export const z95 = 1.959963984540054;

/** Wilson's score interval of a share, 95 %. */
function wilson({ units, count }: Sample): readonly [low: number, high: number] {
  const share = count / units;
  const square = z95 * z95;
  const centre = share + square / (2 * units);
  const reach = z95 * Math.sqrt((share * (1 - share)) / units + square / (4 * units * units));
  const scale = 1 + square / units;
  return [(centre - reach) / scale, (centre + reach) / scale];
}

/** Newcombe's hybrid score interval of the difference of two shares, a less b, 95 % (1998, method 10). */
export function newcombe(a: Sample, b: Sample): { readonly low: number; readonly high: number } {
  const [p, q] = [a.count / a.units, b.count / b.units];
  const [[lowA, highA], [lowB, highB]] = [wilson(a), wilson(b)];
  return {
    low: p - q - Math.hypot(p - lowA, highB - q),
    high: p - q + Math.hypot(highA - p, q - lowB),
  };
}
