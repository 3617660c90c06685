import { counted, grouped, plural } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import type { FailureCode } from '../../../base/failure-codes.ts';
import type { Mapping } from '../../../domain/lead-file/lead-mapping.ts';
import type { Tally, Verdict } from '../../../domain/lead-file/lead-rows.ts';
import type { Reasons } from './import-result.ts';
import { choiceOf } from './mapping.ts';

/** What became of the rows, a line for each kind that occurs, with a few row numbers to look at. */
export function describeVerdict(verdict: Verdict): string[] {
  const lines = [
    `${rows(verdict.read)} read, ${grouped(verdict.valid)} of them ${plural(verdict.valid, 'a lead', 'leads')}.`,
  ];
  for (const [kind, tally] of verdict.rejects)
    lines.push(
      `${rows(tally.count)} rejected, ${kind}: ${some(tally, ({ row, reason }) => `row ${row} (${reason})`)}.`,
    );
  if (verdict.replaced.count > 0) {
    const which = some(verdict.replaced, ({ row, by }) => `row ${row} by row ${by}`);
    lines.push(`${rows(verdict.replaced.count)} replaced, the address stands again further down: ${which}.`);
  }
  if (verdict.empty > 0) lines.push(`${rows(verdict.empty)} passed over, nothing in them.`);
  if (verdict.trimmed > 0)
    lines.push(
      `${counted(verdict.trimmed, 'address', 'addresses')} had spaces around them, which were removed.`,
    );
  return lines;
}

const rows = (count: number): string => counted(count, 'row');

function some<T>({ count, some }: Tally<T>, text: (example: T) => string): string {
  const shown = some.map(text).join(', ');
  return count > some.length ? `${shown} and ${grouped(count - some.length)} more` : shown;
}

/** The same as data. */
export const reasonsOf = (verdict: Verdict, mapping: Mapping): Reasons => ({
  mapping: mapping.map(({ header, use }) => ({ column: header, becomes: choiceOf(use) })),
  rejects: [...verdict.rejects].map(([kind, { count, some }]) => ({ kind, count, rows: some })),
  replacedRows: verdict.replaced.some,
});

/** Throws `usage` where no row can become a lead, or where every row has to and one cannot. */
export function refuseUseless(
  file: string,
  { valid, rejected, read, empty }: Verdict,
  { strict, rejectsFile, reasons }: { strict: boolean; rejectsFile: string | null; reasons: Reasons },
): void {
  const hint = rejectsFile === null ? undefined : `${rejectsFile} says why, row by row.`;
  const refuse = (message: string, code: FailureCode) =>
    new Failure(code, `${message}, so nothing was sent.`, { hint, extra: { ...reasons } });
  if (valid === 0 && read === empty) throw refuse(`${file} holds no rows of leads`, 'no_valid_rows');
  if (valid === 0) throw refuse(`No row of ${file} can become a lead`, 'no_valid_rows');
  if (strict && rejected > 0) throw refuse(`${rows(rejected)} cannot become leads`, 'rejected_rows');
}
