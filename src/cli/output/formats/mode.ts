import type { Globals } from '../../declare/globals.ts';

/** `terminal`: drawn for a person. The others are for machines; `tsv` is what a pipe gets unasked. */
export type Mode = 'terminal' | 'tsv' | 'json' | 'ndjson' | 'csv';

/** Follows from the flags and the stream alone. */
export function modeOf(
  globals: Pick<Globals, 'json' | 'ndjson' | 'csv'>,
  stdout: { readonly isTTY?: boolean },
): Mode {
  const asked = (['json', 'ndjson', 'csv'] as const).find((format) => globals[format]);
  return asked ?? (stdout.isTTY ? 'terminal' : 'tsv');
}
