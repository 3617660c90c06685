import { limits } from '../../../contract/limits.ts';
import type { Sandbox } from '../../core/state.ts';
import { prospectPrice } from '../account/prices.ts';
import { addCredits, availableOf } from '../account/wallet.ts';
import { workspaceOf } from '../account/workspaces.ts';
import { audienceOfProfile } from '../audience/audience-size.ts';
import { icpOf } from '../audience/icps.ts';
import { campaignTable } from '../campaign/campaigns.ts';
import { screenUntil } from '../imports/import-screening.ts';
import { countLeads } from '../leads/leads.ts';
import { joinCampaign } from '../leads/membership.ts';
import type { Run } from './runs.ts';

/** Everybody who matches; counting them is free. */
export const matching = (sandbox: Sandbox, { workspaceId, icpId }: Run): Int32Array =>
  audienceOfProfile(sandbox, icpOf(sandbox, workspaceId, icpId ?? 0).criteria);

/**
 * Reveals the first batch into the run's campaign, as far as credits and contact cap go. Who is skipped costs nothing,
 * as with an import; credits are debited for the leads that were created. `problem` says why it is empty.
 */
export function revealFirstBatch(sandbox: Sandbox, run: Run) {
  const workspace = workspaceOf(sandbox, run.workspaceId);
  const campaign = campaignTable.get(sandbox, run.campaignId ?? 0);
  const price = prospectPrice(workspace);
  const affordable = price === 0 ? Number.POSITIVE_INFINITY : availableOf(sandbox, workspace.id) / price;
  const room = workspace.contactCap - countLeads(sandbox, workspace.id);
  if (affordable < 1) return { delivered: 0, credits: 0, problem: 'insufficient_credits' };
  if (room < 1) return { delivered: 0, credits: 0, problem: 'contact_cap_reached' };
  const most = Math.min(run.targetProspectCount, Math.floor(affordable), room);
  const looks = Math.max(limits.lookLeast, run.targetProspectCount * limits.lookPerRequested);
  const people = matching(sandbox, run).subarray(0, looks);
  const { leads } = screenUntil(sandbox, most, people, { workspace, campaign, origin: 'autopilot' });
  if (leads.length === 0) return { delivered: 0, credits: 0, problem: 'no_prospects' };
  const credits = leads.length * price;
  if (credits > 0)
    addCredits(sandbox, workspace.id, -credits, 'autopilot_prospects', `autopilot run ${run.id}`);
  joinCampaign(sandbox, campaign.id, leads, run.ledgerId ?? undefined);
  return { delivered: leads.length, credits };
}
