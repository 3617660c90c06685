import { counted, firstOf, grouped, plural } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import { advise } from '../../../cli/advice/advise.ts';
import { lineOf, pattern } from '../../../cli/advice/line-of.ts';
import { isLeftOut, leftOutKinds } from '../../../domain/lead-file/lead-maker.ts';
import {
  isAddress,
  isBefore,
  type Mapping,
  mapOption,
  quoted,
} from '../../../domain/lead-file/lead-mapping.ts';
import type { Verdict } from '../../../domain/lead-file/lead-rows.ts';
import type { LeadFileChoices } from './open-lead-file.ts';

/** What became of the rows, a line for each kind that occurs, with a few row numbers to look at. */
export function describeVerdict(verdict: Verdict, mapping: Mapping): string[] {
  const { read, valid, replaced, replacedRows, empty, trimmed, several } = verdict;
  const lines = [`${rows(read)} read: ${counted(valid, 'lead')}.`];
  for (const { kind, count, rows: some } of verdict.rejects)
    if (kind === 'no address')
      lines.push(
        `${rows(count)} ${plural(count, 'has', 'have')} no email address: ${rowNumbers(count, some)}.`,
      );
    else if (kind === 'forgotten')
      lines.push(
        `${rows(count)} left out, forgotten before: ${rowNumbers(count, some)}; --keep forgotten takes ${plural(count, 'it', 'them')}.`,
      );
    else if (!isLeftOut(kind))
      lines.push(
        `${rows(count)} rejected, ${kind}: ${firstFew(count, some, ({ row, reason }) => `row ${row} (${reason})`)}.`,
      );
  lines.push(...describeLeftOut(verdict));
  for (const [column, count] of verdict.spares) lines.push(describeSpare(column, count, mapping));
  if (replaced > 0)
    lines.push(
      `${counted(replaced, 'duplicate')}: the later row wins (${firstFew(replaced, replacedRows, ({ row, by }) => `row ${by} over row ${row}`)}).`,
    );
  if (empty > 0) lines.push(`${counted(empty, 'empty row')} skipped.`);
  if (trimmed > 0) lines.push(`Trimmed spaces from ${counted(trimmed, 'address', 'addresses')}.`);
  if (several > 0) lines.push(`${rows(several)} with several addresses in one cell: the first is used.`);
  return lines;
}

/** Rows that their own columns say to leave out, in one line. Who plainly opted out can be blocked: another line counts them. */
function describeLeftOut({ rejects, sources, doubtful }: Verdict): string[] {
  const counts: string[] = [];
  let total = 0;
  let way = '';
  for (const wanted of leftOutKinds)
    for (const { kind, count, rows } of rejects) {
      if (kind !== wanted) continue;
      const columns = [...(sources.get(kind) ?? [])].map(quoted);
      const by = columns.length === 0 ? '' : ` by ${firstOf(columns, 3)}`;
      const what = kind === 'opted-out' ? 'opted out' : 'invalid';
      const vague = kind === 'opted-out' && doubtful > 0 ? `; ${grouped(doubtful)} not plainly` : '';
      counts.push(`${grouped(count)} ${what}${by} (${rowNumbers(count, rows)}${vague})`);
      total += count;
      if (kind === 'known-invalid') way = '; --keep invalid takes the invalid ones';
    }
  return total === 0 ? [] : [`${rows(total)} left out: ${counts.join(', ')}${way}.`];
}

/** Rows that another column could fill; it does so only where the person says it, as it may hold private addresses. */
function describeSpare(column: string, count: number, mapping: Mapping): string {
  const used = mapping.filter(isAddress).map(({ name }) => name);
  const options = [...used, column].map((header) => mapOption(header, 'email')).join(' ');
  return `${rows(count)} of these ${plural(count, 'has', 'have')} an address in ${quoted(column)}: ${options} uses it where the first is empty.`;
}

/** Domains like gmial.com: their rows are imported, and an audit shows them. */
export function describeMisspelt(
  { misspelt: { count, first } }: Verdict,
  { file, map, variables, delimiter, encoding }: LeadFileChoices,
): string | undefined {
  if (count === 0) return undefined;
  const audit = lineOf(advise('leads audit', { file, map, variables, delimiter, encoding }));
  const how = file === '-' ? ', with the same rows' : '';
  return `${rows(count)} ${plural(count, 'has', 'have')} a domain that looks misspelt, such as ${first}. To see them${how}: ${audit}`;
}

const rows = (count: number): string => counted(count, 'row');

const rowNumbers = (count: number, some: readonly { readonly row: number }[]): string =>
  firstFew(count, some, ({ row }) => `row ${row}`);

function firstFew<T>(count: number, some: readonly T[], text: (example: T) => string): string {
  const shown = some.map(text).join(', ');
  return count > some.length ? `${shown} and ${grouped(count - some.length)} more` : shown;
}

/** For a file without a row; that of old values may have rows without one. */
export function noRowsIn(file: string, headers: readonly string[]): Failure {
  return isBefore(headers)
    ? new Failure('no_valid_rows', `${file} has no old value to put back, so nothing was sent.`, {
        hint: `It lists fields that were empty, and people who were new. To empty a field: ${pattern('leads update')} with its option and "". To delete a person: ${pattern('leads delete')}`,
      })
    : new Failure('no_valid_rows', `${file} contains no rows of leads, so nothing was sent.`);
}

/** Why nothing is sent: no row can become a lead, or every row has to and one cannot. */
export function uselessness(
  file: string,
  { valid, rejected, read, empty }: Verdict,
  { headers, strict, failOnRejects }: { headers: readonly string[]; strict: boolean; failOnRejects: boolean },
): Failure | undefined {
  if (valid === 0 && read === empty) return noRowsIn(file, headers);
  // With --fail-on-rejects it ends as with some rejected rows.
  if (valid === 0 && (strict || !failOnRejects))
    return new Failure('no_valid_rows', `No row of ${file} can become a lead, so nothing was sent.`);
  if (strict && rejected > 0)
    return new Failure('rejected_rows', `${rows(rejected)} cannot become leads, so nothing was sent.`);
  return undefined;
}
