import {
  type CampaignFields,
  type FieldName,
  type FieldValue,
  isOfStep,
  sameValue,
} from '../campaign-file/campaign-fields.ts';
import { storedValue } from '../campaign-file/lock.ts';
import type { Change, Difference } from './plan.ts';

/** How a field differs, by what was applied last; undefined where it does not. */
function differenceOf(
  file: FieldValue,
  live: FieldValue,
  base: FieldValue | undefined,
): Difference | undefined {
  if (sameValue(file, live)) return undefined;
  if (base === undefined) return 'change';
  const isOfBase = (value: FieldValue) => sameValue(storedValue(value), base);
  if (isOfBase(live)) return 'change';
  return isOfBase(file) ? 'drift' : 'conflict';
}

export interface Sides {
  /** What the file manages, its senders as addresses. */
  readonly file: CampaignFields;
  readonly live: CampaignFields;
  /** Undefined where nothing was applied so far. */
  readonly base?: CampaignFields | undefined;
  /** A part that could not be read is not compared. */
  isUnreadable(field: FieldName): boolean;
}

export function differences(sides: Sides): Change[] {
  const { file, live, base } = sides;
  const changes: Change[] = [];
  for (const field of managedFields(sides)) {
    if (sides.isUnreadable(field)) continue;
    const [from, to] = [valueIn(live, field), valueIn(file, field)];
    // A base that has steps has all of them.
    const noStep = base && isOfStep(field) && managesSteps(base) ? null : undefined;
    const kind = differenceOf(to, from, base?.get(field) ?? noStep);
    if (kind !== undefined) changes.push({ field, from, to, kind });
  }
  return changes;
}

/** The fields in the order of the file; where it has steps, also those of steps that only the service or the base has. */
function managedFields({ file, live, base }: Omit<Sides, 'isUnreadable'>): FieldName[] {
  const others = managesSteps(file) ? [...live.keys(), ...(base?.keys() ?? [])].filter(isOfStep) : [];
  return [...new Set([...file.keys(), ...others])];
}

/** A step that is not there has no value; no signature is an empty one. */
const valueIn = (fields: CampaignFields, field: FieldName): FieldValue =>
  fields.get(field) ?? (field === 'signature' ? '' : null);

export const isOfSequence = (field: FieldName): boolean => isOfStep(field) || field === 'signature';

export const managesSteps = (fields: CampaignFields): boolean => [...fields.keys()].some(isOfStep);

/** What the lock has before any call. A base that has some steps has all: agreed ones wait for the call of the others. */
export function basesOf(sides: Sides, changes: readonly Change[]) {
  const changed = new Set(changes.map(({ field }) => field));
  const before = new Map<FieldName, FieldValue>();
  const withSteps = new Map<FieldName, FieldValue>();
  const stepsWait = [...changed].some(isOfStep) && !(sides.base && managesSteps(sides.base));
  for (const field of managedFields(sides)) {
    const isKept = changed.has(field) || sides.isUnreadable(field);
    const agreed = isKept ? undefined : sides.file.get(field);
    const value = isKept ? sides.base?.get(field) : agreed === undefined ? agreed : storedValue(agreed);
    if (value !== undefined) (stepsWait && isOfStep(field) ? withSteps : before).set(field, value);
  }
  return { before, withSteps };
}
