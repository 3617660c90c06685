import { plural } from '../../../base/counted.ts';
import type { Context } from '../../../cli/declare/command.ts';
import type { RowSource } from '../../../cli/input/row-source.ts';
import { wantsAscii } from '../../../cli/output/text/glyphs.ts';
import type { LeadField } from '../../../domain/lead-file/lead-fields.ts';
import { type ColumnUse, type Mapping, quoted } from '../../../domain/lead-file/lead-mapping.ts';
import { productOf } from '../../../domain/lead-file/product-of.ts';
import type { ColumnTold } from './import-result.ts';
import { describeRows, mappingView } from './mapping-view.ts';

/** Says which product wrote the file, and what is in front of its header. */
export function describeFile({ headers, linesBefore }: RowSource): string | undefined {
  const product = productOf(headers);
  const skipped =
    linesBefore === 0
      ? undefined
      : `${linesBefore} ${plural(linesBefore, 'line', 'lines')} before the header skipped`;
  if (product === undefined) return skipped && `${skipped}.`;
  return `Looks like ${/^[AEO]/.test(product) ? 'an' : 'a'} ${product} export${skipped ? `; ${skipped}` : ''}.`;
}

/** Where several columns could have been a field: which one was taken. */
export function describeChoices(mapping: Mapping): string[] {
  const fields = new Map<LeadField, { taken: string; others: string[] }>();
  for (const { header, use } of mapping)
    if (use.kind === 'field') fields.set(use.field, { taken: header, others: [] });
  for (const { header, use } of mapping)
    if (use.kind === 'variable' && use.insteadOf) fields.get(use.insteadOf)?.others.push(header);
  return [...fields]
    .filter(([, { others }]) => others.length > 0)
    .map(([field, { taken, others }]) => {
      const shown = others.slice(0, 3).map(quoted).join(', ');
      const more = others.length > 3 ? ` and ${others.length - 3} more` : '';
      return `Of ${others.length + 1} columns for ${field}, ${quoted(taken)} is used; ${shown}${more} ${plural(others.length, 'becomes a variable', 'become variables')}.`;
    });
}

/** Each column, what it becomes, and a value of it. */
export const mappingRows = (mapping: Mapping, sample: readonly string[]): ColumnTold[] =>
  mapping.map(({ header, use }, at) => ({
    column: header,
    becomes: choiceOf(use),
    sample: sample[at] ?? '',
  }));

/** On stderr: a table at a terminal, a line elsewhere. */
export async function showMapping({ world, note }: Context, rows: readonly ColumnTold[]): Promise<void> {
  const { stderr, env } = world;
  if (!stderr.isTTY) return note(`Columns: ${describeRows(rows)}`);
  const { loadStyle } = await import('../../../cli/output/text/style.ts');
  const { render } = await import('../../../cli/output/terminal/render.ts');
  // A note is set in where it is longer.
  const width = (stderr.columns || 80) - 2;
  const style = await loadStyle({ width, colour: 0, ascii: wantsAscii(env) });
  for (const line of render(mappingView(rows), style)) note(line);
}

/** Columns that turned up further down in a file of objects. */
export const noteLater = ({ note }: Context, rows: readonly ColumnTold[]): void =>
  note(`Further down: ${describeRows(rows)}`);

/** In the words of `--map`. */
function choiceOf(use: ColumnUse): string {
  if (use.kind === 'field') return use.field;
  if (use.kind === 'variable') return `var:${use.key}`;
  if (use.kind === 'variables') return 'customVariables';
  return use.kind === 'fullName' ? use.kind : '-';
}
