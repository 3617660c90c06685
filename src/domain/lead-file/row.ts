/** The content of one place of a row: text, or a JSON value where the file holds objects. Nothing is the empty text. */
export type Cell = string | JsonCell;

/** A value that is not text, and how JSON writes it. */
interface JsonCell {
  readonly text: string;
  readonly value: unknown;
}

export interface Row {
  /** As a spreadsheet numbers it: the header is row 1. A line of NDJSON, or an item of a JSON list, from 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
  /** What is wrong with a cell as it was read: a byte in another encoding. */
  readonly fault?: { readonly at: number; readonly reason: string };
}

export const textOf = (cell: Cell = ''): string => (typeof cell === 'string' ? cell : cell.text);

export const isEmpty = ({ cells }: Row): boolean =>
  cells.every((cell) => typeof cell === 'string' && cell.trim() === '');
