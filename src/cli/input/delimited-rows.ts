import { Failure } from '../../base/errors.ts';
import type { Row } from '../../domain/lead-file/row.ts';
import { checkColumns } from '../declare/file-limits.ts';
import { removeProtection } from '../files/formula-protection.ts';
import type { HeaderPlace } from './header-place.ts';
import { MalformedRecord, RecordSplitter } from './record-splitter.ts';
import { type RowSource, samplesOf } from './row-source.ts';
import type { SourceFile } from './source-file.ts';

/** CSV as people have it: any line endings, quoted delimiters and line breaks, rows of any length. */
export async function delimitedRows(
  file: SourceFile,
  {
    header: place,
    isProtected,
  }: {
    /** What is in front of the header is skipped. */
    header: HeaderPlace;
    /** Cells may have been protected from being formulas, as a file of ours is. */
    isProtected: boolean;
  },
): Promise<RowSource> {
  const { delimiter } = place;
  const batches = records(file, place, isProtected);
  const begun: string[][] = [];
  // The header, and a row to show what is in the columns; a short file comes only with its end.
  while (begun.length < 2) {
    const { done, value } = await batches.next();
    if (done) break;
    begun.push(...value);
  }
  const header = begun.shift() ?? [];
  checkColumns(file.name, header.length);
  async function* rows(): AsyncGenerator<readonly Row[]> {
    let number = place.rows + 1;
    const numbered = (cells: string[]): Row => {
      number += 1;
      return { number, cells };
    };
    yield begun.map(numbered);
    for await (const batch of batches) yield batch.map(numbered);
  }
  const headers = header.map((name) => name.trim());
  return {
    format: formatOf(delimiter),
    delimiter,
    headers,
    linesBefore: place.rows,
    ...samplesOf(begun, headers.length),
    rows,
  };
}

const formatOf = (delimiter: string): string =>
  delimiter === '\t' ? 'TSV' : delimiter === ',' ? 'CSV' : `CSV with "${delimiter}" between the columns`;

/** In their place: most rows have nothing to take off, and a million of them are read. */
function removeProtections(records: readonly string[][]): void {
  for (const cells of records)
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at] ?? '';
      if (cell.includes("'")) cells[at] = removeProtection(cell);
    }
}

async function* records(
  file: SourceFile,
  place: HeaderPlace,
  isProtected: boolean,
): AsyncGenerator<readonly string[][]> {
  const splitter = new RecordSplitter(place.delimiter);
  let left = place.from;
  try {
    for await (const piece of file.text()) {
      const some = splitter.take(left === 0 ? piece : piece.slice(left));
      left = Math.max(0, left - piece.length);
      if (isProtected) removeProtections(some);
      yield some;
    }
    const last = splitter.end();
    if (isProtected) removeProtections(last);
    yield last;
  } catch (error) {
    if (!(error instanceof MalformedRecord)) throw error;
    const where = `row ${error.record + 1 + place.rows}, line ${error.line + place.lines}`;
    throw new Failure('malformed_file', `${file.name} cannot be read at ${where}: ${error.message}`, {
      hint: 'Fix that row: a field that holds a quote, a comma or a line break goes in double quotes, and quotes in it are doubled.',
    });
  }
}
