import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { digestOfValue, longIdsAsText } from '../../../base/digest.ts';
import { Failure } from '../../../base/errors.ts';
import { isRecord } from '../../../base/is-record.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { jsonProblemAt } from '../../../base/text/json-problem.ts';
import { pattern } from '../../../cli/advice/line-of.ts';
import type { Context, Files, Service } from '../../../cli/declare/command.ts';
import { isSameFile } from '../../../cli/files/same-file.ts';
import { redactKeys } from '../../../contract/keys.ts';
import type { CampaignFields } from '../../../domain/campaign-file/campaign-fields.ts';
import { lockName } from '../../../domain/campaign-file/lock.ts';
import type { Plan, PlannedCall, PlanOptions } from '../../../domain/campaign-plan/plan.ts';
import type { EarlierPlan } from '../../../domain/campaign-plan/rest-of-plan.ts';
import type { BuiltPlan } from './build-plan.ts';
import { lockAccount } from './lock-file.ts';

const version = 2;

interface PlanSource {
  /** A plan file names it, and the values, from its own place. */
  readonly folder: string;
  readonly only?: string | undefined;
  readonly values?: string | undefined;
}

/** What `apply` takes of a saved plan: it plans again, and what it does must be what the saved plan says. */
export interface SavedPlan extends PlanSource, EarlierPlan {
  readonly options: PlanOptions;
  readonly reads: Plan['reads'];
  readonly planDigest: string;
}

/** Holds no key: the account is a digest. Its own digest shows that it was edited. */
function planText({ settings }: Pick<Service, 'settings'>, plan: Plan, source: PlanSource): string {
  const { digest: planDigest, ...parts } = plan;
  const { profile, target } = settings;
  const whole = { version, profile, target, account: lockAccount(settings), ...source, ...parts, planDigest };
  const plain = JSON.parse(redactKeys(JSON.stringify(whole, mapsAsObjects)));
  return `${JSON.stringify({ ...plain, digest: sealOf(plain) }, null, 2)}\n`;
}

/** `written` shows it: `-` for standard output. */
export function writePlan(
  context: Pick<Context, 'service' | 'files'>,
  out: string,
  plan: Plan,
  { folder, only, values }: PlanSource,
): Promise<void> {
  const { cwd } = context.files.world;
  const place = out === '-' ? cwd : dirname(resolve(cwd, out));
  const fromThere = (path: string) =>
    path === '-' ? path : relative(place, resolve(cwd, path)).split(sep).join('/') || '.';
  const source = {
    folder: fromThere(folder),
    ...omitUndefined({ only }),
    ...(values !== undefined && { values: fromThere(values) }),
  };
  return context.files.writeFile(out, planText(context.service, plan, source));
}

/** Any file that is not a campaign file, whatever its name. */
export async function isPlanFile({ files }: Pick<Context, 'files'>, path: string): Promise<boolean> {
  if (path.endsWith('.md') || path.endsWith('.json')) return path.endsWith('.json');
  try {
    await files.listFolder(path);
    return false;
  } catch (error) {
    if (error instanceof Failure && error.is('file_not_readable')) return true;
    throw error;
  }
}

/** Throws `usage` where it is not what `plan` wrote, and `conflict` where it is for another account. */
export async function readPlan(
  { service, files }: Pick<Context, 'service' | 'files'>,
  path: string,
): Promise<SavedPlan> {
  const text = await files.readText(path, 'document');
  const whole: unknown = jsonProblemAt(text) === undefined ? JSON.parse(text) : undefined;
  if (!isRecord(whole) || whole.version === undefined)
    throw new Failure('bad_plan_file', `${path}: this is not a saved plan`, {
      hint: 'Name a campaign file (.md), a folder of them, or a plan of: outreach campaigns plan --out <file>',
    });
  if (typeof whole.version === 'number' && whole.version > version)
    throw new Failure('newer_format', `${path} was written by a newer version of outreach`, {
      hint: 'Update outreach, or plan again.',
    });
  const { digest, ...rest } = whole;
  if (whole.version !== version || typeof digest !== 'string')
    throw badPlan(path, 'this is not a plan of this version');
  if (digest !== sealOf(rest)) throw badPlan(path, 'it was edited after it was made', rest.folder);
  if (rest.account !== lockAccount(service.settings))
    throw new Failure('other_account', `${path} was made for another account (profile ${rest.profile})`, {
      hint: 'Apply it with that profile, or plan again with this one.',
    });
  // Its digest says that it is as it was written.
  const saved = rest as unknown as SavedPlan;
  const fromHere = (named: string) =>
    named === '-' || isAbsolute(named) ? named : join(dirname(path), named);
  const { folder, values } = saved;
  const items = saved.items.map((item) => ({ ...item, calls: item.calls.map(withMap) }));
  const place = { folder: fromHere(folder), ...(values !== undefined && { values: fromHere(values) }) };
  return { ...saved, items, ...place };
}

const sealOf = (rest: object): string => `sha256:${digestOfValue(rest)}`;

const withMap = (call: PlannedCall): PlannedCall => ({
  ...call,
  sets: new Map(Object.entries(call.sets)) as CampaignFields,
});

const mapsAsObjects = (key: string, value: unknown): unknown =>
  value instanceof Map ? Object.fromEntries(value) : longIdsAsText(key, value);

const badPlan = (path: string, what: string, folder?: unknown): Failure =>
  new Failure('bad_plan_file', `${path}: ${what}`, {
    hint: `Plan again: ${pattern('campaigns plan', { folder: typeof folder === 'string' ? folder : '<folder>', out: path })}`,
  });

/** Throws `usage` where a saved plan would replace a file that it is made of, under its own name or another one. */
export async function checkPlanPlace(
  { world }: Pick<Files, 'world'>,
  out: string,
  { folder, values, files }: Pick<PlanSource, 'folder' | 'values'> & Pick<BuiltPlan, 'files'>,
): Promise<void> {
  const path = resolve(world.cwd, out);
  const place = out === '-' ? undefined : relative(resolve(world.cwd, folder), path);
  if (place === lockName || /^(?:[^/\\]+\.md|values[/\\][^/\\]+\.ya?ml)$/i.test(place ?? ''))
    throw overInput(out);
  if (/\.md$/i.test(out))
    throw new Failure('invalid_value', `--out ${out}: a name that ends in .md is that of a campaign file`, {
      hint: 'Give the plan another name: --out plan.json',
    });
  const read = [lockName, ...files.map(({ file }) => file)].map((file) => join(folder, file));
  for (const one of values === undefined ? read : [...read, values])
    if (await isSameFile(world, out, one)) throw overInput(out);
}

const overInput = (out: string): Failure =>
  new Failure('plan_over_input', `${out} is a file that the plan is made of; it was not replaced`, {
    hint: 'Give the plan another name: --out plan.json',
  });
