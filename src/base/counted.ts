import { grouped } from './grouped.ts';

/** `1 lead`, `2,000 leads`, `0 leads`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${plural(count, one, many)}`;

/** The word alone, where the number stands elsewhere: `is` or `are`. */
export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);
