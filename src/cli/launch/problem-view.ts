import { grouped } from '../../base/counted.ts';
import type { Problem } from '../../domain/launch/problem.ts';
import { rules } from '../../domain/launch/rules.ts';
import type { Tone } from '../declare/tones.ts';
import { heading, stack, table, toned, type View, withCommands } from '../declare/view.ts';

/** A problem with what fixes it. */
type Fixable = Problem & { readonly fix: string };

/** A rule on a screen: its sign, and what was found. */
export interface RuleLine {
  readonly rule: string;
  readonly tone: Tone;
  readonly what: string;
}

type Row = Omit<Fixable, 'severity'> & { readonly severity: Fixable['severity'] | 'kept' };

/** For a pipe. */
export const problemRows = (problems: readonly Row[]): View =>
  table(
    problems,
    [
      ['RULE', ({ rule }) => rule, 'id'],
      ['SEVERITY', ({ severity }) => severity],
      ['COUNT', ({ count }) => count],
      ['MESSAGE', ({ message }) => message],
      ['EXAMPLES', ({ examples }) => examples.join(', ')],
      ['FIX', ({ fix }) => fix],
    ],
    '',
  );

const tones = { block: 'bad', warn: 'warn' } as const;

/** Blockers first, then warnings. */
export const problemLines = (problems: readonly Problem[]): RuleLine[] =>
  (['block', 'warn'] as const).flatMap((severity) =>
    problems
      .filter((problem) => problem.severity === severity)
      .map((problem) => ({
        rule: problem.rule,
        tone: tones[severity],
        what: `${problem.message}${exampleText(problem)}`,
      })),
  );

export const ruleTable = (lines: readonly RuleLine[]): View =>
  table(
    lines,
    [
      ['RULE', ({ rule, tone }) => toned(rule, tone), 'state', 0],
      ['WHAT WAS FOUND', ({ what }) => what, 'prose', 0],
    ],
    '',
  );

/** What fixes the rules that are broken, each line once; nothing where none is. */
export function fixesView(problems: readonly Fixable[]): View {
  const rulesOf = new Map<string, Set<string>>();
  for (const { rule, fix } of problems) rulesOf.set(fix, (rulesOf.get(fix) ?? new Set()).add(rule));
  const fixesOf = new Map<string, string[]>();
  for (const [fix, of] of rulesOf) {
    const between = fix.includes('\n') ? ' (fill in the file between the two lines)' : '';
    const title = `${[...of].join(', ')}${between}:`;
    fixesOf.set(title, [...(fixesOf.get(title) ?? []), fix]);
  }
  const lines = [...fixesOf].map(([title, fixes]) => [title, ...fixes].join('\n'));
  return lines.length === 0 ? stack() : stack(heading('To fix it'), withCommands(lines.join('\n')));
}

const shownExamples = 3;

/** A problem of mailboxes or of the campaign may name other things than it counts. */
function exampleText({ rule, examples, count }: Problem): string {
  if (examples.length === 0) return '';
  const some = examples.slice(0, shownExamples);
  const { counts } = rules[rule];
  const all = counts === 'leads' || counts === 'emails' ? count : examples.length;
  return ` (${some.join(', ')}${all > some.length ? `, ${grouped(all - some.length)} more` : ''})`;
}
