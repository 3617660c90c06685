import type { Api } from '../client/api.ts';
import { campaigns } from '../contract/areas/campaigns.ts';
import { Failure } from '../contract/errors.ts';
import { listed } from './listed.ts';

/** A campaign that people are to join, and what that means for them. */
export interface ReceivingCampaign {
  /** People who join a running or a completed campaign are written to at once (spec, Campaign status). */
  readonly sends: boolean;
  /** For the person who is asked. */
  readonly fact: string;
}

/** Throws `not-found` where there is no such campaign. */
export async function receivingCampaign(api: Api, id: number): Promise<ReceivingCampaign> {
  const campaign = await listed(api.pages(campaigns.list, {}), id);
  if (!campaign)
    throw new Failure('not-found', `there is no campaign ${id}`, {
      code: 'campaign_not_found',
      hint: 'See: outreach campaigns list',
    });
  const sends = campaign.status === 'running' || campaign.status === 'completed';
  const consequence = sends ? ': they are written to as soon as they are added' : '';
  return { sends, fact: `Campaign: ${id} "${campaign.name}", ${campaign.status}${consequence}` };
}
