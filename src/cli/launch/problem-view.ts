import { grouped as number } from '../../base/counted.ts';
import type { Finding } from '../../domain/launch/problem.ts';
import { rules } from '../../domain/launch/rules.ts';
import type { Tone } from '../declare/tones.ts';
import { heading, stack, table, toned, type View, withCommands } from '../declare/view.ts';
import type { Advised, ShownProblem } from './remedies.ts';

/** A rule on a screen: its sign, and what was found. */
interface RuleLine {
  readonly rule: string;
  readonly tone: Tone;
  readonly what: string;
}

type Row = Omit<ShownProblem, 'severity'> & { readonly severity: ShownProblem['severity'] | 'kept' };

/** For a pipe. */
export const problemRows = (problems: readonly Row[]): View =>
  table(
    problems,
    [
      ['RULE', 'rule', 'id'],
      ['SEVERITY', 'severity'],
      ['COUNT', 'count'],
      ['MESSAGE', 'message'],
      ['EXAMPLES', ({ examples }) => examples.join(', ')],
      ['FIX', 'fix'],
    ],
    '',
  );

/** Blockers first, then warnings. */
export function problemLines(problems: readonly Finding[]): RuleLine[] {
  const lines: Record<Finding['severity'], RuleLine[]> = { block: [], warn: [] };
  for (const problem of problems) {
    const { rule, severity, message } = problem;
    const tone = severity === 'block' ? 'bad' : 'warn';
    lines[severity].push({ rule, tone, what: `${message}${exampleText(problem)}` });
  }
  return [...lines.block, ...lines.warn];
}

export const ruleTable = (lines: readonly RuleLine[]): View =>
  table(
    lines,
    [
      ['RULE', ({ rule, tone }) => toned(rule, tone), 'state', 0],
      ['WHAT WAS FOUND', 'what', 'prose', 0],
    ],
    '',
  );

type Fixable = Pick<Advised, 'rule' | 'fix' | 'byHand'>;

/** The commands that change what is broken, and below them what is left to a person, each once. */
export const fixesView = (problems: readonly Fixable[]): View =>
  stack(grouped('To fix it', problems, 'fix'), grouped('By hand', problems, 'byHand'));

function grouped(title: string, problems: readonly Fixable[], field: 'fix' | 'byHand'): View {
  const rulesOf = new Map<string, Set<string>>();
  for (const problem of problems) {
    const line = problem[field];
    if (line) rulesOf.set(line, (rulesOf.get(line) ?? new Set()).add(problem.rule));
  }
  const lines = [...rulesOf].flatMap(([line, of]) => [`${[...of].join(', ')}:`, line]);
  return lines.length === 0 ? stack() : stack(heading(title), withCommands(...lines));
}

const shownExamples = 3;

/** A problem of mailboxes or of the campaign may name other things than it counts. */
function exampleText({ rule, examples, count }: Finding): string {
  if (examples.length === 0) return '';
  const some = examples.slice(0, shownExamples);
  const { counts } = rules[rule];
  const all = counts === 'leads' || counts === 'emails' ? count : examples.length;
  return ` (${some.join(', ')}${all > some.length ? `, ${number(all - some.length)} more` : ''})`;
}
