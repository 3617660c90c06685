import { Failure } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import type { RowSource } from '../../../cli/input/row-source.ts';
import { misspelt } from '../../../cli/line/suggest.ts';
import { addressProblem } from '../../../contract/checks/email-address.ts';
import {
  foldHeader,
  importableFieldNames,
  knownHeaders,
  namedField,
} from '../../../domain/lead-file/lead-fields.ts';
import {
  type Choices,
  type ColumnUse,
  columnNames,
  type Mapping,
  MappingProblem,
  mapColumns,
  mapOption,
  shortened,
} from '../../../domain/lead-file/lead-mapping.ts';

/** Reads `--map "Company Name=company"`; the last equals sign splits, so that a header may hold one. */
export function chosenColumns(options: readonly string[]): Choices {
  return new Map(
    options.map((option) => {
      const at = option.lastIndexOf('=');
      if (at > 0) return [option.slice(0, at).trim(), option.slice(at + 1).trim()];
      throw new Failure('bad_mapping', `--map "${option}" lacks what the column becomes.`, {
        hint: 'Write --map "<column>=<field>", for example --map "Company Name=company".',
      });
    }),
  );
}

/** The columns of a file, and the cells of the first row. */
type Columns = Pick<RowSource, 'headers' | 'sample'>;

/**
 * What each column becomes. Where that is unclear, the person at the terminal is asked; elsewhere a guess is only
 * mentioned, and what cannot be decided ends the command. Also gives all choices that were made, to be kept.
 */
export async function settleColumns(
  context: Context,
  columns: Columns,
  given: Choices,
): Promise<{ mapping: Mapping; choices: Choices }> {
  const { headers } = columns;
  const choices = new Map(given);
  for (const [header, field] of guesses(headers, choices)) {
    if (!context.ask.possible) {
      context.note(
        `Did you mean ${field} by "${shortened(header)}"? It becomes a custom variable; ${mapOption(header, field)} changes that.`,
      );
      continue;
    }
    const question = `Is the column "${shortened(header)}" the field ${field}?`;
    const yes = await context.ask.confirm(question, true, `Say it: ${mapOption(header, field)}`);
    choices.set(header, yes ? field : `var:${header}`);
  }
  for (;;) {
    try {
      return { mapping: mapColumns(headers, choices), choices };
    } catch (error) {
      if (!(error instanceof MappingProblem)) throw error;
      if (!context.ask.possible || error.about === undefined) throw mappingFailure(error, columns);
      const [name, use] = await asked(context, error, columns);
      choices.set(name, use);
    }
  }
}

export const mapAgain = (headers: readonly string[], choices: Choices): Mapping => {
  try {
    return mapColumns(headers, choices);
  } catch (error) {
    throw error instanceof MappingProblem ? mappingFailure(error, { headers, sample: [] }) : error;
  }
};

function mappingFailure(error: MappingProblem, columns: Columns): Failure {
  const near = error.about === 'address' ? addressColumn(columns) : undefined;
  const hint = near === undefined ? error.hint : `Did you mean ${mapOption(near, 'email')}? ${error.hint}`;
  return new Failure('bad_mapping', error.message, { hint });
}

/** The column that probably holds the address, by its misspelt name or by its cells. */
function addressColumn(columns: Columns): string | undefined {
  const { headers } = columns;
  // A header that is an address itself is a value: the file has no header row.
  if (headers.some(isAddress)) return undefined;
  const misspelt = guesses(headers, new Map()).find(([, field]) => field === 'email');
  return misspelt?.[0] ?? columnNames(headers).find((_, at) => isAddress(sampleOf(columns, at)));
}

const isAddress = (text: string): boolean => addressProblem(text) === undefined;

const sampleOf = ({ sample }: Columns, at: number): string => {
  const cell = sample[at] ?? '';
  return typeof cell === 'string' ? cell.trim() : cell.text;
};

/** What is longer is no slip of the hand, and takes long to compare. */
const longestName = 100;

/** Headers that no field takes but that look like a misspelt name of a field which no other column has. */
function guesses(headers: readonly string[], choices: Choices): [header: string, field: string][] {
  const taken = new Set<string | undefined>([...headers.map(namedField), ...choices.values()]);
  const found: [string, string][] = [];
  for (const header of headers) {
    if (choices.has(header) || namedField(header) !== undefined) continue;
    if (header.length > longestName) continue;
    const near = misspelt(foldHeader(header), knownHeaders);
    const field = near === undefined ? undefined : namedField(near);
    if (field === undefined || taken.has(field)) continue;
    taken.add(field);
    found.push([header, field]);
  }
  return found;
}

async function asked(
  context: Context,
  { message, hint, about }: MappingProblem,
  columns: Columns,
): Promise<[name: string, use: string]> {
  const { ask } = context;
  if (about === undefined || about === 'address')
    return [await askForAddress(context, columns, hint), 'email'];
  const { column } = about;
  const use = await ask.choose(
    `${message} What does "${shortened(column)}" become?`,
    [
      { name: 'nothing, it is left out', value: '-' },
      { name: 'a custom variable with another name', value: 'var:' },
      ...importableFieldNames.map((field) => ({ name: `the field ${field}`, value: field as string })),
    ],
    hint,
  );
  if (use !== 'var:') return [column, use];
  const check = (key: string) => key.trim() !== '' || 'It needs a name.';
  return [column, `var:${await ask.text('Name of the variable', { check, instead: hint })}`];
}

/** Columns that hold an address in the first row come first. */
function askForAddress({ ask }: Context, columns: Columns, hint: string): Promise<string> {
  const choices = columnNames(columns.headers).map((name, at) => {
    const sample = sampleOf(columns, at);
    const about = sample === '' ? 'empty in the first row' : `for example ${shortened(sample)}`;
    return { name: shortened(name), value: name, about, likely: isAddress(sample) };
  });
  const sorted = choices.sort((a, b) => Number(b.likely) - Number(a.likely));
  return ask.choose('Which column holds the email address?', sorted, hint);
}

/** One line: `First Name -> firstName, Met at -> variable "Met at"`. */
export const describeMapping = (mapping: Mapping): string =>
  `Columns: ${mapping.map(({ header, use }) => `${shortened(header)} -> ${describeUse(use)}`).join(', ')}`;

function describeUse(use: ColumnUse): string {
  if (use.kind === 'field') return use.field;
  if (use.kind === 'variable') return `variable "${shortened(use.key)}"`;
  if (use.kind === 'variables') return 'variables';
  return `left out (${use.reason})`;
}

/** The same in the words of `--map`. */
export function choiceOf(use: ColumnUse): string {
  if (use.kind === 'field') return use.field;
  if (use.kind === 'variable') return `var:${use.key}`;
  return use.kind === 'variables' ? 'customVariables' : '-';
}
