import { counted } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { checkFileChoices, withLeadFile } from '../import/open-lead-file.ts';
import { noRowsIn } from '../import/verdict.ts';
import type { AuditOptions } from './audit-options.ts';
import type { AuditResult } from './audit-result.ts';
import { fixOf } from './fix-of.ts';
import { lookAtRows } from './look-at-rows.ts';
import { problemsOf } from './problems.ts';
import { readRules } from './read-rules.ts';
import { RowFixer } from './row-fixer.ts';
import { checkPlaces, writeFixed } from './write-fixed.ts';

/** Looks at a file as an import would take it, calling nothing. Throws `ended-badly` where a rule that blocks is broken. */
export async function auditFile(context: Context, options: AuditOptions): Promise<AuditResult> {
  const { file, fix, report, sequence, leaveOut } = options;
  if (fix === undefined && (report !== undefined || leaveOut !== undefined))
    throw new Failure('fix_needed', '--report and --leave-out go with --fix: they are about the fixed file.');
  checkFileChoices(options);
  if (fix !== undefined) await checkPlaces(context, { file, fix, report });
  const rules = await readRules(context, sequence);
  return withLeadFile(context, options, { showsMapping: false }, async (opened) => {
    const fixer = fix === undefined ? undefined : new RowFixer(rules, new Set(leaveOut));
    const findings = await lookAtRows(context, opened, rules, (one, judge) => fixer?.learn(one, judge));
    const { read, empty, several } = findings.verdict;
    if (read === empty) throw new Failure('no_valid_rows', `${noRowsIn(opened.file.name)}.`);
    if (several > 0)
      context.screen.note(
        `${counted(several, 'row')} with several addresses in one cell: the first is used.`,
      );
    opened.keep();
    const problems = problemsOf(findings, rules, (problem) => fixOf(options, opened.objects, problem));
    const passed = problems.every(({ severity }) => severity !== 'block');
    const fixing =
      fixer && fix !== undefined
        ? await writeFixed(context, { ...opened, mapping: findings.mapping }, fixer, { file, fix, report })
        : undefined;
    const result = { read, passed, problems, ...fixing };
    if (!passed && !isFixed(result)) throw failed(opened.file.name, result, context.screen.isForPeople);
    return result;
  });
}

/** The fixed file has no row that blocks; a merge tag that no row fills is a fault of the sequence. */
const isFixed = ({ fixed, problems }: AuditResult): boolean =>
  typeof fixed?.file === 'string' && problems.every(({ rule }) => rule !== 'merge-tag-unknown');

function failed(name: string, result: AuditResult, isForPeople: boolean): Failure {
  const blocking = new Set(
    result.problems.filter(({ severity }) => severity === 'block').map(({ rule }) => rule),
  );
  const rules = [...blocking].join(', ');
  return new Failure('checks_failed', `${name} breaks ${counted(blocking.size, 'blocking rule')}: ${rules}`, {
    result,
    hint: hintOf(result, isForPeople),
  });
}

/** A person has the fixes on the screen. */
const hintOf = ({ fixed, problems }: AuditResult, isForPeople: boolean): string | null | undefined => {
  if (fixed) return fixed.file === null ? undefined : `The rows that can be sent are in ${fixed.file}.`;
  return isForPeople ? null : problems.find(({ severity, fix }) => severity === 'block' && fix !== null)?.fix;
};
