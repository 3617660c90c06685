import type { CsvError } from 'csv-parse';
import { Failure } from '../../base/errors.ts';
import { checkColumns, longestRow, sizeText } from '../declare/file-limits.ts';
import { removeProtection } from '../files/formula-protection.ts';
import type { RowSource, SourceRow } from './row-source.ts';
import type { SourceFile } from './source-file.ts';

/** CSV as people have it: any line endings, quoted delimiters and line breaks, rows of any length. */
export async function delimitedRows(
  file: SourceFile,
  delimiter: string,
  {
    skipped,
    isProtected,
  }: {
    /** Lines in front of the header. */
    skipped: number;
    /** Cells may have been protected from being formulas, as a file of ours is. */
    isProtected: boolean;
  },
): Promise<RowSource> {
  const read = isProtected ? withoutProtection : (cells: string[]) => cells;
  const batches = records(file, { delimiter, from_line: skipped + 1 });
  const begun: string[][] = [];
  // The header, and a row to show what is in the columns; a short file comes only with its end.
  while (begun.length < 2) {
    const { done, value } = await batches.next();
    if (done) break;
    begun.push(...value.map(read));
  }
  const header = begun.shift() ?? [];
  checkColumns(file.name, header.length);
  async function* rows(): AsyncGenerator<readonly SourceRow[]> {
    let number = 1;
    const numbered = (cells: string[]): SourceRow => {
      number += 1;
      return { number, cells };
    };
    yield begun.map(numbered);
    for await (const batch of batches) yield batch.map((cells) => numbered(read(cells)));
  }
  const headers = header.map((name) => name.trim());
  return { format: formatOf(delimiter), delimiter, headers, sample: begun[0] ?? [], rows };
}

const tooLong = 'CSV_MAX_RECORD_SIZE';

const formatOf = (delimiter: string): string =>
  delimiter === '\t' ? 'TSV' : delimiter === ',' ? 'CSV' : `CSV with "${delimiter}" between the columns`;

/** In their place: most rows have nothing to take off, and a million of them are read. */
function withoutProtection(cells: string[]): string[] {
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] ?? '';
    if (cell.includes("'")) cells[at] = removeProtection(cell);
  }
  return cells;
}

async function* records(
  file: SourceFile,
  options: { delimiter: string; from_line: number },
): AsyncGenerator<string[][]> {
  const { Parser } = await import('csv-parse');
  let taken: string[][] = [];
  let count = 0;
  /** Records are taken as they are made: a stream of objects in between costs a tenth more. */
  class RecordParser extends Parser {
    override push(record: string[] | null): boolean {
      if (record !== null) {
        taken.push(record);
        count += 1;
      }
      return record === null ? super.push(null) : true;
    }
  }
  const parser = new RecordParser({
    ...options,
    // All of them in one file: parts of it come from different machines.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: longestRow,
  });
  let failed: unknown;
  parser.on('error', (error) => {
    failed ??= error;
  });
  const step = (work: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) =>
      work((error) =>
        error || failed ? reject(malformed(file.name, error ?? failed, count + 1)) : resolve(),
      ),
    );
  let pending = 0;
  for await (const piece of file.text()) {
    await step((done) => parser.write(piece, done));
    pending = taken.length === 0 ? pending + piece.length : 0;
    // The parser counts no delimiters.
    if (pending > longestRow) throw malformed(file.name, { code: tooLong }, count + 1);
    if (taken.length === 0) continue;
    yield taken;
    taken = [];
  }
  await step((done) => {
    parser.once('finish', () => done()).once('error', done);
    parser.end();
  });
  if (taken.length > 0) yield taken;
}

/** `row` is the one under way: the line of an error may be far behind the quote that was its cause. */
function malformed(name: string, error: unknown, row: number): Failure {
  const { code, lines, message } = error as CsvError & { lines?: number };
  const line = lines === undefined || code === 'CSV_QUOTE_NOT_CLOSED' ? '' : `, line ${lines}`;
  return new Failure(
    'malformed_file',
    `${name} cannot be read at row ${row}${line}: ${plainReason(code, message)}`,
    {
      hint: 'Mend that row; a field that holds a quote, a comma or a line break stands in double quotes, and quotes in it are doubled.',
      cause: error,
    },
  );
}

function plainReason(code: string | undefined, message: string): string {
  if (code === tooLong) return `it is longer than ${sizeText(longestRow)}.`;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quoted field is never closed.';
  if (code === 'INVALID_OPENING_QUOTE') return 'a quote stands inside a field that is not quoted.';
  if (code === 'CSV_INVALID_CLOSING_QUOTE') return 'something follows the closing quote of a field.';
  return message;
}
