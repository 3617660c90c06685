/** A value that is not text, and how JSON writes it. */
export interface JsonValue {
  readonly text: string;
  readonly value: unknown;
}

export interface SourceRow {
  /** As a spreadsheet numbers it: the header is row 1. A line of NDJSON, or an item of a JSON list, from 1. */
  readonly number: number;
  readonly cells: readonly (string | JsonValue)[];
  /** What is wrong with a cell already before anything is made of it. */
  readonly fault?: { readonly at: number; readonly reason: string };
}

/** The rows of a file, some at a time, in order. */
export interface RowSource {
  /** `CSV separated by ;`, `NDJSON`: for people. */
  readonly format: string;
  /** What separates the columns, where something does. */
  readonly delimiter?: string;
  /** Grows while rows are read where objects bring new fields; every row has a cell for each that was known with it. */
  readonly headers: readonly string[];
  /** The cells of the first row, to show what is in the columns; empty where there is none. */
  readonly sample: SourceRow['cells'];
  rows(): AsyncGenerator<readonly SourceRow[]>;
}
