import type { campaigns } from '../../../contract/areas/campaigns.ts';
import type { ItemOf, Output } from '../../../contract/operation.ts';
import type { Sandbox } from '../../core/state.ts';
import { rfc3339 } from '../../core/times.ts';
import { listStats } from './campaign-statistics.ts';
import type { Campaign } from './campaigns.ts';

/** A campaign as lists show it. */
export function campaignItem(sandbox: Sandbox, campaign: Campaign): ItemOf<typeof campaigns.list> {
  const { id, name, emoji, flow, status, createdAt, updatedAt } = campaign;
  return {
    id,
    name,
    emoji,
    flow,
    status,
    stats: listStats(sandbox, id),
    createdAt: rfc3339(createdAt),
    updatedAt: rfc3339(updatedAt),
  };
}

/** The same with settings, schedule and signature. */
export function campaignDetail(
  sandbox: Sandbox,
  campaign: Campaign,
): Output<typeof campaigns.get>['campaign'] {
  const { settings, schedule, signature } = campaign;
  const { minimumTimeBetweenEmails, maximumTimeBetweenEmails } = schedule;
  return {
    ...campaignItem(sandbox, campaign),
    settings: { ...settings, minimumTimeBetweenEmails, maximumTimeBetweenEmails },
    schedule: { ...schedule },
    signature,
  };
}
