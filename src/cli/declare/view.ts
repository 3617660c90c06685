/** A value a person reads. Times are RFC 3339 strings in a `time` column; money is formatted where the cell is made. */
export type Cell = string | number | bigint | boolean | null | undefined;

/** Header, how to read the value off a row, and how to draw it: numbers are aligned right, times are shortened, ids are not cut. */
export type Column<T> = readonly [
  header: string,
  value: (row: T) => Cell,
  kind?: 'text' | 'number' | 'time' | 'id',
];

/**
 * What a person sees of a command's data: plain values, drawn by the renderer. Nothing here is escaped yet;
 * the renderer escapes every text, wherever it came from.
 */
export type View =
  | {
      readonly kind: 'table';
      readonly columns: readonly Column<never>[];
      readonly rows: readonly unknown[];
      readonly empty: string;
    }
  | { readonly kind: 'record'; readonly fields: readonly (readonly [label: string, value: Cell])[] }
  /** A line or paragraph of ours. */
  | { readonly kind: 'text'; readonly text: string }
  /** Text of ours that is laid out already (help, a script): printed as it is, whatever the stream. */
  | { readonly kind: 'verbatim'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  /** Text by a stranger: wrapped, behind a gutter that it cannot imitate. */
  | { readonly kind: 'quote'; readonly text: string }
  | {
      readonly kind: 'bars';
      readonly bars: readonly { readonly label: string; readonly value: number; readonly note?: string }[];
    }
  | { readonly kind: 'stack'; readonly views: readonly View[] };

export const table = <T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  empty = 'Nothing to show.',
): View => ({
  kind: 'table',
  rows,
  columns: columns as readonly Column<never>[],
  empty,
});
/** Label and value, a line each; fields whose value is undefined are left out. */
export const record = (...fields: (readonly [label: string, value: Cell])[]): View => ({
  kind: 'record',
  fields,
});
export const text = (value: string): View => ({ kind: 'text', text: value });
export const verbatim = (value: string): View => ({ kind: 'verbatim', text: value });
export const heading = (value: string): View => ({ kind: 'heading', text: value });
export const quote = (value: string): View => ({ kind: 'quote', text: value });
export const bars = (...items: { label: string; value: number; note?: string }[]): View => ({
  kind: 'bars',
  bars: items,
});
export const stack = (...views: View[]): View => ({ kind: 'stack', views });
