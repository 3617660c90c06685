import { addProtection } from '../../files/formula-protection.ts';
import { rawText } from '../text/raw-text.ts';

/** One record of RFC 4180: always quoted, CRLF. Only text is protected: a negative number is not a formula. */
export const csvLine = (cells: readonly unknown[]): string => delimitedLine(cells, ',');

/** The same with tabs in between: a TSV file, which is read like a CSV file. */
export const tsvFileLine = (cells: readonly unknown[]): string => delimitedLine(cells, '\t');

/** The same with another character in between. */
export const delimitedLine = (cells: readonly unknown[], delimiter: string): string =>
  `${cells.map(quoted).join(delimiter)}\r\n`;

function quoted(value: unknown): string {
  const raw = rawText(value);
  const text = typeof value === 'number' || typeof value === 'bigint' ? raw : addProtection(raw);
  return `"${text.replaceAll('"', '""')}"`;
}
