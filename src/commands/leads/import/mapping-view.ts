import { counted, plural } from '../../../base/counted.ts';
import { type Column, stack, table, text, type View } from '../../../cli/declare/view.ts';
import { tagOf } from '../../../contract/checks/variable-key.ts';
import type { ColumnTold } from './import-result.ts';

/** As a table. Empty columns that become variables are only counted: exports of contacts have dozens. */
export function mappingView(rows: readonly ColumnTold[]): View {
  const shown = rows.filter(({ becomes, sample }) => sample !== '' || !becomes.startsWith('var:'));
  const hidden = rows.length - shown.length;
  const rest = `${counted(hidden, 'more column')} without a value in the first rows: ${plural(hidden, 'a variable', 'variables')}.`;
  return stack(table(shown, columns), ...(hidden === 0 ? [] : [text(rest)]));
}

const columns: Column<ColumnTold>[] = [
  ['Column', ({ column }) => column, 'text', 0],
  ['Becomes', ({ becomes }) => spoken(becomes), 'text', 0],
  ['Sample', ({ sample }) => sample, 'text', 1],
];

const longestShown = 60;

/** In one line: `First Name -> firstName, Met at -> variable {met_at}`. */
export const describeRows = (rows: readonly ColumnTold[]): string =>
  rows.map(({ column, becomes }) => `${column.slice(0, longestShown)} -> ${spoken(becomes)}`).join(', ');

/** What `--map` calls it, for people. */
function spoken(choice: string): string {
  if (choice.startsWith('var:'))
    return `variable {${tagOf(choice.slice('var:'.length)).slice(0, longestShown)}}`;
  if (choice === 'fullName') return 'firstName, lastName';
  if (choice === 'customVariables') return 'variables';
  return choice === '-' ? 'ignored' : choice;
}
