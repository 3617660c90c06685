import type { Sandbox } from '../../core/state.ts';
import { workspaceOf } from '../account/workspaces.ts';
import { createCampaign } from '../campaign/create-campaign.ts';
import { countLeads, createLead, leadByEmail } from '../leads/leads.ts';
import { joinCampaign } from '../leads/membership.ts';
import { replaceSteps } from '../sending/sequence.ts';
import { otherCampaigns, otherLeads } from './other-tool.ts';

/** One campaign of the other tool; ours, the spec does not say how long an import takes. */
const perCampaignMs = 5000;

export const instantlyKind = 'imports.instantly';

interface Payload {
  readonly workspaceId: number;
  /** A digest of the other tool's key, which is stored nowhere. */
  readonly account: number;
  readonly next: number;
}

export function startInstantlyImport(sandbox: Sandbox, workspaceId: number, account: number): string {
  const payload: Payload = { workspaceId, account, next: 0 };
  sandbox.schedule(sandbox.now() + perCampaignMs, instantlyKind, payload);
  return `instantly-${workspaceId}-${sandbox.now().toString(36)}`;
}

/** Brings the next campaign over, as a draft with its steps and its leads, and then the one after it. */
export function onInstantly(sandbox: Sandbox, { workspaceId, account, next }: Payload, at: number): void {
  const campaign = otherCampaigns[next];
  if (!campaign) return;
  const id = createCampaign(sandbox, workspaceId, { name: campaign.name });
  replaceSteps(sandbox, id, campaign.steps);
  const room = workspaceOf(sandbox, workspaceId).contactCap - countLeads(sandbox, workspaceId);
  joinCampaign(sandbox, id, bringLeads(sandbox, workspaceId, otherLeads(sandbox, account, next), room));
  if (next + 1 < otherCampaigns.length)
    sandbox.schedule(at + perCampaignMs, instantlyKind, { workspaceId, account, next: next + 1 });
}

/** Leads that are there already are left as they are; new ones stop at the contact limit of the plan. */
function bringLeads(
  sandbox: Sandbox,
  workspaceId: number,
  leads: ReturnType<typeof otherLeads>,
  room: number,
): number[] {
  let left = room;
  const ids: number[] = [];
  for (const lead of leads) {
    const existing = leadByEmail(sandbox, workspaceId, lead.email);
    if (existing) ids.push(existing.id);
    else if (left-- > 0) ids.push(createLead(sandbox, workspaceId, lead, 'api'));
  }
  return ids;
}
