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
  /** Columns that have lists or objects in the first rows, and no text: no field takes those. */
  readonly nested: ReadonlySet<number>;
  rows(): AsyncGenerator<readonly Row[]>;
}

const looked = 100;
const longestSample = 500;

/**
 * What shows the columns of a file, so many as the header has. Of each column the first value in the first rows; an address
 * goes before others, as it shows what the column is for.
 */
export function samplesOf(rows: readonly (readonly Cell[])[], width: number) {
  const sample: string[] = [];
  const nested = new Set<number>();
  const plain = new Set<number>();
  let sampleRow: readonly string[] = [];
  let most = -1;
  for (const cells of rows.slice(0, looked)) {
    const values: string[] = [];
    let filled = 0;
    for (const [at, cell] of cells.entries()) {
      const value = textOf(cell).slice(0, longestSample).trim();
      values.push(value);
      if (value !== '') filled += 1;
      if (value !== '') (typeof cell === 'object' && typeof cell.value === 'object' ? nested : plain).add(at);
      const before = sample[at] ?? '';
      sample[at] = before === '' || (value.includes('@') && !before.includes('@')) ? value : before;
    }
    if (cells.length > width || filled <= most) continue;
    sampleRow = values;
    most = filled;
  }
  return { sample, sampleRow, nested: new Set([...nested].filter((at) => !plain.has(at))) };
}
