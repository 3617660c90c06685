import columns from './columns.sql';
import { mayCost } from './row.ts';
import statements from './tables.sql';

const common = new Map(
  columns.split(/^-- (?=\w+$)/m).map((part) => [part.split('\n', 1)[0], part.slice(part.indexOf('\n'))]),
);

/** `{intent}` stands for the columns of that table which every journal has. */
export const withColumns = (sql: string): string =>
  sql.replaceAll(/\{(\w+)\}/g, (_, table: string) => `${common.get(table)}`);

export const tables = withColumns(statements);

/** With these it costs the same to look into a journal of any length; one of an earlier build gets them when it is opened. */
export const indexes = `
CREATE INDEX IF NOT EXISTS intent_done ON intent (account, operation, id) WHERE state = 'done';
CREATE INDEX IF NOT EXISTS intent_state ON intent (state, told_at);
CREATE INDEX IF NOT EXISTS intent_costs ON intent (started_at) WHERE ${mayCost};
`;
