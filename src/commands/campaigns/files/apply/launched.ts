import { grouped } from '../../../../base/counted.ts';
import { Failure } from '../../../../base/errors.ts';
import {
  type Column,
  type Field,
  heading,
  record,
  stack,
  table,
  type View,
} from '../../../../cli/declare/view.ts';
import { inline } from '../../../../cli/output/text/inline.ts';
import { dayWithWeekday } from '../../../../cli/output/text/times.ts';
import * as s from '../../../../contract/schema/schema.ts';
import type { Action } from '../../../../domain/campaign-plan/plan.ts';
import type { Waiver } from '../../../../domain/launch/problem.ts';
import { checkFields } from '../../launch/check.ts';
import { checkView, type shownOf } from '../../launch/check-view.ts';
import { forecastFields, type ShownForecast } from '../../launch/forecast-view.ts';
import { type AppliedDocument, type AppliedItem, appliedView } from './applied.ts';

export interface Wanted {
  readonly leads: readonly string[];
  readonly start: boolean;
  readonly keep: readonly 'invalid'[] | undefined;
  readonly accept: readonly Waiver[] | undefined;
}

const figureFields = {
  ...s.each(['read', 'valid', 'sent', 'rejected'], s.nullable(s.integer())),
  leftOut: s.nullable(s.object(s.each(['invalid', 'optedOut'], s.integer()))),
  ...s.each(['rejectsFile', 'before', 'digest'], s.nullable(s.string())),
  ...s.each(['inCampaign', 'notJoined'], s.nullable(s.integer())),
};

const importStepFields = s.object({
  file: s.string(),
  outcome: s.oneOf(['done', 'same', 'failed', 'skipped']),
  ...figureFields,
});

/** A file of leads; `same` where an earlier run imported it into this campaign. */
export type ImportStep = s.DocumentOf<typeof importStepFields>;

/** What a launch adds to the document of an apply, as far as it has come. */
export interface Launched {
  readonly imports: readonly ImportStep[];
  check: ReturnType<typeof shownOf> | null;
  forecast: ShownForecast | null;
  resumed: boolean;
  /** For a person alone. */
  firstEmailAt?: string | undefined;
}

export const launchedFields = s.object({
  imports: s.array(importStepFields),
  check: checkFields,
  forecast: forecastFields,
  resumed: s.boolean(),
});

export const notLaunched = ({ leads }: Wanted): Launched => ({
  imports: [...new Set(leads)].map((file) => figuresOf(file, 'skipped', undefined)),
  check: null,
  forecast: null,
  resumed: false,
});

export function figuresOf(file: string, outcome: ImportStep['outcome'], value: unknown): ImportStep {
  const known = (value ?? {}) as Readonly<Record<string, unknown>>;
  const figures: Record<string, unknown> = {};
  for (const name of Object.keys(figureFields)) figures[name] = known[name] ?? null;
  return { file, outcome, ...(figures as Omit<ImportStep, 'file' | 'outcome'>) };
}

/** A step that refuses ends the line with the document as far as it has come. */
export async function stepwise<T>(document: object | undefined, step: () => Promise<T> | T): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (document === undefined || !(error instanceof Failure)) throw error;
    throw error.with({ result: document });
  }
}

/** What a person sees of a launch: the start in a few lines, or how far it came. */
export function launchedView(done: AppliedDocument & Partial<Launched>): View {
  const { items, imports = [], check, resumed } = done;
  const item = items.find(({ file }) => file !== null);
  if (resumed && item) return startedView(item, { ...done, imports });
  return stack(
    appliedView(done),
    ...(imports.length === 0 ? [] : [table(imports, columns)]),
    ...(check ? [checkView(check)] : []),
  );
}

const actions: Readonly<Partial<Record<Action, string>>> = { create: 'created', change: 'changed' };

function startedView(item: AppliedItem, done: Pick<Launched, 'imports'> & Partial<Launched>): View {
  const { campaignId, name, file, action, outcome } = item;
  const { imports, check, forecast, firstEmailAt } = done;
  const counts = new Map<string, number>();
  for (const { rule, severity, count } of check?.problems ?? [])
    if (severity === 'warn') counts.set(rule, (counts.get(rule) ?? 0) + count);
  const rules = [...counts].map(([rule, count]) => `${rule} ${grouped(count)}`);
  return stack(
    heading(`Campaign ${campaignId} "${inline(name ?? '')}" is started`),
    record(
      ['File', `${file}, ${(outcome === 'done' ? actions[action] : undefined) ?? 'as before'}`],
      ...imports.map((step): Field => ['Leads', importText(step)]),
      ['First email', firstEmailAt],
      ['Emails', forecast?.emails ? `about ${grouped(forecast.emails)}` : undefined],
      ['Ends', forecast?.lastDay ? `about ${dayWithWeekday(forecast.lastDay)}` : undefined],
      ['Warnings', rules.join(', ') || undefined],
    ),
  );
}

function importText({ file, outcome, sent, notJoined, rejected, rejectsFile }: ImportStep): string {
  if (outcome === 'same') return `${inline(file)}, imported before`;
  const left = rejected
    ? `, ${grouped(rejected)} left out${rejectsFile ? ` (${inline(rejectsFile)})` : ''}`
    : '';
  const absent = notJoined ? `, ${grouped(notJoined)} did not join` : '';
  return `${grouped(sent ?? 0)} of ${inline(file)}${absent}${left}`;
}

const columns: Column<ImportStep>[] = [
  ['Leads', 'file'],
  ['Outcome', 'outcome'],
  ['Rows', 'read', 'number', 3],
  ['Usable', 'valid', 'number', 2],
  ['Rejected', 'rejected', 'number', 1],
  ['Rejects file', 'rejectsFile', 'text', 1],
  ['In the campaign', 'inCampaign', 'number', 2],
];
