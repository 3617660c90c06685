import { withColumns } from '../local/journal/tables.ts';
import statements from './tables.sql';

/** Rises with every change of the tables. */
export const version = 5;

export const tables = withColumns(statements);
