import type { RejectKind, Verdict } from '../../domain/lead-rows.ts';

/** What became of the rows, a line for each kind that occurs, with a few row numbers to look at. */
export function describeVerdict(verdict: Verdict): string[] {
  const lines = [`${rows(verdict.read)} read, ${verdict.leads.length} of them leads.`];
  for (const kind of ['malformed address', 'no address', 'wrong number of columns'] satisfies RejectKind[]) {
    const rejects = verdict.rejects.filter((reject) => reject.kind === kind);
    if (rejects.length > 0) {
      lines.push(
        `${rows(rejects.length)} rejected, ${kind}: ${some(rejects.map(({ row, reason }) => `row ${row.number} (${reason})`))}.`,
      );
    }
  }
  if (verdict.replaced.length > 0) {
    const pairs = verdict.replaced.map(({ row, by }) => `row ${row} by row ${by}`);
    lines.push(
      `${rows(verdict.replaced.length)} replaced, the address stands again further down: ${some(pairs)}.`,
    );
  }
  if (verdict.empty > 0) lines.push(`${rows(verdict.empty)} passed over, nothing in them.`);
  if (verdict.trimmed > 0)
    lines.push(`${verdict.trimmed} addresses had spaces around them, which were removed.`);
  return lines;
}

const rows = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);

const some = (parts: readonly string[]): string =>
  parts.length <= 3 ? parts.join(', ') : `${parts.slice(0, 3).join(', ')} and ${parts.length - 3} more`;
