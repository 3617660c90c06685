import { counted, firstOf, plural } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import type { Context } from '../../cli/declare/command.ts';
import { removeProtection } from '../../cli/files/formula-protection.ts';
import { encodingNote, type RowFile, readRows } from '../../cli/input/read-rows.ts';
import { type FileChoices, type Only, saidPeople } from '../../cli/launch/said-people.ts';
import { blockProblem } from '../../contract/checks/block-value.ts';
import { foldHeader, namedField } from '../../domain/lead-file/lead-fields.ts';
import { formula } from '../../domain/lead-file/lead-maker.ts';
import { listedNames } from '../../domain/lead-file/lead-mapping.ts';

/** How columns of values are called beside those that hold the address of a lead. */
const known: readonly string[] = ['value', 'values', 'address', 'domain', 'domains', 'companydomain'];

/** The values of a file; with `only`, the addresses of its rows that say so. Throws `usage`. */
export async function valuesOf(
  context: Context,
  { only, ...choices }: FileChoices & { readonly only: Only | undefined },
) {
  if (only !== undefined) return peopleIn(context, choices, only);
  const { file, encoding, delimiter, column } = choices;
  const rows = await readRows(context.files.world, file, encoding, context.screen.note, delimiter);
  return { encoding: rows.encoding, found: valuesIn(rows, column) };
}

/**
 * Every value of a file: of the columns that are named like one, of the one that is asked for, or of a plain list, one
 * value a line, where `#` begins a remark. Throws `usage` where no column can be meant.
 */
function valuesIn({ name, headers, rows }: RowFile, column: FileChoices['column']) {
  const all: RowFile['rows'] = [{ number: 1, cells: headers }, ...rows];
  const places = placesOf(name, headers.map(removeProtection), column);
  const isList = places.length === 0;
  const data = isList ? all : rows;
  const from = isList ? [isExport(headers) ? 1 : 0] : places;
  const values: { row: number; value: string; fault: string | undefined }[] = [];
  for (const { number: row, cells, fault } of data)
    for (const place of from) {
      const cell = cells[place] ?? '';
      // The lines of a plain list are as typed. A table comes from a spreadsheet, or is an export, which has a header.
      const value = (isList ? cell : removeProtection(cell)).trim();
      const slip = !isList && cell.trim().startsWith('=') ? formula : undefined;
      if (value !== '' && !value.startsWith('#')) values.push({ row, value, fault: fault?.reason ?? slip });
    }
  return values;
}

/** The lines that `blocklist export` writes into a pipe: the id, then the value. */
const isExport = ([id = '', value = '']: readonly string[]): boolean =>
  /^\d+$/.test(id) && blockProblem(value) === undefined;

/** The columns that hold values; none where the file is a list without a header. */
function placesOf(name: string, headers: readonly string[], column: FileChoices['column']): number[] {
  const places: number[] = [];
  for (const [place, header] of headers.entries()) {
    const isKnown = known.includes(foldHeader(header)) || namedField(header) === 'email';
    if (column?.includes(header) ?? isKnown) places.push(place);
  }
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

const noColumn = (message: string, headers: readonly string[]): Failure =>
  new Failure('no_such_column', message, {
    hint: `Name one of its columns with --column: ${listedNames(headers)}`,
  });

/**
 * The addresses that an import of the file leaves out for this reason, of rows that plainly say so. Throws `usage` where
 * no column has addresses, or says anything of the kind.
 */
async function peopleIn({ files, screen }: Context, choices: FileChoices, only: Only) {
  const { name, encoding, found, isSaid, withoutAddress } = await saidPeople(files.world, choices, only);
  const note = encodingNote(name, encoding, choices.encoding);
  if (note !== undefined) screen.note(note);
  if (withoutAddress) throw noColumn(`No column of ${name} has email addresses.`, withoutAddress);
  if (!isSaid)
    throw new Failure(
      'no_such_column',
      `No column of ${name} says who opted out, or what a verifier found.`,
      {
        hint: 'Such a column is known by its name and its values, like "ZeroBounce Status" or "Email Opt Out".',
      },
    );
  const doubtful = new Set<string>();
  const plain: typeof found = [];
  for (const one of found)
    if (one.isDoubtful) doubtful.add(String(one.row));
    else plain.push(one);
  if (doubtful.size > 0)
    screen.warn(
      `${counted(doubtful.size, 'row does', 'rows do')} not plainly say that the person opted out, and ${plural(doubtful.size, 'is', 'are')} not blocked: row ${firstOf([...doubtful], 3)}.`,
    );
  return { encoding, found: plain };
}
