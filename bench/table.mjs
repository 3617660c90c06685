// The table of `npm run bench`: job, figure, budget, best peer. A file that run.mjs starts adds its lines to it; a file
// that is run alone prints its own text.
import { writeSync } from 'node:fs';

export const tableLine = (job, figure, { budget = '', peer = '', isOver = false } = {}) =>
  [job.padEnd(48), figure.padStart(18), budget.padStart(12), `  ${peer}`, isOver ? '  EXCEEDED' : '']
    .join('')
    .trimEnd();

/** Where run.mjs reads the lines of the table from. */
const tableFile = 3;

export function row(job, figure, more) {
  if (process.env.BENCH_TABLE) writeSync(tableFile, `${tableLine(job, figure, more)}\n`);
}
