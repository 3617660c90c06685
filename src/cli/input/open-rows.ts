import { Failure } from '../../base/errors.ts';
import { damagedRows } from './damaged-rows.ts';
import { delimitedRows } from './delimited-rows.ts';
import { beginningOf, headerPlace } from './header-place.ts';
import { objectRows } from './object-rows.ts';
import type { RowSource } from './row-source.ts';
import type { SourceFile } from './source-file.ts';

/** What programs that call it a CSV or Excel file write, and a login page in place of a download. */
const markup = /^\s*<(?:!doctype|!--|\?xml|(?:html|head|body|table|meta)[\s>])/i;

interface RowOptions {
  readonly delimiter?: string | undefined;
  /** Cells are as the file has them: a password may begin like a formula that was protected. */
  readonly isRaw?: boolean;
}

/**
 * Opens a file as rows: CSV with any delimiter, TSV, NDJSON, or a JSON list of objects, by what it begins with. Throws
 * `usage` naming file and line where it is not well formed, here or while rows are read.
 */
export async function openRows(file: SourceFile, options: RowOptions = {}): Promise<RowSource> {
  const source = await rowsOf(file, options);
  return file.isDamaged ? damagedRows(file.name, source) : source;
}

async function rowsOf(file: SourceFile, { delimiter, isRaw = false }: RowOptions): Promise<RowSource> {
  const head = await beginningOf(file.text());
  if (markup.test(head))
    throw new Failure('malformed_file', `${file.name} is an HTML or XML page, not a table of text.`, {
      hint: 'Open it in a spreadsheet, and save the sheet as CSV. A page to log in is not the file: download it again.',
    });
  if (
    delimiter === undefined &&
    !/\.(csv|tsv|tab)$/i.test(file.name) &&
    /^\s*(?:\{\s*["}]|\[\s*[{\]])/.test(head)
  )
    return objectRows(file, head);
  if (delimiter === undefined && /\.(json|ndjson|jsonl)$/i.test(file.name))
    throw new Failure('malformed_file', `${file.name} holds no JSON objects.`, {
      hint: 'A JSON file is a list of objects, or one object a line.',
    });
  // The line that tells Excel the delimiter: it is not a row.
  const [line = '', stated] = /^"?sep=(.)"?(?:\r\n?|\n)/i.exec(head) ?? [];
  const place = headerPlace(head.slice(line.length), delimiter ?? stated);
  return delimitedRows(file, {
    header: { ...place, from: line.length + place.from, lines: place.lines + (line === '' ? 0 : 1) },
    // Lines with tabs out of a pipe carry raw values; a TSV file is protected like a CSV file.
    isProtected: !isRaw && (place.delimiter !== '\t' || !file.isPiped),
  });
}
