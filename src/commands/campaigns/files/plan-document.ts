import { exactText, parseExact } from '../../../base/exact-json.ts';
import type { Context, Service } from '../../../cli/declare/command.ts';
import { findingFields } from '../../../cli/launch/finding-fields.ts';
import { redactKeys } from '../../../contract/keys.ts';
import type { AnyOperation } from '../../../contract/operation.ts';
import * as s from '../../../contract/schema/schema.ts';
import { operationOf } from '../../../domain/campaign-plan/calls.ts';
import {
  isPause,
  type Plan,
  type PlanItem,
  type PlannedCall,
  type PlanOptions,
} from '../../../domain/campaign-plan/plan.ts';
import { needsAllowLive } from '../../../domain/campaign-plan/plan-campaign.ts';
import type { NeededOption, ShownItem } from './plan-lines.ts';
import type { ShownPlan } from './plan-view.ts';

export const planFields = s.object({
  profile: s.string(),
  target: s.oneOf(['live', 'sandbox']),
  items: s.array(
    s.object({
      file: s.string(),
      campaignId: s.id(),
      name: s.string(),
      action: s.oneOf(['conflict', 'create', 'change', 'same', 'drift', 'unmanaged']),
      status: s.unknown(),
      running: s.boolean(),
      changes: s.array(
        s.object({
          field: s.string(),
          from: s.fromOthers(s.either(s.string(), s.integer(), s.boolean(), s.array(s.string()))),
          to: s.fromOthers(s.either(s.string(), s.integer(), s.boolean(), s.array(s.string()))),
          kind: s.oneOf(['conflict', 'change', 'drift']),
          overwrites: s.oneOf(['conflict', 'drift']),
        }),
      ),
      byHand: s.array(s.string()),
      unreadable: s.array(s.object({ field: s.string(), why: s.string() })),
      problems: s.array(s.object(findingFields)),
      warnings: s.array(s.string()),
      calls: s.integer(),
      pauses: s.boolean(),
      needs: s.array(s.oneOf(['--recreate', '--allow-live'])),
      adopted: s.boolean(),
      gone: s.integer(),
      formerFile: s.string(),
      people: s.object({ betweenSteps: s.integer(), leads: s.integer() }),
    }),
  ),
  calls: s.integer(),
  requests: s.array(
    s.object({ ...s.each(['file', 'operation', 'method', 'path'], s.string()), body: s.map(s.unknown()) }),
  ),
  digest: s.string(),
});

/** A plan as programs see it: what an item has none of is left out. */
export interface PlanDocument extends ShownPlan {
  readonly target: 'live' | 'sandbox';
  readonly requests: readonly ReturnType<typeof requestOf>[];
  readonly digest: string;
}

export function planDocument({ service, screen }: Context, { items, options, digest }: Plan): PlanDocument {
  const requests: ReturnType<typeof requestOf>[] = [];
  for (const { file, calls } of items)
    for (const call of calls) requests.push(requestOf(service.settings, file, call));
  return {
    profile: service.settings.profile,
    target: service.settings.target,
    items: items.map((item) => itemOf(item, options, screen.isForPeople)),
    calls: requests.length,
    requests: withoutKeys(requests),
    digest,
  };
}

/** What looks like a key in the copy of a campaign is not repeated. */
const withoutKeys = <T>(value: T): T => parseExact(redactKeys(exactText(value))) as T;

function itemOf(item: PlanItem, options: PlanOptions, isForPeople: boolean): ShownItem {
  const { calls, baseBefore, unreadable, problems, ...rest } = item;
  const isGone = item.gone !== undefined && item.action === 'create';
  const needs: NeededOption[] = [];
  if (isGone && !options.recreate) needs.push('--recreate');
  if (needsAllowLive(item) && !options.allowLive) needs.push('--allow-live');
  return {
    ...rest,
    changes: withoutKeys(item.changes),
    calls: calls.length,
    ...(calls.some(isPause) && { pauses: true as const }),
    ...(needs.length > 0 && { needs }),
    ...(unreadable.length > 0 && { unreadable }),
    ...(problems.length > 0 && { problems }),
    ...(isForPeople && { baseBefore }),
  };
}

/** With `:id` in its path for a campaign that is to be created. */
function requestOf({ routes }: Service['settings'], file: string | null, call: PlannedCall) {
  const operation: AnyOperation = operationOf[call.operation];
  const { method, path } = routes[operation.id] ?? operation.route;
  const { id, body = null } = call;
  return {
    file,
    operation: operation.id,
    method,
    path: id === null ? path : path.replace(':id', String(id)),
    body,
  };
}
