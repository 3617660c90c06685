import { counted } from '../../../base/counted.ts';
import { limits } from '../../../contract/limits.ts';
import type { Criteria } from '../../../contract/schema/criteria.ts';
import { Refusal } from '../../core/handler.ts';
import type { Sandbox } from '../../core/state.ts';
import { prospectPrice } from '../account/prices.ts';
import { addCredits, availableOf } from '../account/wallet.ts';
import { requirePlan } from '../account/workspaces.ts';
import { defaultSettings, findCampaign } from '../campaign/campaigns.ts';
import { screen } from '../imports/import-screening.ts';
import { countLeads } from '../leads/leads.ts';
import { joinCampaign } from '../leads/membership.ts';
import { audienceOfProfile } from './audience-size.ts';

export interface Sourcing {
  readonly workspaceId: number;
  readonly criteria: Criteria;
  readonly count: number;
  /** They become leads of the workspace without it. */
  readonly campaignId?: number | undefined;
}

export interface Sourced {
  readonly leads: readonly number[];
  readonly skipped: number;
  readonly credits: number;
}

/**
 * Reveals people that a profile means and makes leads of them, in one go: who is in the workspace already, or has no
 * usable address, costs nothing. Throws 402 where the wallet does not hold the whole batch, 422 past the contact limit.
 */
export function sourceProspects(sandbox: Sandbox, sourcing: Sourcing): Sourced {
  const { workspaceId, criteria, count, campaignId } = sourcing;
  const workspace = requirePlan(sandbox, workspaceId);
  const audience = audienceOfProfile(sandbox, criteria);
  const price = prospectPrice(workspace);
  const [needed, available] = [count * price, availableOf(sandbox, workspaceId)];
  if (needed > available)
    throw new Refusal(
      402,
      `${counted(needed, 'credit is', 'credits are')} needed, and there are ${available}`,
      {
        code: 'insufficient_credits',
        needed,
        available,
      },
    );
  if (countLeads(sandbox, workspaceId) + count > workspace.contactCap)
    throw new Refusal(422, `The plan allows ${workspace.contactCap} contacts`, {
      code: 'contact_cap_reached',
    });
  const campaign = campaignId === undefined ? undefined : findCampaign(sandbox, campaignId);
  const screening = {
    workspace,
    campaign: campaign ?? { settings: defaultSettings },
    verifier: undefined,
    counts: { valid: 0, invalid: 0, catchAll: 0, unknown: 0, limitReached: false },
  };
  const leads: number[] = [];
  const most = Math.max(limits.lookLeast, count * limits.lookPerRequested);
  let looked = 0;
  while (leads.length < count && looked < Math.min(most, audience.length)) {
    const outcome = screen(sandbox, screening, audience[looked++] ?? 0);
    if ('leadId' in outcome) leads.push(outcome.leadId);
  }
  const credits = leads.length * price;
  if (credits > 0) addCredits(sandbox, workspaceId, -credits, 'prospect_sourcing');
  if (campaign && leads.length > 0) joinCampaign(sandbox, campaign.id, leads);
  return { leads, skipped: looked - leads.length, credits };
}
