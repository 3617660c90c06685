import { dataTable } from '../../base/data-table.ts';
import { words } from '../../base/text/words.ts';
import { operations } from '../../contract/index.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import table from './rules.tsv';

/** `done` as the spec has it; `approximated` in a simpler form; `open` in the spec, decided here; `different` on purpose. */
export const statuses = ['done', 'approximated', 'open', 'different'] as const;
type Status = (typeof statuses)[number];

/** One rule of the specification, and how near the sandbox is to it. */
interface Rule {
  /** Begins with the id of the operation where it is about one: `finder.startImport.first-n-continues`. */
  readonly id: string;
  /** Of the specification. */
  readonly section: string;
  /** What the rule says, in our words. */
  readonly statement: string;
  readonly status: Status;
  /** Holds the rule: `test/sandbox/leads.test.ts > a part of its title`. */
  readonly test: string | null;
  /** What was decided, simplified or made different. */
  readonly note: string | null;
}

const written: readonly Rule[] = dataTable(table, words('id status section statement test note')).map(
  ({ id, section, statement, status, test, note }) => ({
    id,
    section,
    statement,
    status: status as Status,
    test: test || null,
    note: note || null,
  }),
);

/** What holds for every operation of which nothing more is written. */
function rulesOf({ id, route }: AnyOperation): Rule[] {
  const own = written.filter((rule) => rule.id === id || rule.id.startsWith(`${id}.`));
  const area = id.split('.')[0];
  const section = written.find((rule) => rule.id.startsWith(`${area}.`))?.section ?? 'Conventions';
  const answer: Rule = {
    id: `${id}.answer`,
    section,
    statement: 'Its answer has the fields that are shown.',
    status: 'done',
    test: 'test/sandbox/operations.test.ts > its answer is what the exported schema says',
    note: null,
  };
  const path: Rule = {
    id: `${id}.path`,
    section,
    statement: 'Its path is not shown.',
    status: 'open',
    test: 'test/contract/spec.test.ts > says of every guessed path why it was guessed so',
    note: `${route.method} ${route.path}: ${route.reason ?? ''}`,
  };
  return [
    ...(own.length === 0 ? [answer] : []),
    ...(route.source === 'inferred' && !own.some(({ status }) => status === 'open') ? [path] : []),
  ];
}

/** Every rule of the specification, with how near the sandbox is to it. */
export const fidelity: readonly Rule[] = [...written, ...operations.flatMap(rulesOf)];
