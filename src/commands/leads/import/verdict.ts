import { grouped } from '../../../contract/grouped.ts';
import type { Tally, Verdict } from '../../../domain/lead-rows.ts';

/** What became of the rows, a line for each kind that occurs, with a few row numbers to look at. */
export function describeVerdict(verdict: Verdict): string[] {
  const lines = [`${rows(verdict.read)} read, ${grouped(verdict.valid)} of them leads.`];
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
    lines.push(`${grouped(verdict.trimmed)} addresses had spaces around them, which were removed.`);
  return lines;
}

const rows = (count: number): string => (count === 1 ? '1 row' : `${grouped(count)} rows`);

function some<T>({ count, some }: Tally<T>, text: (example: T) => string): string {
  const shown = some.map(text).join(', ');
  return count > some.length ? `${shown} and ${grouped(count - some.length)} more` : shown;
}
