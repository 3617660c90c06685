import { rawText } from './cell.ts';

/**
 * Spreadsheets run a cell that begins like a formula, and lead names and replies are written by strangers (OWASP, CSV
 * injection). Each physical line of a cell that could begin one gets a `'` in front, blanks, controls and quotes before
 * the sign notwithstanding. Lines that only look as if they had been treated get one, too: so {@link unneutralise}
 * gives back exactly what went in.
 */
const blank = String.raw`'\0-\x09\x0b\x0c\x0e-\x20\x7f-\xa0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff`;
const risky = new RegExp(String.raw`^[${blank}]*[=+\-@\t\0＝＋－＠]`);
const onlyBlank = new RegExp(`^[${blank}]*$`);

/** Makes a cell harmless in a spreadsheet. */
export const neutralise = (cell: string): string => eachLine(cell, (line) => `'${line}`);

/** The exact inverse of {@link neutralise}, for whoever reads such a file. */
export const unneutralise = (cell: string): string =>
  eachLine(
    cell,
    (line) => line.slice(1),
    (line) => line.startsWith("'") && line.slice(1),
  );

function eachLine(
  cell: string,
  change: (line: string) => string,
  /** What to judge a line by; false leaves it alone. */
  judged: (line: string) => string | false = (line) => line,
): string {
  const parts = cell.split(/(\r\n|\r|\n)/);
  return parts
    .map((part, index) => {
      if (index % 2 === 1) return part;
      const line = judged(part);
      // A cell that begins with a line break is dangerous, too.
      const broken = index === 0 && parts.length > 1;
      return line !== false && (risky.test(line) || (broken && onlyBlank.test(line))) ? change(part) : part;
    })
    .join('');
}

/** One record of RFC 4180: always quoted, CRLF. Only text is neutralised: a negative number is no formula. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: unknown): string {
  const raw = rawText(value);
  const text = typeof value === 'number' || typeof value === 'bigint' ? raw : neutralise(raw);
  return `"${text.replaceAll('"', '""')}"`;
}
