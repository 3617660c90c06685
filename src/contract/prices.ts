/** What counts as a price or an amount of money in an answer: anything else is unknown, and no ceiling allows what is unknown. */

/** Of one person, credit, check or domain. What costs less, or nothing, would pass every ceiling. */
export const priceRange = { min: 0.0001, max: 1_000_000 };
/** Above it a number holds no millionths. */
const mostAmount = 1_000_000_000;

/** What a field that is marked as a price says; undefined where that is no price. */
export const knownPrice = (said: unknown): number | undefined =>
  typeof said === 'number' && said >= priceRange.min && said <= priceRange.max ? said : undefined;

/** A total as an answer says it; nothing is known only where it is for nothing: `counts` are all 0. */
export function knownAmount(said: unknown, ...counts: readonly unknown[]): number | undefined {
  if (typeof said !== 'number' || !(said >= 0 && said <= mostAmount)) return undefined;
  return said > 0 || counts.every((count) => count === 0) ? said : undefined;
}

/** What is unknown of one part is unknown of the sum. */
export const knownSum = (parts: readonly (number | undefined)[]): number | undefined =>
  parts.reduce((sum, part) => (sum === undefined || part === undefined ? undefined : sum + part), 0);
