import { counted, firstOf, plural } from '../../../base/counted.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { type Column, stack, table, text, type View } from '../../../cli/declare/view.ts';
import type { RowSource } from '../../../cli/input/row-source.ts';
import { glyphsFor } from '../../../cli/output/text/glyphs.ts';
import { columnsOf } from '../../../cli/output/text/window.ts';
import { tagOf } from '../../../contract/checks/variable-key.ts';
import type { LeadField } from '../../../domain/lead-file/lead-fields.ts';
import { type ColumnUse, type Mapping, mergeTag, quoted } from '../../../domain/lead-file/lead-mapping.ts';
import { productOf } from '../../../domain/lead-file/product-of.ts';
import type { MappedColumn } from './import-result.ts';

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

/** Where several columns with values could have been a field: which one was taken. */
export function describeChoices(mapping: Mapping, sample: readonly string[]): string[] {
  const taken = new Map(mapping.map(({ name, use }) => [use.kind === 'field' ? use.field : undefined, name]));
  const others = new Map<LeadField, string[]>();
  for (const [at, { name, use }] of mapping.entries())
    if ('insteadOf' in use && use.insteadOf && sample[at])
      others.set(use.insteadOf, [...(others.get(use.insteadOf) ?? []), name]);
  return [...others].flatMap(([field, headers]) => {
    // A column of lists is for no field.
    const used = taken.get(field);
    if (used === undefined) return [];
    const isOut = mapping.some(({ name, use }) => headers.includes(name) && use.kind === 'ignored');
    const become = isOut
      ? plural(headers.length, 'is skipped', 'are skipped')
      : plural(headers.length, 'becomes a variable', 'become variables');
    return `Of ${counted(headers.length + 1, 'column')} for ${field}, ${quoted(used)} is used; ${firstOf(headers.map(quoted), 3)} ${become}.`;
  });
}

/** Columns whose merge tag another column has already. */
export const describeNumbers = (mapping: Mapping): string[] =>
  mapping.flatMap(({ header, name, use }) => {
    const tag = mergeTag(header);
    const numbered = use.kind === 'variable' ? tagOf(use.key) : '';
    return tag !== '' && /^_\d+$/.test(numbered.replace(tag, ''))
      ? [`Column ${quoted(name)} is {${numbered}}: another column is {${tag}}.`]
      : [];
  });

/** Each column, what it becomes, and its value in the row that is shown. */
export const mappingRows = (mapping: Mapping, sample: readonly string[]): MappedColumn[] =>
  mapping.map(({ name, use }, at) => ({
    column: name,
    becomes: choiceOf(use),
    sample: sample[at] ?? '',
  }));

/** On stderr: a table at a terminal, a line elsewhere. */
export async function showMapping({ files, screen }: Context, rows: readonly MappedColumn[]): Promise<void> {
  const { stderr, env } = files.world;
  if (!stderr.isTTY) return screen.note(`Columns: ${describeRows(rows)}`);
  const { loadStyle } = await import('../../../cli/output/text/style.ts');
  const { render } = await import('../../../cli/output/terminal/render.ts');
  // A note is set in where it is longer.
  const width = columnsOf(stderr) - 2;
  const style = await loadStyle({ width, colour: 0, glyphs: glyphsFor(env) });
  for (const line of render(mappingView(rows), style)) screen.note(line);
}

function choiceOf(use: ColumnUse): string {
  if (use.kind === 'field') return use.field;
  if (use.kind === 'variable') return `var:${use.key}`;
  if (use.kind === 'variables') return 'customVariables';
  return use.kind === 'fullName' ? use.kind : '-';
}

/** As many variables as are shown: an export of contacts has dozens of columns. */
const mostVariables = 40;

/** As a table. Columns that are empty or too many to read are only counted. */
export function mappingView(rows: readonly MappedColumn[]): View {
  let variables = 0;
  const shown = rows.filter(({ becomes, sample }) => {
    if (becomes !== '-' && !becomes.startsWith('var:')) return true;
    if (sample === '') return false;
    variables += 1;
    return variables <= mostVariables;
  });
  const hidden = rows.length - shown.length;
  const rest = `${counted(hidden, 'more column')}, ${variables > mostVariables ? 'all in --dry-run --json' : 'empty in the row that is shown'}.`;
  return stack(table(shown, columns), ...(hidden === 0 ? [] : [text(rest)]));
}

const columns: Column<MappedColumn>[] = [
  ['Column', 'column', 'prose', 0],
  ['Becomes', ({ becomes }) => spoken(becomes), 'prose', 0],
  ['Sample', 'sample', 'text', 0],
];

const longestShown = 60;

/** In one line: `First Name -> firstName, Met at -> {met_at}`. */
export const describeRows = (rows: readonly MappedColumn[]): string =>
  rows.map(({ column, becomes }) => `${column.slice(0, longestShown)} -> ${spoken(becomes)}`).join(', ');

/** What `--map` calls it, for people. */
function spoken(choice: string): string {
  if (choice.startsWith('var:')) return `{${tagOf(choice.slice('var:'.length)).slice(0, longestShown)}}`;
  if (choice === 'fullName') return 'firstName, lastName';
  if (choice === 'customVariables') return 'variables';
  return choice === '-' ? 'ignored' : choice;
}
