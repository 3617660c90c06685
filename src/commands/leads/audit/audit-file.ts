import { counted, firstOf, grouped, plural } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import { advise } from '../../../cli/advice/advise.ts';
import { lineOf } from '../../../cli/advice/line-of.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { isStandardInput } from '../../../cli/declare/file-limits.ts';
import type { JudgedRow } from '../../../cli/input/lead-file.ts';
import { blockOptOuts } from '../../../cli/launch/opt-outs.ts';
import { type Remedied, shownProblem } from '../../../cli/launch/remedies.ts';
import { readOptOuts } from '../../../cli/launch/said-people.ts';
import { forgottenAnywhere } from '../../../cli/person/forgotten-people.ts';
import { tagOf } from '../../../contract/checks/variable-key.ts';
import { type Finding, inOrder } from '../../../domain/launch/problem.ts';
import { recipientProblems } from '../../../domain/launch/recipient-rules.ts';
import { tagProblems } from '../../../domain/launch/tag-rules.ts';
import { addressColumns } from '../../../domain/lead-file/lead-mapping.ts';
import type { OptOuts } from '../../../domain/lead-file/opt-outs.ts';
import { checkFileChoices, withLeadFile } from '../import/open-lead-file.ts';
import { besideName, checkPlace } from '../import/rejects-place.ts';
import { noRowsIn } from '../import/verdict.ts';
import {
  type AuditOptions,
  type AuditResult,
  type AuditsResult,
  droppable,
  type FileProblem,
} from './audit-result.ts';
import { type FileRules, lookAtRows, type RowFindings, readRules, SeenAddresses } from './look-at-rows.ts';
import { RowFixer } from './row-fixer.ts';
import { firstRows } from './row-tally.ts';
import { writeFixed } from './write-fixed.ts';

/**
 * Looks at files as an import would take them, calling nothing. Of several, each comes after those before it: an address
 * that one of them has is named. Throws `ended-badly` where a rule that blocks is broken.
 */
export async function auditFiles(
  context: Context,
  { file: files, ...options }: Omit<AuditOptions, 'file'> & { readonly file: readonly string[] },
): Promise<AuditResult | AuditsResult> {
  const [first = ''] = files;
  const seen = files.length > 1 ? new SeenAddresses() : undefined;
  if (seen && options.fix !== undefined)
    throw new Failure('fix_needed', '--fix takes one file.', {
      hint: fixLine(
        { ...options, file: first, leaveOut: [], fixNames: false },
        besideName(first, 'fixed', false),
      ),
    });
  // Each counts for the rows of all.
  const reading = { ...options, column: addressColumns(options.map) };
  const optOuts = seen && (await readOptOuts(context.files.world, files, reading));
  const audits: { readonly file: string; readonly audit: AuditResult }[] = [];
  const forgotten = await forgottenAnywhere(context.files.world, context.screen.note);
  for (const file of files) {
    seen?.begin(file);
    const audit = await audited(context, { ...options, file }, forgotten, seen, optOuts).catch((error) => {
      const isNamed = !seen || !(error instanceof Failure) || error.message.includes(file);
      throw isNamed ? error : error.with({ message: `${file}: ${error.message}` });
    });
    audits.push({ file, audit });
  }
  const one = seen ? undefined : audits[0]?.audit;
  const result = one ?? {
    files: audits.map(({ file, audit: { read, passed, problems } }) => ({ file, read, passed, problems })),
    total: audits.length,
  };
  const bad: string[] = [];
  const rules = new Set<string>();
  let firstFix: string | undefined;
  for (const { file, audit } of audits) {
    const { passed, fixed, problems } = audit;
    // The fixed file has no row that blocks; a merge tag that no row fills is a fault of the sequence.
    if (passed || (fixed?.file && problems.every(({ rule }) => rule !== 'merge-tag-unknown'))) continue;
    bad.push(isStandardInput(file) ? 'stdin' : file);
    for (const { rule, severity, fix } of problems) {
      if (severity !== 'block') continue;
      rules.add(rule);
      firstFix ??= fix ?? undefined;
    }
  }
  if (bad.length === 0) return result;
  const fix = context.screen.isForPeople ? null : firstFix;
  const written = one?.fixed?.file ? `The rows that can be sent are in ${one.fixed.file}.` : undefined;
  throw new Failure(
    'checks_failed',
    `${firstOf(bad, 3)} ${plural(bad.length, 'breaks', 'break')} ${counted(rules.size, 'blocking rule')}: ${[...rules].join(', ')}`,
    { result, hint: one?.fixed ? written : fix },
  );
}

async function audited(
  context: Context,
  options: AuditOptions,
  forgotten: Awaited<ReturnType<typeof forgottenAnywhere>>,
  others?: SeenAddresses,
  optOuts?: OptOuts,
): Promise<AuditResult> {
  const { file, fix, sequence, leaveOut, fixNames } = options;
  if (fix === undefined && (leaveOut !== undefined || fixNames))
    throw new Failure(
      'fix_needed',
      '--leave-out and --fix-names go with --fix: they are about the fixed file.',
    );
  checkFileChoices(options);
  if (fix !== undefined) await checkPlace(context, file, fix, 'fix');
  const rules = await readRules(context, sequence);
  const opening = { showsMapping: false, repairs: fix !== undefined, optOuts };
  return withLeadFile(context, options, opening, async (opened) => {
    const fixer = fix === undefined ? undefined : new RowFixer(rules, new Set(leaveOut), fixNames);
    const known: { readonly email: string; readonly number: number }[] = [];
    const look = (one: JudgedRow) => {
      const { row, judged } = one;
      if ('lead' in judged && forgotten?.has(judged.lead.email))
        known.push({ email: judged.lead.email, number: row.number });
      fixer?.learn(one);
    };
    const findings = await lookAtRows(context, opened, rules, look, others);
    const { read, valid, empty, several } = findings.verdict;
    if (read === empty) throw noRowsIn(opened.file.name, opened.source.headers);
    if (several > 0)
      context.screen.note(
        `${counted(several, 'row')} with several addresses in one cell: the first is used.`,
      );
    // Other rows of theirs are left out, or replaced.
    const left = known.filter(({ email, number }) => findings.rowOf(email) === number).length;
    const prefix = others === undefined ? '' : `${opened.file.name}: `;
    context.screen.note(`${prefix}${grouped(valid - left)} of ${counted(read, 'row')} would be imported.`);
    if (left > 0)
      context.screen.warn(
        `${prefix}${counted(left, 'person was', 'people were')} forgotten on this machine: an import leaves them out.`,
      );
    opened.keep();
    const problems = problemsOf(findings, rules, fixOf(options, opened.objects, others !== undefined));
    const passed = problems.every(({ severity }) => severity !== 'block');
    const fixing =
      fixer && fix !== undefined
        ? await writeFixed(context, { ...opened, mapping: findings.mapping }, fixer, fix)
        : undefined;
    return { read, passed, problems, ...fixing };
  });
}

/** What fixes a problem of a file: the line that writes a fixed one, or what only a person can decide. */
const fixOf =
  (options: AuditOptions, objects: boolean, areSeveral: boolean): RemedyOf =>
  ({ rule }, elsewhere) => {
    const { file, sequence, fix, leaveOut = [], fixNames } = options;
    if (rule === 'duplicate-address' && elsewhere !== undefined)
      return byHand('leave these rows out of one of the files');
    // A fixed file says no more who opted out, and another one may have the same person.
    if (rule === 'opted-out' && (areSeveral || elsewhere !== undefined))
      return { fix: lineOf(blockOptOuts({ ...options, file: elsewhere ?? file })) ?? null };
    if (rule === 'merge-tag-unknown')
      return byHand(
        `write another tag in ${sequence}, or say which column has it: --map "<column>=var:<tag>"`,
      );
    if (rule === 'placeholder-left' || rule === 'merge-tag-not-text' || rule === 'merge-tag-collision')
      return byHand(`change these values in ${file}`);
    const dropped = droppable.filter((one) => one === rule || leaveOut.includes(one));
    const names = fixNames || rule === 'name-shape';
    // This run has written the fixed file so.
    if (fix !== undefined && dropped.length === leaveOut.length && names === fixNames) return { fix: null };
    const again = { ...options, leaveOut: dropped, fixNames: names };
    return { fix: fixLine(again, fix ?? besideName(file, 'fixed', objects)) };
  };

/** With the options that say how the file is read. */
function fixLine(options: AuditOptions, fix: string): string | null {
  const { file, sequence, map, variables, delimiter, encoding, leaveOut, fixNames } = options;
  const reading = { sequence, map, variables: variables?.join(','), delimiter, encoding };
  const fixing = { fix, leaveOut, fixNames: fixNames || undefined };
  return lineOf(advise('leads audit', { file, ...reading, ...fixing })) ?? null;
}

const byHand = (words: string): Remedied => ({ fix: null, byHand: words });

/** `elsewhere`: another file that says it of all these rows. */
type RemedyOf = (problem: Finding, elsewhere: string | undefined) => Remedied;

function problemsOf(findings: RowFindings, { wordings }: FileRules, remedyOf: RemedyOf): FileProblem[] {
  const { cases, verdict } = findings;
  // A column without any value is there all the same.
  const keys = new Map<string, number>();
  for (const { use } of findings.mapping) if (use.kind === 'variable') keys.set(tagOf(use.key), 0);
  for (const [tag, count] of findings.keys) keys.set(tag, count);
  const known = wordings && { wordings, leads: verdict.valid, keys };
  const shown: FileProblem[] = [];
  const add = (found: Finding, of: RowFindings['cases']) => {
    const { examples, rows } = firstRows(of);
    const elsewhere = of.every(({ fault }) => fault.detail) ? of[0]?.fault.detail : undefined;
    shown.push({ ...shownProblem({ ...found, examples, ...remedyOf(found, elsewhere) }), rows });
  };
  for (const found of recipientProblems(cases, {}, { leads: verdict.valid, isFile: true }))
    add(
      found,
      cases.filter(({ fault }) => fault.rule === found.rule),
    );
  if (known) for (const one of cases) for (const found of tagProblems([one], known)) add(found, [one]);
  return inOrder(shown);
}
