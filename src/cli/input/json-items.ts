import { Failure, messageOf } from '../../base/errors.ts';
import { fileLimits, longestRow, sizeText } from '../declare/file-limits.ts';
import type { SourceFile } from './source-file.ts';

interface JsonLine {
  readonly text: string;
  readonly number: number;
}

/** A value of a file, and where it is: `line 3`, `item 3`. */
export interface JsonItem {
  readonly number: number;
  readonly where: string;
  /** Throws what is wrong with its text. */
  value(): unknown;
}

/** What a file holds, some at a time: a value a line, or the list that it is, or holds as `items` or `leads`. */
export function jsonItems(
  file: SourceFile,
  head: string,
  parse: (text: string) => unknown,
): { format: string; items: AsyncGenerator<JsonItem[]> } {
  if (!isLines(head)) return { format: 'JSON', items: listItems(file, parse) };
  return { format: 'NDJSON', items: lineItems(file, parse) };
}

/** The first line with anything on it is an object for itself. */
function isLines(head: string): boolean {
  const line = head.trimStart().split('\n', 1)[0]?.trim() ?? '';
  if (!line.startsWith('{')) return false;
  try {
    const value: unknown = JSON.parse(line);
    return !(head.trim() === line && listIn(value) !== undefined);
  } catch {
    return false;
  }
}

const listIn = (value: unknown): unknown[] | undefined => {
  const { items, leads } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return [value, items, leads].find(Array.isArray);
};

async function* lineItems(file: SourceFile, parse: (text: string) => unknown): AsyncGenerator<JsonItem[]> {
  for await (const lines of linesOf(file))
    yield lines.map(({ text, number }) => ({ number, where: `line ${number}`, value: () => parse(text) }));
}

/** The lines with anything on them, some at a time. */
export async function* linesOf(file: SourceFile): AsyncGenerator<JsonLine[]> {
  let number = 0;
  let rest = '';
  for await (const text of file.text()) {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    if (rest.length > longestRow)
      throw new Failure(
        'malformed_file',
        `${file.name} cannot be read: line ${number + 1} is too long for one record.`,
        { hint: 'NDJSON has one object a line; a JSON file is a list of objects.' },
      );
    const lines: JsonLine[] = [];
    for (const part of parts) {
      number += 1;
      if (part.trim() !== '') lines.push({ text: part, number });
    }
    if (parts.length > 0) yield lines;
  }
  if (rest.trim() !== '') yield [{ text: rest, number: number + 1 }];
}

/** So many are given at once. */
const batch = 1000;

/** One document is read whole. */
async function* listItems(file: SourceFile, parse: (text: string) => unknown): AsyncGenerator<JsonItem[]> {
  const most = fileLimits.list;
  if (file.size > most)
    throw new Failure(
      'file_too_large',
      `${file.name} is one JSON document, and longer than ${sizeText(most)}.`,
      { hint: 'Write an object a line instead: such a file may be much longer.' },
    );
  let text = '';
  for await (const piece of file.text()) text += piece;
  let document: unknown;
  try {
    document = parse(text);
  } catch (error) {
    throw new Failure('malformed_file', `${file.name} is not JSON: ${messageOf(error)}.`, {
      hint: 'It may have been cut off while it was written.',
      cause: error,
    });
  }
  const list = listIn(document) ?? [];
  for (let at = 0; at < list.length; at += batch)
    yield list.slice(at, at + batch).map((value, nth) => {
      const number = at + nth + 1;
      return { number, where: `item ${number}`, value: () => value };
    });
}
