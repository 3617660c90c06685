import type { FaultCount, LeadFault } from '../../../domain/launch/lead-faults.ts';
import { type Finding, mostExamples } from '../../../domain/launch/problem.ts';

/** So many row numbers of a problem are listed. */
const mostRows = 100;

interface Found {
  readonly row: number;
  readonly example: string;
}

interface RowCase extends FaultCount {
  readonly found: readonly Found[];
}

/** Counts the faults of rows, case by case, with the numbers of the first rows; it keeps no row. */
export class RowTally {
  readonly #cases = new Map<string, { fault: LeadFault; count: number; found: Found[] }>();

  add(fault: LeadFault, found: Found): void {
    const key = `${fault.rule} ${fault.detail ?? ''}`;
    const known = this.#cases.get(key) ?? { fault, count: 0, found: [] };
    if (known.count === 0) this.#cases.set(key, known);
    known.count += 1;
    if (known.found.length < mostRows) known.found.push(found);
  }

  cases(): RowCase[] {
    return [...this.#cases.values()].map((one) => ({ ...one, examples: firstRows([one]).examples }));
  }
}

export function firstRows(
  cases: readonly Pick<RowCase, 'found'>[],
): Pick<Finding, 'examples'> & { rows: number[] } {
  const found = cases
    .flatMap((one) => one.found)
    .sort((a, b) => a.row - b.row)
    .slice(0, mostRows);
  const [examples, rows]: [string[], number[]] = [[], []];
  for (const { row, example } of found) {
    rows.push(row);
    if (examples.length < mostExamples) examples.push(example);
  }
  return { examples, rows };
}
