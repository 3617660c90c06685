import type { Next } from '../../../cli/declare/command.ts';
import { lineOf, shellWord } from '../../../cli/advice/shell-words.ts';
import type { PlanOptions } from '../../../domain/campaign-plan/plan.ts';
import type { PlanSource } from './build-plan.ts';
import type { PlanDocument } from './plan-document.ts';
import type { NeededOption } from './plan-lines.ts';

/** What the plan was made with. */
export interface Given extends PlanSource {
  readonly folder: string;
  /** The file that it was saved in. */
  readonly out?: string | undefined;
  readonly profile?: string | undefined;
}

/** What to do about a plan: lines with all that it was made with, so that they do what it shows. */
export function planNext(shown: PlanDocument, given: Given): Next {
  const has = (action: string) => shown.items.some((item) => item.action === action);
  const isApart = has('drift') || has('conflict');
  return [
    ...applyLines(shown, given),
    ...(isApart
      ? [['take what the service has into the files', lineOf`campaigns pull ${given.folder}`] as const]
      : []),
    ...(has('conflict') && !given.overwriteConflicts
      ? [['see how the files win', planLine(given, { overwriteConflicts: true })] as const]
      : []),
    ...(has('drift') && !has('conflict')
      ? [['see how drift is set back', planLine(given, { overwriteDrift: true })] as const]
      : []),
  ];
}

/** None where `apply` would refuse. What lets a running campaign change is for a person to choose. */
function applyLines({ items, calls }: PlanDocument, given: Given): Next {
  const isRefused = items.some(
    ({ action, problems = [] }) =>
      action === 'conflict' || problems.some(({ severity }) => severity === 'block'),
  );
  if (calls === 0 || isRefused) return [];
  const needs = (option: NeededOption) => items.some((item) => item.needs?.includes(option));
  const recreate = given.recreate || needs('--recreate');
  if (!needs('--allow-live'))
    return [[recreate && !given.recreate ? 'create it again' : 'change it', applyLine(given, { recreate })]];
  return [
    ['change it while it sends', applyLine(given, { recreate, allowLive: true })],
    ['pause it first', applyLine(given, { recreate, pauseFirst: true })],
  ];
}

/** A saved plan holds its options: only what lets it out goes beside it, and for anything else a plan is made anew. */
function applyLine(given: Given, more: PlanOptions): string | undefined {
  const { folder, out, accept = [] } = given;
  if (out === undefined || out === '-')
    return lineWith(lineOf`campaigns apply ${folder}`, { ...given, ...more });
  const isOther = switches.some(([name]) => name !== 'allowLive' && more[name] && !given[name]);
  if (isOther) return planLine(given, more);
  const allowLive = more.allowLive && !given.allowLive;
  return lineWith(lineOf`campaigns apply ${out}`, { accept, ...(allowLive && { allowLive }) });
}

function planLine(given: Given, more: PlanOptions): string | undefined {
  const line = lineWith(lineOf`campaigns plan ${given.folder}`, { ...given, ...more });
  return line && given.out !== undefined ? `${line} --out ${shellWord(given.out)}` : line;
}

const lineWith = (line: string | undefined, options: PlanSource): string | undefined =>
  line &&
  [
    line,
    ...(options.values === undefined ? [] : ['--values', shellWord(options.values)]),
    ...switches.flatMap(([name, word]) => (options[name] ? [word] : [])),
    ...(options.accept ?? []).flatMap(({ rule, reason }) => ['--accept', shellWord(`${rule}=${reason}`)]),
  ].join(' ');

const switches = [
  ['overwriteDrift', '--overwrite-drift'],
  ['overwriteConflicts', '--overwrite-conflicts'],
  ['recreate', '--recreate'],
  ['pauseFirst', '--pause-first'],
  ['allowLive', '--allow-live'],
  ['pauseRemoved', '--pause-removed'],
] as const satisfies readonly (readonly [Exclude<keyof PlanSource, 'values' | 'accept'>, string])[];

/** The same below an error, after which nothing else says it. */
export function hintFrom(steps: Next, profile: string | undefined): string | null {
  const suffix = profile === undefined ? '' : ` --profile ${shellWord(profile)}`;
  const lines = steps.flatMap((step) =>
    Array.isArray(step) && step[1] !== undefined ? [`To ${step[0]}: ${step[1]}${suffix}`] : [],
  );
  return lines.length === 0 ? null : lines.join('\n');
}
