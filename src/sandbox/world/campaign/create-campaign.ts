import type { campaigns } from '../../../contract/areas/campaigns.ts';
import type { Input } from '../../../contract/operation.ts';
import { invalidField } from '../../core/request.ts';
import type { Sandbox } from '../../core/state.ts';
import {
  type CampaignSchedule,
  campaignTable,
  defaultSchedule,
  defaultSettings,
  windowOf,
} from './campaigns.ts';

type NewCampaign = Input<typeof campaigns.create>['body'] & { readonly daysSchedule?: string };

/** A draft; gives its id. Whatever is not said is as the service has it. */
export function createCampaign(sandbox: Sandbox, workspaceId: number, campaign: NewCampaign): number {
  const { name, emoji, flow, ...rest } = campaign;
  const now = sandbox.now();
  return campaignTable.insert(sandbox, {
    workspaceId,
    name,
    emoji: emoji ?? null,
    flow: flow ?? 'multiple_leads_scheduled',
    status: 'draft',
    settings: merge(defaultSettings, rest),
    schedule: scheduleFrom(defaultSchedule, rest),
    createdAt: now,
    updatedAt: now,
  });
}

type Given = Readonly<Record<string, unknown>>;

/**
 * The minutes between two emails are settings of a campaign and part of its schedule: one value, two ways to it. Where
 * one of the two is given and passes the other, the other makes way.
 */
export function scheduleFrom(before: CampaignSchedule, given: Given): CampaignSchedule {
  const schedule = merge(before, given);
  const { minimumTimeBetweenEmails: least, maximumTimeBetweenEmails: most } = schedule;
  if (least <= most) return inOrder(schedule);
  if (given.maximumTimeBetweenEmails === undefined)
    return inOrder({ ...schedule, maximumTimeBetweenEmails: least });
  if (given.minimumTimeBetweenEmails === undefined)
    return inOrder({ ...schedule, minimumTimeBetweenEmails: most });
  throw invalidField(
    'minimumTimeBetweenEmails',
    least,
    `must not be above maximumTimeBetweenEmails (${most})`,
  );
}

/** The given fields over the ones before; what is not a field of the record is left out. */
export function merge<T extends object>(before: T, given: Given): T {
  const merged = { ...before } as Record<string, unknown>;
  for (const name of Object.keys(before)) if (given[name] !== undefined) merged[name] = given[name];
  return merged as T;
}

function inOrder(schedule: CampaignSchedule): CampaignSchedule {
  const { start, end } = windowOf(schedule);
  if (start < end) return schedule;
  throw invalidField(
    'endSchedule',
    schedule.endSchedule,
    `must be later in the day than startSchedule (${schedule.startSchedule})`,
  );
}
