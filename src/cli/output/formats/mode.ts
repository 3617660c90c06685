import { Failure } from '../../../base/errors.ts';
import type { Globals } from '../../declare/globals.ts';

/** `terminal`: drawn for a person. The others are for machines; `tsv` is what a pipe gets unasked. */
export type Mode = 'terminal' | 'tsv' | 'json' | 'ndjson' | 'csv';

/** Follows from the flags and the stream alone. Throws `usage` where two formats are asked for. */
export function modeOf(
  globals: Pick<Globals, 'json' | 'ndjson' | 'csv'>,
  stdout: { readonly isTTY?: boolean },
): Mode {
  const asked = (['json', 'ndjson', 'csv'] as const).filter((format) => globals[format]);
  const [first, second] = asked;
  if (first && second)
    throw new Failure('contradicting_options', `--${first} and --${second} cannot stand together`, {
      hint: 'Ask for one format.',
    });
  return first ?? (stdout.isTTY ? 'terminal' : 'tsv');
}
