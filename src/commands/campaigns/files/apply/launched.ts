import { Failure } from '../../../../base/errors.ts';
import { type Column, table, text, type View } from '../../../../cli/declare/view.ts';
import * as s from '../../../../contract/schema/schema.ts';
import type { Waiver } from '../../../../domain/launch/problem.ts';
import { checkFields } from '../../launch/check.ts';
import { checkView, type shownOf } from '../../launch/check-view.ts';
import { forecastFields } from '../../launch/forecast.ts';
import { forecastView, type ShownForecast } from '../../launch/forecast-view.ts';

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
  inCampaign: s.nullable(s.integer()),
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
  const figures = Object.keys(figureFields).map((name) => [name, known[name] ?? null]);
  return { file, outcome, ...(Object.fromEntries(figures) as Omit<ImportStep, 'file' | 'outcome'>) };
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

export const launchedViews = ({ imports = [], check, forecast, resumed }: Partial<Launched>): View[] => [
  ...(imports.length === 0 ? [] : [table(imports, columns)]),
  ...(check ? [checkView(check)] : []),
  ...(forecast ? [forecastView(forecast)] : []),
  ...(resumed ? [text('The campaign is started.')] : []),
];

const columns: Column<ImportStep>[] = [
  ['Leads', ({ file }) => file],
  ['Outcome', ({ outcome }) => outcome],
  ['Rows', ({ read }) => read, 'number', 3],
  ['Usable', ({ valid }) => valid, 'number', 2],
  ['Rejected', ({ rejected }) => rejected, 'number', 1],
  ['Rejects file', ({ rejectsFile }) => rejectsFile, 'text', 1],
  ['In the campaign', ({ inCampaign }) => inCampaign, 'number', 2],
];
