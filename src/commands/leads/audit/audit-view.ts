import { counted } from '../../../base/counted.ts';
import { screen, text, type View } from '../../../cli/declare/view.ts';
import { fixesView, problemLines, problemRows, ruleTable } from '../../../cli/launch/problem-view.ts';
import { type RuleId, rules } from '../../../domain/launch/rules.ts';
import type { AuditResult } from './audit-result.ts';

const ofAddresses: readonly RuleId[] = [
  'malformed-address',
  'duplicate-address',
  'known-invalid',
  'opted-out',
  'risky-share',
  'role-address',
  'disposable-address',
  'typo-domain',
  'personal-mailbox',
];
const ofTags: readonly RuleId[] = [
  'merge-tag-unknown',
  'merge-tag-empty',
  'merge-tag-not-text',
  'merge-tag-collision',
];

/** A line for each rule, also for those that hold. */
export function auditView({ read, problems, passed, fixed }: AuditResult, withTags: boolean): View {
  const held = [...ofAddresses, ...(withTags ? ofTags : [])].filter((rule) =>
    problems.every((problem) => problem.rule !== rule),
  );
  const lines = [
    ...problemLines(problems),
    ...held.map((rule) => ({ rule, tone: 'good' as const, what: rules[rule].kept })),
  ];
  const verdict = passed
    ? 'Nothing blocks these leads.'
    : 'Some of these leads would not be sent, or not as meant.';
  return screen(
    problemRows(problems),
    ruleTable(lines),
    fixesView(fixed ? [] : problems),
    text(`${counted(read, 'row')} read. ${verdict}`),
  );
}
