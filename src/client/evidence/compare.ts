/** `perhaps`: it may come of the call, but what would tell is missing; only a person can say. */
export type Fit = boolean | 'perhaps';

/** The worst of several: one that does not fit is enough. */
export function all(...fits: readonly Fit[]): Fit {
  if (fits.includes(false)) return false;
  return fits.includes('perhaps') ? 'perhaps' : true;
}

export const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Ids are numbers, long numbers or digits in a string: the same digits are the same id. */
export const same = (left: unknown, right: unknown): boolean =>
  isGiven(left) && isGiven(right) && plain(left) === plain(right);

/** A field that the spec lets the service leave out: a missing field does not count against it. */
export const fits = (found: unknown, wanted: unknown): Fit =>
  !isGiven(found) || !isGiven(wanted) || plain(found) === plain(wanted);

/** Lists whose order and repetitions say nothing; a service may tidy them, so that a difference is only a doubt. */
export function fitsList(found: unknown, wanted: unknown): Fit {
  if (!Array.isArray(found) || !Array.isArray(wanted)) return true;
  return asSet(found) === asSet(wanted) || 'perhaps';
}

const asSet = (list: readonly unknown[]): string =>
  [...new Set(list.map((value) => plain(value).toLowerCase()))].sort().join('\n');

const plain = (value: unknown): string => String(value).trim();
