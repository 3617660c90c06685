import { digestOfValue } from '../../base/digest.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { type FieldName, sameValue } from '../campaign-file/campaign-fields.ts';
import { storedValue } from '../campaign-file/lock.ts';
import { type Change, isPause, type Plan, type PlanItem, type PlannedCall } from './plan.ts';
import { isOfSequence } from './three-way.ts';

export interface EarlierPlan extends Pick<Plan, 'files' | 'others'> {
  readonly items: readonly EarlierItem[];
}

type EarlierItem = Omit<PlanItem, 'baseBefore'>;

/** Whether a creation with this body was made from here: its campaign may be found by its name before the lock has it. */
type WasMade = (body: object) => boolean;

/**
 * The plan of now, with the calls of an earlier one, applied in part, that are still to be made. Where files or campaigns are
 * `differing` from what that one read otherwise than by what it sets, there is no such rest.
 */
export function restOfPlan(earlier: EarlierPlan, now: Plan, wasMade: WasMade) {
  const differing = keysThatDiffer(earlier.files, now.files);
  const items: PlanItem[] = [];
  for (const item of now.items) {
    const was = earlier.items.find((other) => isOfSame(other, item));
    const rest = was ? restOfItem(was, item, wasMade) : item.calls.length > 0 ? undefined : item;
    const id = was?.campaignId ?? null;
    const isRead = item.file === null || id === null || earlier.others[id] === now.others[id];
    if (!rest || !isRead) differing.push(nameOf(item));
    items.push(rest && isRead ? rest : item);
  }
  for (const was of earlier.items)
    if (was.calls.length > 0 && !now.items.some((item) => isOfSame(was, item))) differing.push(nameOf(was));
  return { plan: { ...now, items }, differing: [...new Set(differing)] };
}

export const keysThatDiffer = (
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): string[] => [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => a[key] !== b[key]).sort();

type Named = Pick<PlanItem, 'file' | 'campaignId'>;

const nameOf = ({ file, campaignId }: Named): string =>
  campaignId === null ? String(file) : `campaign ${campaignId}`;

const isOfSame = (one: Named, other: Named): boolean =>
  one.file === other.file && (one.file !== null || one.campaignId === other.campaignId);

/** Undefined where it differs otherwise than by what the plan sets. */
function restOfItem(was: EarlierItem, now: PlanItem, wasMade: WasMade): PlanItem | undefined {
  const created = was.campaignId === null ? now.campaignId : null;
  const creation = was.calls.find(({ operation }) => operation === campaigns.create.id);
  if (created === null && was.campaignId !== now.campaignId) return undefined;
  if (created !== null && now.adopted && !(creation?.body && wasMade(creation.body))) return undefined;
  // The status is as it was, or what a pause of the plan makes of it; a creation makes a draft.
  const isPaused = was.calls.some(isPause) && now.status === 'paused';
  const isAsMeant = created === null ? isPaused || sameJson(was.status, now.status) : now.status === 'draft';
  if (!isAsMeant) return undefined;
  if (now.file !== null && !sameJson([was.byHand, was.unreadable], [now.byHand, now.unreadable]))
    return undefined;
  // Set by a call of the plan; a mailbox that only a person can detach is still there then.
  const open = now.changes.filter(
    ({ field, from }) => !was.calls.some(({ sets }) => sameValue(storedValue(from), sets.get(field))),
  );
  if (!open.every((change) => was.changes.some((other) => isSameChange(other, change, created !== null))))
    return undefined;
  for (const change of was.changes)
    if (change.kind !== 'change' && !now.changes.some((other) => isSameChange(change, other, false)))
      return undefined;
  const openFields = new Set<FieldName>();
  for (const { kind, field } of open) if (kind === 'change') openFields.add(field);
  if (created !== null && creation && setsAny(creation, openFields)) return undefined;
  const missing = was.calls.filter((call) => {
    if (isPause(call)) return sameJson(was.status, now.status);
    if (call.operation === campaigns.create.id) return now.campaignId === null;
    return now.campaignId === null || setsAny(call, openFields);
  });
  if (created === null) return sameJson(missing.map(wireOf), now.calls.map(wireOf)) ? now : undefined;
  return { ...now, calls: missing.map((call) => ({ ...call, id: created })) };
}

const setsAny = ({ sets }: PlannedCall, fields: ReadonlySet<FieldName>): boolean =>
  [...sets.keys()].some((field) => fields.has(field));

function isSameChange(was: Change, now: Change, isCreated: boolean): boolean {
  if (was.field !== now.field || was.kind !== now.kind || !sameValue(was.to, now.to)) return false;
  if (!isCreated) return sameValue(was.from, now.from);
  // What a new campaign has of its own are settings.
  const mayHave = !isOfSequence(now.field) && now.field !== 'senders';
  return mayHave || now.from === null || now.from === '' || sameValue(now.from, []);
}

const wireOf = ({ operation, id, body = {} }: PlannedCall) => [operation, id, body];

const sameJson = (a: unknown, b: unknown): boolean => digestOfValue(a ?? null) === digestOfValue(b ?? null);
