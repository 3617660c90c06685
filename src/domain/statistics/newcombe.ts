import type { Sample } from './mid-p.ts';
import { distanceOf } from './normal.ts';

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
