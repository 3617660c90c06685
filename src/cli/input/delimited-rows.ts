import type { CsvError } from 'csv-parse';
import { Failure } from '../../contract/errors.ts';
import type { RowSource, SourceRow } from './row-source.ts';
import type { SourceFile } from './source-file.ts';

/** CSV as people have it: any line ending, quoted delimiters and line breaks, rows of any length. */
export async function delimitedRows(file: SourceFile, delimiter: string): Promise<RowSource> {
  const batches = records(file, delimiter);
  const first = await batches.next();
  const [header = [], ...begun] = first.done ? [] : first.value;
  async function* rows(): AsyncGenerator<readonly SourceRow[]> {
    let number = 1;
    const numbered = (cells: string[]): SourceRow => {
      number += 1;
      return { number, cells };
    };
    yield begun.map(numbered);
    for await (const batch of batches) yield batch.map(numbered);
  }
  return { format: formatOf(delimiter), headers: header.map((name) => name.trim()), rows };
}

const formatOf = (delimiter: string): string =>
  delimiter === '\t' ? 'TSV' : delimiter === ',' ? 'CSV' : `CSV with "${delimiter}" between the columns`;

async function* records(file: SourceFile, delimiter: string): AsyncGenerator<string[][]> {
  const { Parser } = await import('csv-parse');
  let taken: string[][] = [];
  /** Records are taken as they are made: a stream of objects in between costs a tenth more. */
  class RecordParser extends Parser {
    override push(record: string[] | null): boolean {
      if (record !== null) taken.push(record);
      return record === null ? super.push(null) : true;
    }
  }
  const parser = new RecordParser({ delimiter, relax_column_count: true, skip_empty_lines: false });
  let failed: unknown;
  parser.on('error', (error) => {
    failed ??= error;
  });
  const step = (work: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) =>
      work((error) => (error || failed ? reject(malformed(file.name, error ?? failed)) : resolve())),
    );
  for await (const piece of file.text()) {
    await step((done) => parser.write(piece, done));
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

function malformed(name: string, error: unknown): Failure {
  const { code, lines, message } = error as CsvError & { lines?: number };
  return new Failure(
    'usage',
    `${name} cannot be read${lines === undefined ? '' : ` at line ${lines}`}: ${plainReason(code, message)}`,
    {
      code: 'malformed_file',
      hint: 'Mend that line; a field that holds a quote, a comma or a line break stands in double quotes, and quotes in it are doubled.',
      cause: error,
    },
  );
}

export function plainReason(code: string | undefined, message: string): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quoted field is never closed.';
  if (code === 'INVALID_OPENING_QUOTE') return 'a quote stands inside a field that is not quoted.';
  if (code === 'CSV_INVALID_CLOSING_QUOTE') return 'something follows the closing quote of a field.';
  return message;
}
