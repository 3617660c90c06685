import { Failure, isStop } from '../../../../base/errors.ts';
import type { Context } from '../../../../cli/declare/command.ts';
import type { Granted } from '../../../../cli/declare/quote.ts';
import type { Reading } from '../../../../client/guard/reconcile.ts';
import { campaigns } from '../../../../contract/areas/campaigns.ts';
import type { Output } from '../../../../contract/operation.ts';
import { overlaid } from '../../../../domain/campaign-file/campaign-fields.ts';
import type { LockEntry } from '../../../../domain/campaign-file/lock.ts';
import { operationOf } from '../../../../domain/campaign-plan/calls.ts';
import type { PlanItem, PlannedCall } from '../../../../domain/campaign-plan/plan.ts';
import { campaignIn } from '../../campaign-view.ts';
import { changeLock } from '../lock-file.ts';
import { findCreated, type PlannedWith, refuseChanged, refuseOther } from './look-again.ts';

export interface Applied {
  readonly item: PlanItem;
  readonly campaignId: number | null;
  readonly outcome: 'done' | 'failed' | 'skipped';
  readonly made: number;
  readonly createdAt?: string | null;
  readonly failure?: Failure;
}

interface Applying extends PlannedWith {
  readonly items: readonly PlanItem[];
  createdAt(id: number): string | null;
  readonly granted: ReadonlyMap<PlannedCall, Granted>;
}

/** A failure ends that campaign alone; Ctrl-C, and a lock that cannot be written, end all. Throws only defects. */
export async function applyPlan(
  context: Context,
  { items, ...parts }: Applying,
): Promise<readonly Applied[]> {
  const applied: Applied[] = [];
  let ended = false;
  for (const item of items) {
    ended ||= context.files.world.signal.aborted;
    if (ended || item.calls.length === 0) {
      applied.push({ item, campaignId: item.campaignId, outcome: 'skipped', made: 0 });
      continue;
    }
    const one = await applyItem(context, item, parts);
    applied.push(one);
    ended = one.failure !== undefined && (isStop(one.failure) || one.failure instanceof Unwritten);
  }
  return applied;
}

/** What was agreed to before the first call: which campaign each file is of. Throws where the lock cannot be written. */
export async function lockFirst(
  context: Context,
  { folder, items, createdAt }: Pick<Applying, 'folder' | 'items' | 'createdAt'>,
): Promise<void> {
  const changes = new Map<string, LockEntry | undefined>();
  for (const { file, formerFile, campaignId: id, baseBefore } of items) {
    if (file === null || id === null) continue;
    changes.set(file, { id, createdAt: createdAt(id), base: baseBefore });
    if (formerFile !== undefined && !changes.has(formerFile)) changes.set(formerFile, undefined);
  }
  await changeLock(context, folder, changes);
}

async function applyItem(context: Context, item: PlanItem, parts: Omit<Applying, 'items'>): Promise<Applied> {
  const { folder, granted } = parts;
  const { file, calls } = item;
  let { campaignId } = item;
  let made = 0;
  let base = item.baseBefore;
  let createdAt = campaignId === null ? null : parts.createdAt(campaignId);
  try {
    await refuseChanged(context, item, parts);
    for (const call of calls) {
      context.files.world.signal.throwIfAborted();
      if (call.operation === campaigns.replaceSequence.id && made > 0 && campaignId !== null)
        await refuseOther(context, item, campaignId, parts);
      const answer = await make(context, call, campaignId, granted.get(call));
      if (call.operation === campaigns.create.id)
        ({ campaignId, createdAt } =
          createdBy(answer) ?? (await findCreated(context, String(item.name), parts)));
      made += 1;
      base = overlaid(base, call.sets);
      if (file === null || campaignId === null) continue;
      const entry = { id: campaignId, createdAt, base };
      await changeLock(context, folder, new Map([[file, entry]])).catch(unwritten);
    }
    return { item, campaignId, createdAt, outcome: 'done', made };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { item, campaignId, outcome: 'failed', made, failure: error };
  }
}

/** Checked by its schema before it leaves, like every call. */
async function make(
  { service }: Context,
  call: PlannedCall,
  created: number | null,
  granted: Granted | undefined,
): Promise<unknown> {
  const operation = operationOf[call.operation];
  const id = call.operation === campaigns.create.id ? undefined : (call.id ?? created ?? undefined);
  const input = { ...(id !== undefined && { params: { id } }), ...(call.body && { body: call.body }) };
  const { body } = await service.api.answer(operation, input, granted?.(id));
  return body;
}

/** Undefined where the answer does not say it. */
function createdBy(answer: unknown): { campaignId: number; createdAt: string | null } | undefined {
  const { id, createdAt = null } = campaignIn(answer as Output<typeof campaigns.create>);
  return Number.isSafeInteger(id) ? { campaignId: id, createdAt } : undefined;
}

class Unwritten extends Failure {}

const unwritten = (error: unknown): never => {
  if (!(error instanceof Failure)) throw error;
  const message = `The request was made, and the lock file could not be written: ${error.message}`;
  throw new Unwritten(error.code, message, {
    kind: error.kind,
    outcome: 'done',
    hint: error.hint ?? null,
    cause: error,
  });
};

/** Asks the service what came of creations and starts that an earlier run left open; undefined where there were none. */
export async function settleEarlier(
  { service }: Context,
  items: readonly PlanItem[],
  starts: boolean,
): Promise<readonly string[] | undefined> {
  const names = new Set<string>();
  const ids = new Set<string>();
  for (const { file, name, campaignId } of items) {
    if (file !== null && name !== null) names.add(name);
    ids.add(String(campaignId));
  }
  const open = (await service.journal.open(campaigns.create)).flatMap((call) => {
    const { name } = (call.input.body ?? {}) as { name?: unknown };
    return typeof name === 'string' && names.has(name) ? [{ ...call, name }] : [];
  });
  // One of which nothing has left is taken up by the gate.
  const started = (starts ? await service.journal.open(campaigns.resume) : []).filter(
    ({ input, sentAt }) => sentAt !== undefined && ids.has(String(input.params?.id)),
  );
  if (open.length + started.length === 0) return undefined;
  for (const { intent } of started) await service.journal.lookAgain(intent);
  const lines: string[] = [];
  for (const { intent, name, sentAt } of open) {
    const { state } = await service.journal.lookAgain(intent, reading);
    if (state === 'not-done' && sentAt !== undefined)
      lines.push(
        `The service does not show "${name}", which an earlier run created at ${new Date(sentAt).toISOString()} (journal ${intent})`,
      );
  }
  return lines;
}

/** The name is that of one campaign: the only new one of it is the one that was created; where there is none, none was. */
const reading: Reading = (finding) => {
  if (finding.kind === 'nothing' || (finding.kind === 'taken' && finding.isWhole)) return 'not done';
  if (finding.kind !== 'several' || finding.matches.length !== 1) return undefined;
  return { kind: 'done', answer: { campaign: finding.matches[0], message: null } };
};
