import { counted } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { SpooledText } from '../../../cli/files/spooled-text.ts';
import { transfersOf } from '../../../cli/files/transfers.ts';
import { delimitedLine } from '../../../cli/output/formats/csv.ts';
import type { Mapping } from '../../../domain/lead-file/lead-mapping.ts';
import { type Cell, textOf } from '../../../domain/lead-file/row.ts';
import type { OpenLeadFile } from '../import/open-lead-file.ts';
import { objectFields } from '../import/rejects-file.ts';
import type { FixedRow, Fixing, LeftOutRow } from './audit-result.ts';
import type { RowFixer } from './row-fixer.ts';

/** So many rows are listed in the answer. */
const mostListed = 1000;
const mostShown = 20;

/** Writes the rows that can be sent, and says what was changed and left out. */
export async function writeFixed(
  context: Context,
  { leads, objects, source, mapping }: OpenLeadFile & { readonly mapping: Mapping },
  fixer: RowFixer,
  fix: string,
): Promise<Fixing> {
  const line = lineFor(fix, { objects, delimiter: source.delimiter ?? ',', mapping });
  const rows = new SpooledText(transfersOf(context.files.world).spool);
  const changed: Listed<FixedRow> = { count: 0, rows: [] };
  const leftOut: Listed<LeftOutRow> = { count: 0, rows: [] };
  let written = 0;
  try {
    await rows.add(line.header);
    await context.screen.progress(`Writing ${fix}`, async () => {
      for await (const some of leads.rows())
        for (const one of some.rows) {
          const outcome = fixer.outcome(one, some.mapping);
          if (outcome === undefined) continue;
          if ('leftOut' in outcome) {
            note(leftOut, outcome.leftOut);
            continue;
          }
          if (outcome.change) note(changed, outcome.change);
          written += 1;
          await rows.add(line.of(outcome.cells));
        }
    });
    if (written > 0) await context.files.writeFile(fix, rows.pieces(), { begins: line.header });
    const fixing = { fixed: { file: written > 0 ? fix : null, written, ...changed }, leftOut };
    sayFixing(context, fixing);
    return fixing;
  } finally {
    await rows.close();
  }
}

/** How a row is written: an object for an object unless the name says CSV, else cells with the same sign in between. */
function lineFor(
  name: string,
  { objects, delimiter, mapping }: { objects: boolean; delimiter: string; mapping: Mapping },
) {
  const [ending] = /\.(?:csv|tsv|tab)$/i.exec(name) ?? [];
  if (!objects && /\.(?:json|ndjson|jsonl)$/i.test(name))
    throw new Failure('invalid_value', `${name} is a name for JSON, and the rows are those of a table.`, {
      hint: 'Name the fixed file .csv or .tsv.',
    });
  if (objects && ending === undefined)
    return { header: '', of: (cells: readonly Cell[]) => `{${objectFields(cells, mapping).join(',')}}\n` };
  const between =
    ending === undefined || /csv/i.test(ending) ? (delimiter === '\t' && ending ? ',' : delimiter) : '\t';
  return {
    header: delimitedLine(
      mapping.map(({ header }) => header),
      between,
    ),
    of: (cells: readonly Cell[]) =>
      delimitedLine(
        mapping.map((_, at) => textOf(cells[at])),
        between,
      ),
  };
}

/** Rows to which the same was done: all are counted, and the first of them listed. */
interface Listed<T> {
  count: number;
  readonly rows: T[];
}

function note<T>(listed: Listed<T>, row: T): void {
  listed.count += 1;
  if (listed.rows.length < mostListed) listed.rows.push(row);
}

function sayFixing({ screen }: Context, { fixed, leftOut }: Fixing): void {
  const lines: { row: number; text: string }[] = [];
  for (const { row, from, to, why } of fixed.rows)
    lines.push({ row, text: `${from} becomes ${to} (${why})` });
  for (const { row, address, rule, reason } of leftOut.rows)
    lines.push({ row, text: `left out, ${rule}: ${address === '' ? '' : `${address}, `}${reason}` });
  lines.sort((a, b) => a.row - b.row);
  for (const { row, text } of lines.slice(0, mostShown)) screen.note(`Row ${row}: ${text}.`);
  const more = fixed.count + leftOut.count - mostShown;
  if (more > 0)
    screen.note(`${counted(more, 'more row')}: --json lists the first ${mostListed} of each kind.`);
  const changed = `${counted(fixed.count, 'row')} changed, ${counted(leftOut.count, 'row')} left out`;
  screen.note(
    fixed.file === null
      ? `No row is left to write: ${changed}.`
      : `${fixed.file} has ${counted(fixed.written, 'row')}: ${changed}.`,
  );
}
