import { type Remedied, shownProblem } from '../../../cli/launch/remedies.ts';
import { tagOf } from '../../../contract/checks/variable-key.ts';
import { type Finding, inOrder } from '../../../domain/launch/problem.ts';
import { recipientProblems } from '../../../domain/launch/recipient-rules.ts';
import { tagProblems } from '../../../domain/launch/tag-rules.ts';
import type { FileProblem } from './audit-result.ts';
import type { RowFindings } from './look-at-rows.ts';
import type { FileRules } from './read-rules.ts';
import { firstOf, type RowCase } from './row-tally.ts';

/** The problems of a file, each with its first rows, and with what fixes it. */
export function problemsOf(
  findings: RowFindings,
  { wordings }: FileRules,
  remedyOf: (problem: Finding) => Remedied,
): FileProblem[] {
  const { cases, verdict } = findings;
  const known = wordings && { wordings, leads: verdict.valid, keys: keysOf(findings) };
  const problems = [
    ...recipientProblems(cases).map((found) => ({
      found,
      cases: cases.filter(({ fault }) => fault.rule === found.rule),
    })),
    ...(known
      ? cases.flatMap((one) => tagProblems([one], known).map((found) => ({ found, cases: [one] })))
      : []),
  ];
  return inOrder(problems.map((one) => withRows(one, remedyOf)));
}

function withRows(
  { found, cases }: { found: Finding; cases: readonly RowCase[] },
  remedyOf: (problem: Finding) => Remedied,
): FileProblem {
  const { examples, rows } = firstOf(cases);
  return { ...shownProblem({ ...found, examples, ...remedyOf(found) }), rows };
}

/** A column without any value is there all the same. */
const keysOf = ({ mapping, keys }: RowFindings): ReadonlyMap<string, number> =>
  new Map([
    ...mapping.flatMap(({ use }) => (use.kind === 'variable' ? [[tagOf(use.key), 0] as const] : [])),
    ...keys,
  ]);
