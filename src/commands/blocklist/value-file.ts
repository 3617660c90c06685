import { Failure } from '../../base/errors.ts';
import { removeProtection } from '../../cli/files/formula-protection.ts';
import type { RowFile } from '../../cli/input/read-rows.ts';
import { blockProblem } from '../../contract/checks/block-value.ts';
import { foldHeader, namedField } from '../../domain/lead-file/lead-fields.ts';
import { listedNames } from '../../domain/lead-file/lead-mapping.ts';

/** What the line says about the file. */
export interface FileChoices {
  readonly file: string;
  readonly column: readonly string[] | undefined;
  readonly delimiter: string | undefined;
  readonly encoding: string | undefined;
}

interface FileValue {
  readonly row: number;
  readonly value: string;
  /** Why the row cannot be read as it is. */
  readonly fault: string | undefined;
}

/** How columns of values are called beside those that hold the address of a lead. */
const known: ReadonlySet<string> = new Set([
  ...['value', 'values', 'address', 'domain', 'domains', 'companydomain'],
]);

const isKnown = (header: string): boolean => known.has(foldHeader(header)) || namedField(header) === 'email';

/**
 * Every value of a file: of the columns that are named like one, of the one that is asked for, or of a plain list, one
 * value a line, where `#` begins a remark. Throws `usage` where no column can be meant.
 */
export function valuesIn({ name, headers, rows }: RowFile, column: FileChoices['column']): FileValue[] {
  const all: RowFile['rows'] = [{ number: 1, cells: headers }, ...rows];
  const places = placesOf(name, headers.map(removeProtection), column);
  const isList = places.length === 0;
  const data = isList ? all : rows;
  const from = isList ? [isExport(headers) ? 1 : 0] : places;
  // An export has a header; the lines of a plain list are as typed.
  const read = isList ? (cell: string) => cell : removeProtection;
  return data.flatMap(({ number, cells, fault }) =>
    from
      .map((place) => ({ row: number, value: read(cells[place] ?? '').trim(), fault: fault?.reason }))
      .filter(({ value }) => value !== '' && !value.startsWith('#')),
  );
}

/** The lines that `blocklist export` writes into a pipe: the id, then the value. */
const isExport = ([id = '', value = '']: readonly string[]): boolean =>
  /^\d+$/.test(id) && blockProblem(value) === undefined;

/** The columns that hold values; none where the file is a list without a header. */
function placesOf(name: string, headers: readonly string[], column: FileChoices['column']): number[] {
  const matches = (header: string) => (column === undefined ? isKnown(header) : column.includes(header));
  const places = headers.flatMap((header, place) => (matches(header) ? [place] : []));
  const missing = column?.find((one) => !headers.includes(one));
  if (places.length > 0 && missing === undefined) return places;
  const first = headers[0] ?? '';
  const isList = headers.length === 1 || blockProblem(first) === undefined || isExport(headers);
  if (column === undefined && isList) return [];
  throw noColumn(
    column === undefined
      ? `No column of ${name} is named like addresses or domains.`
      : `${name} has no column '${missing}'.`,
    headers,
  );
}

export const noColumn = (message: string, headers: readonly string[]): Failure =>
  new Failure('no_such_column', message, {
    hint: `Name one of its columns with --column: ${listedNames(headers)}`,
  });
