import { isRecord } from '../../../base/is-record.ts';
import { rawText } from '../text/raw-text.ts';
import { jsonSafe } from '../text/safe-text.ts';

const escapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/**
 * One record, one line: tab and line breaks are escaped as in `\t`, other characters that act on a terminal as `\uXXXX`.
 * A backslash stays as it is: in a path of Windows, and in a list as JSON, which a parser can then read. Nothing is cut and
 * no time is shortened.
 */
export const tsvLine = (cells: readonly unknown[]): string => `${cells.map(tsvCell).join('\t')}\n`;

const tsvCell = (value: unknown): string =>
  jsonSafe(rawText(value).replace(/[\t\n\r]/g, (char) => escapes[char] ?? char));

/** A line for each field, name and value as in the data; `a.b` for what is nested, and a list as one JSON value. */
export function* recordLines(record: object, above = ''): Iterable<string> {
  for (const [name, value] of Object.entries(record)) {
    if (value === undefined) continue;
    if (isRecord(value) && Object.keys(value).length > 0) yield* recordLines(value, `${above}${name}.`);
    else yield tsvLine([`${above}${name}`, value]);
  }
}
