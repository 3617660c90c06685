import { addressProblem } from '../../contract/checks/email-address.ts';
import { namedField } from '../../domain/lead-file/lead-fields.ts';

/** Where the header of a file begins, and what is between its columns. */
export interface HeaderPlace {
  /** Characters in front of it. */
  readonly from: number;
  /** Lines in front of it, as an editor counts them. */
  readonly lines: number;
  /** Rows in front of it, as a spreadsheet counts them. */
  readonly rows: number;
  readonly delimiter: string;
}

/** Products write a few lines in front of the header, and none writes more. */
const mostLines = 20;
const longestLine = 20_000;

/**
 * The line of a file that is its header: the first with anything in it, unless a longer one, at most twenty lines below,
 * holds the names of the address and of another field. No line is skipped that could be a lead: one with an address, or
 * with as many values as the header. Unless it is given, the delimiter is what splits that line into most columns.
 */
export function headerPlace(text: string, delimiter: string | undefined): HeaderPlace {
  const between = delimiter === undefined ? delimiters : [delimiter];
  let first: HeaderPlace | undefined;
  let most = 0;
  let rows = 0;
  let lines = 0;
  for (const { from, text: row } of rowsOf(text)) {
    const readings: string[][] = [];
    let longest = 0;
    let widest = { sign: '', width: 0 };
    for (const sign of between) {
      const cells = [...quotedOrBare(row, sign)];
      if (cells.length > widest.width) widest = { sign, width: cells.length };
      const filled = cells.map((cell) => cell.trim()).filter(Boolean);
      longest = Math.max(longest, filled.length);
      readings.push(filled);
    }
    const place = { from, lines, rows, delimiter: widest.sign };
    if (longest > 0) first ??= place;
    if (readings.some((cells) => isHeader(cells) && cells.length > most)) return place;
    if (rows === mostLines || readings.some(holdsAddress)) break;
    // `Company,Lumen` above a report; the header of a file without addresses would be as long as its rows.
    most = Math.max(most, readings.some((cells) => cells.some(namedField)) ? longest + 1 : longest);
    rows += 1;
    lines += row.split(/\r\n?|\n/).length;
  }
  return first ?? { from: 0, lines: 0, rows: 0, delimiter: delimiter ?? ',' };
}

const isHeader = (cells: readonly string[]): boolean => {
  const fields = new Set(cells.map(namedField));
  fields.delete(undefined);
  return fields.size > 1 && fields.has('email');
};

/** Alone in a cell, or among other words: `Ann Berg <ann@acme.example>`. */
const holdsAddress = (cells: readonly string[]): boolean =>
  cells.some((cell) => cell.split(/[\s<>()"',;:|]+/).some((word) => addressProblem(word) === undefined));

/** Lenient, as a note may hold any sign. */
function* quotedOrBare(row: string, sign: string): Iterable<string> {
  let cell = '';
  let isQuoted = false;
  for (const character of row) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === sign && !isQuoted) {
      yield cell;
      cell = '';
    } else cell += character;
  }
  yield cell;
}

/** The first lines of a text; one whose quotes are not closed goes on in the next. */
function* rowsOf(text: string): Iterable<{ from: number; text: string }> {
  const end = /\r\n?|\n/g;
  for (let from = 0; from < text.length && from < longestLine * mostLines; ) {
    let to = from;
    do {
      end.lastIndex = to;
      const found = end.exec(text);
      to = found === null ? text.length : end.lastIndex;
    } while (to < text.length && to - from < longestLine && isOpen(text.slice(from, to)));
    yield { from, text: text.slice(from, to).replace(/(?:\r\n?|\n)$/, '') };
    from = to;
  }
}

/** A quote that begins a cell and is not closed; others are signs like any. */
const isOpen = (row: string): boolean => /(?:^|[,;\t|])\s*"/.test(row) && row.split('"').length % 2 === 0;

const delimiters = [',', ';', '\t', '|'] as const;

/** Sample length for detecting the delimiter, and whether the first line is JSON. */
const enough = 128 * 1024;

export async function beginningOf(text: AsyncIterable<string>): Promise<string> {
  let beginning = '';
  for await (const piece of text) {
    beginning += piece;
    if (beginning.length >= enough) break;
  }
  return beginning;
}
