import type { prospects } from '../../contract/areas/prospects.ts';
import { limits } from '../../contract/limits.ts';
import type { Handlers } from '../core/handler.ts';
import { invalid } from '../core/request.ts';
import type { Sandbox } from '../core/state.ts';
import { balanceOf } from '../world/account/wallet.ts';
import { type Icp, icpOf, primaryIcp } from '../world/audience/icps.ts';
import { sourceProspects } from '../world/audience/sourcing.ts';
import { campaignOf } from '../world/campaign/campaigns.ts';
import { leadOf } from '../world/leads/leads.ts';

/** How many where nothing is said, and at most; the spec says neither. */
const usual = 25;
const most = limits.peoplePerImport[1];

export const handlers: Handlers<typeof prospects> = {
  source: ({ body, workspaceId }, sandbox) => {
    const { campaignId, count = usual } = body;
    if (count > most) throw invalid({ field: 'count', value: count, reason: `must be 1 to ${most}` });
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
};

function profile(sandbox: Sandbox, workspaceId: number, id: number | undefined): Icp {
  const icp = id === undefined ? primaryIcp(sandbox, workspaceId) : icpOf(sandbox, workspaceId, id);
  if (icp) return icp;
  throw invalid({ field: 'icpId', value: undefined, reason: 'is required: no profile is the primary one' });
}
