import { rawText } from '../text/cell.ts';
import { jsonSafe } from '../text/safe-text.ts';

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/**
 * One record, one line: backslash, tab and line breaks are escaped as in `\t`, other characters that act on a terminal
 * as `\uXXXX`. Nothing is cut and no time is shortened.
 */
export const tsvLine = (cells: readonly unknown[]): string => `${cells.map(tsvCell).join('\t')}\n`;

const tsvCell = (value: unknown): string =>
  jsonSafe(rawText(value).replace(/[\\\t\n\r]/g, (char) => escapes[char] ?? char));
