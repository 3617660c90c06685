import { type Cell, type Row, textOf } from '../../domain/lead-file/row.ts';

/** The rows of a file, some at a time, in order. */
export interface RowSource {
  /** `CSV separated by ;`, `NDJSON`: for people. */
  readonly format: string;
  /** What separates the columns, where something does. */
  readonly delimiter?: string;
  /** Grows while rows are read where objects bring new fields; every row has a cell for each that was known with it. */
  readonly headers: readonly string[];
  /** Notes and empty lines in front of the header. */
  readonly linesBefore: number;
  /** The first value of each column, to judge what is in it; empty where the first rows have none. */
  readonly sample: readonly string[];
  /** Of the first rows the one that has most columns filled: values that belong together, to be shown. */
  readonly sampleRow: readonly string[];
  rows(): AsyncGenerator<readonly Row[]>;
}

const looked = 100;
const longestSample = 500;

/** What shows the columns of a file, so many as the header has. */
export function samplesOf(rows: readonly (readonly Cell[])[], width: number) {
  const filled = (cells: readonly Cell[]) => cells.filter((cell) => textOf(cell).trim() !== '').length;
  const fitting = rows.slice(0, looked).filter(({ length }) => length <= width);
  const [row = []] = fitting.sort((a, b) => filled(b) - filled(a));
  const sampleRow = row.map((cell) => textOf(cell).slice(0, longestSample).trim());
  return { sample: sampleOf(rows), sampleRow };
}

/** Of each column the first value in the first rows; an address goes before others, as it shows what the column is for. */
function sampleOf(rows: readonly (readonly Cell[])[]): string[] {
  const sample: string[] = [];
  for (const cells of rows.slice(0, looked))
    for (const [at, cell] of cells.entries()) {
      const value = textOf(cell).slice(0, longestSample).trim();
      const before = sample[at] ?? '';
      sample[at] = before === '' || (value.includes('@') && !before.includes('@')) ? value : before;
    }
  return sample;
}
