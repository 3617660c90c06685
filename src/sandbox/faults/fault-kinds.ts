import { dataTable } from '../../base/data-table.ts';
import table from './fault-kinds.tsv';

/** When a fault strikes: nothing happens; or it happens and the answer is lost; or it happens later. */
export type When = 'before' | 'after' | 'late';

/**
 * Every kind of fault. What the service promises is kept: an answer that says nothing was done (429, a coded 503, a
 * refused card, any 4xx) cannot be had after the effect. The first of its phases is the default; `detail` is what a word
 * after the colon says, `only` the one operation that it belongs to, and `lists` says that it belongs to lists alone.
 */
export const kinds = Object.fromEntries(
  dataTable(table, ['name', 'phases', 'detail', 'only', 'lists', 'summary']).map(({ name, ...kind }) => [
    name,
    { ...kind, phases: kind.phases.split(' ') as [When, ...When[]] },
  ]),
);
