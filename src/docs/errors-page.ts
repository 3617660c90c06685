import { dataTable } from '../base/data-table.ts';
import { type FailureKind, failureKinds } from '../base/failure-codes.ts';
import meanings from '../base/failure-codes.tsv';

/** What each code means, kind by kind. */
export const codeMeanings = dataTable(meanings, ['kind', 'code', 'meaning']);

/** Every code of a failure as one Markdown page. */
export function errorsPage(): string {
  const parts = [
    '# Error codes',
    'Generated from the program by `npm run generate`; do not edit.',
    'With `--json` a failure is one line on stderr: `{"error": {"code", "status", "message", "hint", "outcome", "retryable", "retryAfterSeconds", "exitCode"}}`. `exitCode` says what kind of failure it is, `code` says which one. Neither changes without a line in the changelog; messages and hints may.',
    'Where the service answers with a failure status and a code of its own, `code` is that word, and the status decides the exit code. A text for people is never a code, even where it is one word, except for the words that the service documents for that call. Such words are not listed here, unless outreach acts on them.',
    ...(Object.keys(failureKinds) as FailureKind[]).map(section),
  ];
  return `${parts.join('\n\n')}\n`;
}

function section(kind: FailureKind): string {
  const { exit, meaning } = failureKinds[kind];
  const rows = codeMeanings
    .filter((row) => row.kind === kind)
    .map((row) => `| \`${row.code}\` | ${row.meaning} |`);
  return [`## Exit code ${exit}: ${meaning}`, ['| Code | Meaning |', '|---|---|', ...rows].join('\n')].join(
    '\n\n',
  );
}
