import { limits } from '../../../contract/limits.ts';
import type { Sandbox } from '../../core/state.ts';
import { workspaceOf } from '../account/workspaces.ts';
import { findCampaign } from '../campaign/campaigns.ts';
import { peopleOf } from '../contacts/people.ts';
import { screenUntil } from '../imports/import-screening.ts';
import { countLeads } from '../leads/leads.ts';
import { joinCampaign } from '../leads/membership.ts';

export const extractKind = 'copilot.extract';

interface Extraction {
  readonly campaignId: number;
  readonly url: string;
}

/** How long it takes, and how many people a search shows: ours, the spec says only that leads are extracted. */
export const extractionMs = 60_000;
const shown = { least: 20, most: 80 } as const;

/** Leads from a people search on another site, for a campaign. The same search shows the same people. */
export function onExtract(sandbox: Sandbox, { campaignId, url }: Extraction): void {
  const campaign = findCampaign(sandbox, campaignId);
  if (!campaign) return;
  const workspace = workspaceOf(sandbox, campaign.workspaceId);
  const { count } = peopleOf(sandbox.seed);
  const wanted = shown.least + Math.floor(sandbox.chance('search', url) * (shown.most - shown.least));
  const room = Math.max(0, workspace.contactCap - countLeads(sandbox, workspace.id));
  const most = Math.min(wanted, room);
  const people = Array.from({ length: wanted * limits.lookPerRequested }, (_, look) =>
    Math.floor(sandbox.chance('search', url, look) * count),
  );
  const { leads } = screenUntil(sandbox, most, people, { workspace, campaign, origin: 'copilot' });
  joinCampaign(sandbox, campaignId, leads);
}
