import type { Context } from '../../../cli/command.ts';
import { misspelt } from '../../../cli/suggest.ts';
import { Failure } from '../../../contract/errors.ts';
import { foldHeader, knownHeaders, leadFieldNames, namedField } from '../../../domain/lead-fields.ts';
import {
  type Choices,
  type ColumnUse,
  type Mapping,
  MappingProblem,
  mapColumns,
} from '../../../domain/lead-mapping.ts';

/** Reads `--map "Company Name=company"`; the last equals sign splits, so that a header may hold one. */
export function chosenColumns(options: readonly string[]): Choices {
  return new Map(
    options.map((option) => {
      const at = option.lastIndexOf('=');
      if (at > 0) return [option.slice(0, at).trim(), option.slice(at + 1).trim()];
      throw new Failure('usage', `--map "${option}" lacks what the column becomes.`, {
        code: 'bad_mapping',
        hint: 'Write --map "<column>=<field>", for example --map "Company Name=company".',
      });
    }),
  );
}

/**
 * What each column becomes. Where that is unclear, the person at the terminal is asked; elsewhere a guess is only
 * mentioned, and what cannot be decided ends the command. Also gives all choices that were made, to be kept.
 */
export async function settleColumns(
  context: Context,
  headers: readonly string[],
  given: Choices,
): Promise<{ mapping: Mapping; choices: Choices }> {
  const choices = new Map(given);
  for (const [header, field] of guesses(headers, choices)) {
    if (!context.ask.possible) {
      context.note(
        `Did you mean ${field} by "${header}"? It becomes a custom variable; --map "${header}=${field}" changes that.`,
      );
      continue;
    }
    const yes = await context.ask.confirm(`Is the column "${header}" the field ${field}?`, true);
    choices.set(header, yes ? field : `var:${header}`);
  }
  for (;;) {
    try {
      return { mapping: mapColumns(headers, choices), choices };
    } catch (error) {
      if (!(error instanceof MappingProblem)) throw error;
      if (!context.ask.possible || error.about === undefined) throw mappingFailure(error, headers);
      const [header, use] = await asked(context, error, headers);
      choices.set(header, use);
    }
  }
}

export const mapAgain = (headers: readonly string[], choices: Choices): Mapping => {
  try {
    return mapColumns(headers, choices);
  } catch (error) {
    throw error instanceof MappingProblem ? mappingFailure(error, headers) : error;
  }
};

function mappingFailure(error: MappingProblem, headers: readonly string[]): Failure {
  const near =
    error.about === 'email' ? guesses(headers, new Map()).find(([, field]) => field === 'email') : [];
  const hint = near?.[0] === undefined ? error.hint : `Did you mean --map "${near[0]}=email"? ${error.hint}`;
  return new Failure('usage', error.message, { code: 'bad_mapping', hint });
}

/** Headers that no field takes but that look like a misspelt name of a field which no other column has. */
function guesses(headers: readonly string[], choices: Choices): [header: string, field: string][] {
  const taken = new Set<string | undefined>([...headers.map(namedField), ...choices.values()]);
  const found: [string, string][] = [];
  for (const header of headers) {
    if (choices.has(header) || namedField(header) !== undefined) continue;
    const near = misspelt(foldHeader(header), knownHeaders);
    const field = near === undefined ? undefined : namedField(near);
    if (field === undefined || taken.has(field)) continue;
    taken.add(field);
    found.push([header, field]);
  }
  return found;
}

async function asked(
  { ask }: Context,
  { message, about }: MappingProblem,
  headers: readonly string[],
): Promise<[header: string, use: string]> {
  if (about === 'email')
    return [
      await ask.choose(
        'Which column holds the email address?',
        headers.map((header) => ({ name: header, value: header })),
      ),
      'email',
    ];
  const header = about ?? '';
  const use = await ask.choose(`${message} What does "${header}" become?`, [
    { name: 'nothing, it is left out', value: '-' },
    { name: 'a custom variable with another name', value: 'var:' },
    ...leadFieldNames.map((field) => ({ name: `the field ${field}`, value: field as string })),
  ]);
  return [header, use === 'var:' ? `var:${await ask.text('Name of the variable')}` : use];
}

/** One line: `First Name -> firstName, Met at -> {met_at}`. */
export const describeMapping = (mapping: Mapping): string =>
  `Columns: ${mapping.map(({ header, use }) => `${header} -> ${describeUse(use)}`).join(', ')}`;

function describeUse(use: ColumnUse): string {
  if (use.kind === 'field') return use.field;
  if (use.kind === 'variable') return `variable "${use.key}"`;
  if (use.kind === 'variables') return 'variables';
  return `left out (${use.reason})`;
}
