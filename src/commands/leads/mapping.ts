import { Failure } from '../../contract/errors.ts';
import {
  type Choices,
  type ColumnUse,
  type Mapping,
  MappingProblem,
  mapColumns,
} from '../../domain/lead-mapping.ts';

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

export function mapOrFail(headers: readonly string[], choices: Choices): Mapping {
  try {
    return mapColumns(headers, choices);
  } catch (error) {
    if (error instanceof MappingProblem)
      throw new Failure('usage', error.message, { code: 'bad_mapping', hint: error.hint });
    throw error;
  }
}

/** One line: `First Name -> firstName, Met at -> {met_at}`. */
export const describeMapping = (mapping: Mapping): string =>
  `Columns: ${mapping.map(({ header, use }) => `${header} -> ${describeUse(use)}`).join(', ')}`;

function describeUse(use: ColumnUse): string {
  if (use.kind === 'field') return use.field;
  if (use.kind === 'variable') return `variable "${use.key}"`;
  return `left out (${use.reason})`;
}
