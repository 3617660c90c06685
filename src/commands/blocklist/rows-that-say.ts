import { Failure } from '../../base/errors.ts';
import { removeProtection } from '../../cli/files/formula-protection.ts';
import type { RowFile } from '../../cli/input/read-rows.ts';
import { ColumnTally } from '../../domain/lead-file/saying-columns.ts';

const words = { 'opted-out': 'out', invalid: 'invalid' } as const;

/** The rows whose own columns say so. Throws `usage` where no column says anything of the kind. */
export function rowsThatSay({ name, headers, rows }: RowFile, only: keyof typeof words): RowFile['rows'] {
  const known = headers.map(removeProtection);
  const tally = new ColumnTally(known);
  for (const { cells } of rows) tally.take(cells.map(removeProtection));
  const columns = tally.columns(known);
  if (columns.length === 0)
    throw new Failure(
      'no_such_column',
      `No column of ${name} says who opted out, or what a verifier found.`,
      {
        hint: 'Such a column is known by its name and its values, like "ZeroBounce Status" or "Email Opt Out".',
      },
    );
  return rows.filter(({ cells }) =>
    columns.some(({ at, say }) => say(removeProtection(cells[at] ?? '')) === words[only]),
  );
}
