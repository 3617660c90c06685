import { type Advice, type Hint, isAdvice, say } from '../../../base/text/advice.ts';
import { advise } from '../../../cli/advice/advise.ts';
import type { Next } from '../../../cli/declare/command.ts';
import type { PlanOptions } from '../../../domain/campaign-plan/plan.ts';
import { type PlanSource, planSwitches } from './build-plan.ts';
import type { PlanDocument } from './plan-document.ts';
import type { NeededOption, ShownItem } from './plan-lines.ts';
import { placeOf } from './read-folder.ts';

export interface Given extends PlanSource {
  readonly folder: string;
  readonly out?: string | undefined;
}

/** What to do about a plan: lines with all that it was made with, so that they do what it shows. */
export function planNext(shown: PlanDocument, given: Given): Next {
  const has = (action: string) => shown.items.some((item) => item.action === action);
  const steps = [...applyLines(shown, given)];
  if (!has('drift') && !has('conflict')) return steps;
  steps.push(['take what the service has into the files', pullLine(given.folder, shown.items)]);
  if (!has('conflict')) steps.push(['see how drift is set back', planLine(given, { overwriteDrift: true })]);
  else if (!given.overwriteConflicts)
    steps.push(['see how the files win', planLine(given, { overwriteConflicts: true })]);
  return steps;
}

/** What the service has, into the files that differ: without names, others would be written as well. */
export function pullLine(
  named: string,
  items: readonly Pick<ShownItem, 'file' | 'campaignId' | 'action' | 'changes'>[],
): Advice {
  const own = items.filter(({ file }) => file !== null);
  const differ = own.filter(
    ({ action, changes }) => action === 'conflict' || changes.some(({ kind }) => kind === 'drift'),
  );
  return advise('campaigns pull', {
    folder: placeOf(named).folder,
    campaigns: (differ.length > 0 ? differ : own).flatMap(({ campaignId }) => campaignId ?? []),
  });
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
    return [
      [
        recreate && !given.recreate ? 'create it again' : 'make these changes',
        applyLine(given, { recreate }),
      ],
    ];
  return [
    ['change it while it sends', applyLine(given, { recreate, allowLive: true })],
    ['pause it first', applyLine(given, { recreate, pauseFirst: true })],
  ];
}

/** A saved plan holds its options: only what lets it out goes beside it, and for anything else a plan is made anew. */
function applyLine(given: Given, more: PlanOptions): Advice {
  const { folder, out, accept = [] } = given;
  if (out === undefined || out === '-')
    return advise('campaigns apply', { plan: folder, ...lineOptions({ ...given, ...more }) });
  const isOther = planSwitches.some((name) => name !== 'allowLive' && more[name] && !given[name]);
  if (isOther) return planLine(given, more);
  const allowLive = more.allowLive && !given.allowLive;
  return advise('campaigns apply', {
    plan: out,
    ...lineOptions({ accept, ...(allowLive && { allowLive }) }),
  });
}

const planLine = ({ folder, out, ...given }: Given, more: PlanOptions): Advice =>
  advise('campaigns plan', { folder, ...lineOptions({ ...given, ...more }), out });

/** The options of a plan in a line to run. */
export function lineOptions({ values, accept = [], ...given }: PlanSource) {
  const switches: { [Name in (typeof planSwitches)[number]]?: true } = {};
  for (const name of planSwitches) if (given[name]) switches[name] = true;
  return { values, ...switches, accept: accept.map(({ rule, reason }) => `${rule}=${reason}`) };
}

/** The same below an error, after which nothing else says it. */
export function hintFrom(steps: Next): Hint | null {
  let hint: Hint | null = null;
  for (const step of steps) {
    const [what, advice] = Array.isArray(step) ? step : [];
    if (!isAdvice(advice)) continue;
    const line = say`To ${what}: ${advice}`;
    hint = hint === null ? line : say`${hint}\n${line}`;
  }
  return hint;
}
