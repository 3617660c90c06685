import { dataTable } from '../core/data-table.ts';
import type { Rule, Status } from './rule.ts';
import table from './rules.tsv';

/** Every rule of the specification, with how near the sandbox is to it. */
export const fidelity: readonly Rule[] = dataTable(table, [
  'id',
  'status',
  'section',
  'statement',
  'test',
  'note',
]).map(({ id, section, statement, status, test, note }) => ({
  id,
  section,
  statement,
  status: status as Status,
  test: test || null,
  note: note || null,
}));
