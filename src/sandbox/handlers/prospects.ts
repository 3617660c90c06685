import { prospects } from '../../contract/areas/prospects.ts';
import { limits } from '../../contract/limits.ts';
import type { Criteria } from '../../contract/schema/criteria.ts';
import { Refusal, sectionOf } from '../core/handler.ts';
import { invalidField } from '../core/request.ts';
import type { Sandbox } from '../core/state.ts';
import { prospectPrice } from '../world/account/prices.ts';
import { addCredits, balanceOf, refuseUnlessAvailable } from '../world/account/wallet.ts';
import { requirePlan } from '../world/account/workspaces.ts';
import { audienceOfProfile } from '../world/audience/audience-size.ts';
import { type Icp, icpOf, primaryIcp } from '../world/audience/icps.ts';
import { campaignOf, defaultSettings, findCampaign } from '../world/campaign/campaigns.ts';
import { screenUntil } from '../world/imports/import-screening.ts';
import { countLeads, leadOf } from '../world/leads/leads.ts';
import { joinCampaign } from '../world/leads/membership.ts';

/** How many where nothing is said, and at most; the spec says neither. */
const usual = 25;
const most = limits.peoplePerImport[1];

export const section = sectionOf(prospects, {
  source: ({ body, workspaceId }, sandbox) => {
    const { campaignId, count = usual } = body;
    if (count > most) throw invalidField('count', count, `must be 1 to ${most}`);
    const icp = profile(sandbox, workspaceId, body.icpId);
    if (campaignId !== undefined) campaignOf(sandbox, workspaceId, campaignId);
    const { criteria } = icp;
    const { leads, skipped, credits } = sourceProspects(sandbox, {
      workspaceId,
      criteria,
      count,
      campaignId,
    });
    sandbox.effect({ credits });
    return {
      requested: count,
      sourced: leads.length,
      skipped,
      creditsSpent: credits,
      newBalance: balanceOf(sandbox, workspaceId),
      icpId: icp.id,
      campaignId: campaignId ?? null,
      leads: leads.map((id) => ({ id, email: leadOf(sandbox, workspaceId, id).email })),
    };
  },
});

function profile(sandbox: Sandbox, workspaceId: number, id: number | undefined): Icp {
  const icp = id === undefined ? primaryIcp(sandbox, workspaceId) : icpOf(sandbox, workspaceId, id);
  if (icp) return icp;
  throw invalidField('icpId', undefined, 'is required: no profile is the primary one');
}

interface Sourcing {
  readonly workspaceId: number;
  readonly criteria: Criteria;
  readonly count: number;
  /** They become leads of the workspace without it. */
  readonly campaignId?: number | undefined;
}

/**
 * Reveals people that a profile means and makes leads of them, in one go: who is in the workspace already, or has no
 * usable address, costs nothing. Throws 402 where the wallet does not hold the whole batch, 422 past the contact limit.
 */
function sourceProspects(sandbox: Sandbox, sourcing: Sourcing) {
  const { workspaceId, criteria, count, campaignId } = sourcing;
  const workspace = requirePlan(sandbox, workspaceId);
  const audience = audienceOfProfile(sandbox, criteria);
  const price = prospectPrice(workspace);
  refuseUnlessAvailable(sandbox, workspaceId, count * price);
  if (countLeads(sandbox, workspaceId) + count > workspace.contactCap)
    throw new Refusal(422, `The plan allows ${workspace.contactCap} contacts`, {
      code: 'contact_cap_reached',
    });
  const campaign = campaignId === undefined ? undefined : findCampaign(sandbox, campaignId);
  const most = Math.max(limits.lookLeast, count * limits.lookPerRequested);
  const { leads, looked } = screenUntil(sandbox, count, audience.subarray(0, most), {
    workspace,
    campaign: campaign ?? { settings: defaultSettings },
  });
  const credits = leads.length * price;
  if (credits > 0) addCredits(sandbox, workspaceId, -credits, 'prospect_sourcing');
  if (campaign && leads.length > 0) joinCampaign(sandbox, campaign.id, leads);
  return { leads, skipped: looked - leads.length, credits };
}
