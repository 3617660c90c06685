/** `1 lead`, `2,000 leads`, `0 leads`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${plural(count, one, many)}`;

/** The word alone, where the number is elsewhere: `is` or `are`. */
export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);

/** `12,345.6`. Not `toLocaleString`: its tables take longer to load than most commands take to run. */
export const grouped = (n: number | string): string =>
  String(n).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');

/** `76.7%`, of a share of 1: one rounding for all screens. */
export const percent = (share: number): string => `${grouped((share * 100).toFixed(1))}%`;

/** `a, b and 3 more`: the first ones, and how many are left. */
export const firstOf = (names: readonly string[], most: number): string =>
  `${names.slice(0, most).join(', ')}${names.length > most ? ` and ${grouped(names.length - most)} more` : ''}`;

/** What a count can be: no share, not negative, and held exactly. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

export function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
