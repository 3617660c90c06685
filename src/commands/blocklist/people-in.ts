import { counted, firstOf } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import type { Context } from '../../cli/declare/command.ts';
import { withLeadFile } from '../leads/import/open-lead-file.ts';
import type { FileChoices, FileValue } from './value-file.ts';

const kinds = { 'opted-out': 'opted-out', invalid: 'known-invalid' } as const;

/**
 * The addresses that an import of the file would leave out for this reason, of rows that plainly say so. Throws `usage`
 * where no column says anything of the kind.
 */
export function peopleIn(context: Context, { column, ...file }: FileChoices, only: keyof typeof kinds) {
  const map = column?.map((name) => `${name}=email`);
  const choices = { ...file, map, remap: false, variables: undefined };
  // A row may say both.
  const keep = new Set(only === 'invalid' ? (['opted-out'] as const) : []);
  return withLeadFile(context, choices, { showsMapping: false, addressOnly: true, keep }, async (opened) => {
    const found: FileValue[] = [];
    const doubtful: number[] = [];
    let isSaid = false;
    for await (const { rows, says } of opened.leads.rows()) {
      isSaid ||= says;
      for (const { row, judged } of rows) {
        if ('lead' in judged || judged.kind !== kinds[only]) continue;
        if (judged.doubtful) doubtful.push(row.number);
        else
          for (const value of judged.leftOut ?? []) found.push({ row: row.number, value, fault: undefined });
      }
    }
    if (!isSaid) throw noColumn(opened.file.name);
    if (doubtful.length > 0)
      context.screen.warn(
        `${counted(doubtful.length, 'row does', 'rows do')} not plainly say that the person opted out, and are not blocked: row ${firstOf(doubtful.map(String), 3)}.`,
      );
    return { encoding: opened.file.encoding, found };
  });
}

const noColumn = (name: string): Failure =>
  new Failure('no_such_column', `No column of ${name} says who opted out, or what a verifier found.`, {
    hint: 'Such a column is known by its name and its values, like "ZeroBounce Status" or "Email Opt Out".',
  });
