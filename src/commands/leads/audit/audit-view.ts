import { counted } from '../../../base/counted.ts';
import { words } from '../../../base/text/words.ts';
import { screen, table, text, toned, type View } from '../../../cli/declare/view.ts';
import { fixesView, problemLines, problemRows, ruleTable } from '../../../cli/launch/problem-view.ts';
import { type RuleId, ruleIds, rules } from '../../../domain/launch/rules.ts';
import type { AuditResult, AuditsResult, FileProblem } from './audit-result.ts';

const ofAddresses: readonly RuleId[] = [
  ...words('malformed-address duplicate-address known-invalid opted-out risky-share'),
  ...words('role-address disposable-address typo-domain personal-mailbox test-address'),
  ...words('name-shape'),
];
const ofTags = ruleIds.filter((rule) => rule.startsWith('merge-tag-'));

/** Several files in one table: a line for each problem, and one for a file without. */
export function auditsView({ files }: AuditsResult): View {
  const lines: (ReturnType<typeof problemLines>[number] & { file: string; read: number | null })[] = [];
  const all: FileProblem[] = [];
  const inPipe: (FileProblem & { file: string })[] = [];
  let rows = 0;
  for (const { file, read, problems } of files) {
    const [first, ...more] = problemLines(problems);
    const found = [first ?? { rule: '', tone: 'good' as const, what: 'nothing found' }, ...more];
    for (const [at, row] of found.entries()) lines.push({ ...row, file, read: at === 0 ? read : null });
    for (const problem of problems) inPipe.push({ file, ...problem });
    all.push(...problems);
    rows += read;
  }
  const passed = files.every((file) => file.passed) ? 'Nothing blocks these leads.' : notMeant;
  return screen(
    table(
      inPipe,
      [
        ['FILE', 'file', 'id'],
        ['RULE', 'rule'],
        ['SEVERITY', 'severity'],
        ['COUNT', 'count'],
        ['MESSAGE', 'message'],
        ['FIX', 'fix'],
      ],
      '',
    ),
    table(
      lines,
      [
        ['FILE', 'file', 'text', 0],
        ['ROWS', 'read'],
        ['RULE', ({ rule, tone }) => toned(rule, tone), 'state', 0],
        ['WHAT WAS FOUND', 'what', 'prose', 0],
      ],
      '',
    ),
    fixesView(all),
    text(`${counted(rows, 'row')} read in ${counted(files.length, 'file')}. ${passed}`),
  );
}

const notMeant = "Some rows can't be imported as they are.";

/** A line for each rule, also for those that hold. */
export function auditView({ read, problems, passed, fixed }: AuditResult, withTags: boolean): View {
  const held = [...ofAddresses, ...(withTags ? ofTags : [])].filter((rule) =>
    problems.every((problem) => problem.rule !== rule),
  );
  const lines = [
    ...problemLines(problems),
    ...held.map((rule) => ({ rule, tone: 'good' as const, what: rules[rule].kept })),
  ];
  const verdict = passed ? 'Nothing blocks these leads.' : notMeant;
  return screen(
    problemRows(problems),
    ruleTable(lines),
    fixesView(fixed ? [] : problems),
    text(`${counted(read, 'row')} read. ${verdict}`),
  );
}
