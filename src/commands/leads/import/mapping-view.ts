import { counted } from '../../../base/counted.ts';
import { type Column, stack, table, text, type View } from '../../../cli/declare/view.ts';
import { tagOf } from '../../../contract/checks/variable-key.ts';
import type { MappedColumn } from './import-result.ts';

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
  const rest = `${counted(hidden, 'more column')}, ${variables > mostVariables ? 'all in --dry-run --json' : 'empty in the first rows'}.`;
  return stack(table(shown, columns), ...(hidden === 0 ? [] : [text(rest)]));
}

const columns: Column<MappedColumn>[] = [
  ['Column', ({ column }) => column, 'prose', 0],
  ['Becomes', ({ becomes }) => spoken(becomes), 'prose', 0],
  ['Sample', ({ sample }) => sample, 'text', 0],
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
