import { Failure } from '../../base/errors.ts';
import { damagedRows } from './damaged-rows.ts';
import { delimitedRows } from './delimited-rows.ts';
import { detectDelimiter } from './delimiter.ts';
import { objectRows } from './object-rows.ts';
import { beginningOf } from './row-file.ts';
import type { SourceFile } from './source-file.ts';

/** A value that is not text, and how JSON writes it. */
export interface JsonValue {
  readonly text: string;
  readonly value: unknown;
}

export interface SourceRow {
  /** As a spreadsheet numbers it: the header is row 1. A line of NDJSON, or an item of a JSON list, from 1. */
  readonly number: number;
  readonly cells: readonly (string | JsonValue)[];
  /** What is wrong with a cell already before anything is made of it. */
  readonly fault?: { readonly at: number; readonly reason: string };
}

/** The rows of a file, some at a time, in order. */
export interface RowSource {
  /** `CSV separated by ;`, `NDJSON`: for people. */
  readonly format: string;
  /** What separates the columns, where something does. */
  readonly delimiter?: string;
  /** Grows while rows are read where objects bring new fields; every row has a cell for each that was known with it. */
  readonly headers: readonly string[];
  /** The cells of the first row, to show what stands in the columns; empty where there is none. */
  readonly sample: SourceRow['cells'];
  rows(): AsyncGenerator<readonly SourceRow[]>;
}

export interface RowOptions {
  readonly delimiter?: string | undefined;
}

/**
 * Opens a file as rows: CSV with any delimiter, TSV, NDJSON, or a JSON list of objects, by what it begins with. Throws
 * `usage` naming file and line where it is not well formed, here or while rows are read.
 */
export async function openRows(file: SourceFile, options: RowOptions = {}): Promise<RowSource> {
  const source = await rowsOf(file, options);
  return file.isDamaged ? damagedRows(file.name, source) : source;
}

async function rowsOf(file: SourceFile, { delimiter }: RowOptions): Promise<RowSource> {
  const head = await beginningOf(file.text());
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
  // The line that tells Excel the delimiter: it is no row, there and here.
  const told = /^sep=(.)\r?\n/i.exec(head)?.[1];
  const between = delimiter ?? told ?? detectDelimiter(head);
  return delimitedRows(file, between, {
    skipped: told === undefined ? 0 : 1,
    // Lines with tabs out of a pipe carry raw values; a TSV file is protected like a CSV file.
    isProtected: between !== '\t' || !file.isPiped,
  });
}
