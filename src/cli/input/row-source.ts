import type { Cell, Row } from '../../domain/lead-file/row.ts';

/** The rows of a file, some at a time, in order. */
export interface RowSource {
  /** `CSV separated by ;`, `NDJSON`: for people. */
  readonly format: string;
  /** What separates the columns, where something does. */
  readonly delimiter?: string;
  /** Grows while rows are read where objects bring new fields; every row has a cell for each that was known with it. */
  readonly headers: readonly string[];
  /** The cells of the first row, to show what is in the columns; empty where there is none. */
  readonly sample: readonly Cell[];
  rows(): AsyncGenerator<readonly Row[]>;
}
