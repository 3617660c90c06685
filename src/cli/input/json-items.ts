import { Failure } from '../../base/errors.ts';
import { longestRow } from '../declare/file-limits.ts';
import type { SourceFile } from './source-file.ts';

export interface JsonPiece {
  readonly text: string;
  readonly number: number;
  readonly what: 'line' | 'item';
}

/** The objects of a file as text, cut out without building the file in memory. */
export function jsonItems(
  file: SourceFile,
  head: string,
): { format: string; pieces: AsyncGenerator<JsonPiece[]> } {
  if (isLines(head)) return { format: 'NDJSON', pieces: linesOf(file) };
  return { format: 'JSON', pieces: listItems(file) };
}

/** The first line with anything on it is an object for itself. */
function isLines(head: string): boolean {
  const line = head.trimStart().split('\n', 1)[0]?.trim() ?? '';
  if (!line.startsWith('{')) return false;
  try {
    const value: unknown = JSON.parse(line);
    return !(head.trim() === line && holdsList(value));
  } catch {
    return false;
  }
}

const holdsList = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (('items' in value && Array.isArray(value.items)) || ('leads' in value && Array.isArray(value.leads)));

/** The lines with anything on them, some at a time. */
export async function* linesOf(file: SourceFile): AsyncGenerator<JsonPiece[]> {
  let number = 0;
  let rest = '';
  const pieces = (texts: readonly string[]): JsonPiece[] =>
    texts.flatMap((text) => {
      number += 1;
      return text.trim() === '' ? [] : [{ text, number, what: 'line' as const }];
    });
  for await (const text of file.text()) {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    if (rest.length > longestRow) throw tooLong(file.name, number + 1);
    if (parts.length > 0) yield pieces(parts);
  }
  if (rest.trim() !== '') yield pieces([rest]);
}

/** Walks through the list by its brackets; the caller parses what is in between, piece by piece. */
async function* listItems(file: SourceFile): AsyncGenerator<JsonPiece[]> {
  const walk = new ListWalk(file.name);
  for await (const text of file.text()) {
    const found = walk.take(text);
    if (found.length > 0) yield found;
  }
  walk.end();
}

/** The most text between the name of a list and the list. */
const longestBlank = 1000;

class ListWalk {
  #depth = 0;
  /** The depth of the items; 0 until the list was found. */
  #items = 0;
  #over = false;
  #quoted = false;
  #escaped = false;
  /** What of an item, or of the part before the list, has come. */
  #text = '';
  #number = 0;

  constructor(private readonly name: string) {}

  take(text: string): JsonPiece[] {
    const found: JsonPiece[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#quoted) {
        if (this.#escaped) this.#escaped = false;
        else if (code === 0x5c) this.#escaped = true;
        else if (code === 0x22) this.#quoted = false;
      } else if (code === 0x22) this.#quoted = true;
      else if (code === 0x7b || code === 0x5b) {
        this.#depth += 1;
        if (this.#items === 0 && code === 0x5b && this.#isList(this.#before(text, from, at))) {
          this.#items = this.#depth;
          this.#text = '';
          from = at + 1;
        }
      } else if (code === 0x7d || code === 0x5d) {
        this.#depth -= 1;
        if (this.#over || this.#items === 0 || this.#depth >= this.#items) continue;
        this.#piece(this.#text + text.slice(from, at), found);
        this.#text = '';
        this.#over = true;
      } else if (code === 0x2c && this.#depth === this.#items && !this.#over && this.#items > 0) {
        this.#piece(this.#text + text.slice(from, at), found);
        this.#text = '';
        from = at + 1;
      }
    }
    this.#text = this.#over ? '' : this.#text + text.slice(from);
    if (this.#text.length > longestRow) throw tooLong(this.name, this.#number + 1);
    return found;
  }

  end(): void {
    if (this.#over && this.#depth === 0) return;
    throw new Failure(
      'malformed_file',
      `${this.name} ends in the middle of its JSON, after item ${this.#number}.`,
      { hint: 'It may have been cut off while it was written.' },
    );
  }

  /** The end of the text before a bracket: all of it again and again would take long. */
  #before(text: string, from: number, at: number): string {
    const near = text.slice(Math.max(from, at - longestBlank - 1), at);
    return near.length > longestBlank ? near : this.#text.slice(near.length - longestBlank - 1) + near;
  }

  /** The first thing of the file, or the field of an object that our own lists and the service's are in. */
  #isList(before: string): boolean {
    if (this.#depth === 1) return before.length <= longestBlank && before.trim() === '';
    return this.#depth === 2 && /"(?:items|leads)"\s*:\s*$/.test(before);
  }

  #piece(text: string, found: JsonPiece[]): void {
    if (text.trim() === '' && this.#number === 0) return;
    this.#number += 1;
    found.push({ text, number: this.#number, what: 'item' });
  }
}

const tooLong = (name: string, number: number): Failure =>
  new Failure('malformed_file', `${name} cannot be read: object ${number} is longer than any lead.`, {
    hint: 'NDJSON has one object a line; a JSON file is a list of objects.',
  });
