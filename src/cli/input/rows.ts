import type { CsvError } from 'csv-parse';
import { Failure } from '../../contract/errors.ts';
import { decode } from './decode.ts';

/** A delimited file, read: its header and its data rows, numbered as a spreadsheet shows them by record (header = 1). */
export interface RowFile {
  readonly delimiter: string;
  readonly encoding: string;
  readonly headers: readonly string[];
  readonly rows: readonly { number: number; cells: readonly string[] }[];
}

const delimiters = [',', ';', '\t', '|'] as const;

/**
 * Reads CSV or TSV as people have it: byte-order mark, any line ending, quoted commas and line breaks.
 * Throws `usage` naming the file and the line where it is empty, binary, or not well formed.
 */
export async function readRowFile(name: string, bytes: Buffer, delimiter?: string): Promise<RowFile> {
  const { text, encoding } = decode(name, bytes);
  if (text.trim() === '') throw new Failure('usage', `${name} is empty.`, { code: 'empty_file' });
  const chosen = delimiter ?? detectDelimiter(text);
  const records = await parse(name, text, chosen);
  const [headers = [], ...rows] = records;
  return {
    delimiter: chosen,
    encoding,
    headers: headers.map((header) => header.trim()),
    rows: rows.map((cells, index) => ({ number: index + 2, cells })),
  };
}

async function parse(name: string, text: string, delimiter: string): Promise<string[][]> {
  const { parse } = await import('csv-parse/sync');
  try {
    return parse(text, { delimiter, relax_column_count: true, skip_empty_lines: false });
  } catch (error) {
    const { code, lines, message } = error as CsvError & { lines?: number };
    throw new Failure(
      'usage',
      `${name} cannot be read${lines === undefined ? '' : ` at line ${lines}`}: ${plainReason(code, message)}`,
      {
        code: 'malformed_file',
        hint: 'Mend that line; a field that holds a quote, a comma or a line break stands in double quotes, and quotes in it are doubled.',
        cause: error,
      },
    );
  }
}

function plainReason(code: string | undefined, message: string): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quoted field is never closed.';
  if (code === 'INVALID_OPENING_QUOTE') return 'a quote stands inside a field that is not quoted.';
  if (code === 'CSV_INVALID_CLOSING_QUOTE') return 'something follows the closing quote of a field.';
  return message;
}

/** The delimiter that splits the header line into most columns; a comma where none does. */
export function detectDelimiter(text: string): string {
  const header = firstRecord(text);
  let best: string = ',';
  let most = 0;
  for (const delimiter of delimiters) {
    const count = header.split(delimiter).length - 1;
    if (count > most) [best, most] = [delimiter, count];
  }
  return best;
}

/** The text up to the first line break outside of quotes, with quoted parts removed. */
function firstRecord(text: string): string {
  return (
    text
      .slice(0, 65_536)
      .replaceAll(/"(?:[^"]|"")*"/g, '""')
      .match(/^[^\r\n]*/)?.[0] ?? ''
  );
}
