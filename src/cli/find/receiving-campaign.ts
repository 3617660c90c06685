import { Failure } from '../../base/errors.ts';
import type { Api } from '../../client/api/api.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { listed } from './find-in-pages.ts';

/** A campaign that people are to join, and what that means for them. */
export interface ReceivingCampaign {
  /** They may be written to at once: it sends, or nobody knows what it does. */
  readonly sends: boolean;
  /** For the person who is asked. */
  readonly fact: string;
  /** The service lists it. */
  readonly listed: boolean;
}

export async function receivingCampaign(api: Api, id: number): Promise<ReceivingCampaign> {
  try {
    const campaign = await listed(api.pages(campaigns.list, {}), id);
    if (campaign === undefined) return unread(id, 'it is not in the list of campaigns', false);
    const { sends, means } = statusOf(campaign.status);
    return { sends, fact: `Campaign: ${id} "${campaign.name}", ${means}`, listed: true };
  } catch (error) {
    if (!(error instanceof Failure) || !isUnreadable(error)) throw error;
    return unread(id, 'the list of campaigns cannot be read', true);
  }
}

/**
 * Who joins a running campaign is written to at once, and a completed one resumes (spec, Campaign status). The spec does
 * not give the whole list: only a state that it calls quiet, written exactly so, is quiet.
 */
function statusOf(status: unknown): { readonly sends: boolean; readonly means: string } {
  if (status === 'draft' || status === 'paused') return { sends: false, means: status };
  if (status === 'running')
    return { sends: true, means: 'running: people are written to as soon as they are added' };
  if (status === 'completed') return { sends: true, means: 'completed: adding people resumes it' };
  const shown = typeof status === 'string' ? status : (JSON.stringify(status) ?? 'none');
  return { sends: true, means: `its status is not known (${shown.slice(0, 60)}): ${mayMail}` };
}

const mayMail = 'people may be written to as soon as they are added';

const unread = (id: number, why: string, isListed: boolean): ReceivingCampaign => ({
  sends: true,
  fact: `Campaign: ${id}, its status is not known (${why}): ${mayMail}`,
  listed: isListed,
});

/** It answers, with what is no list of campaigns, or says that there is none: no second try shows more. */
const isUnreadable = ({ status }: Failure): boolean =>
  status === 404 || (status !== undefined && status >= 200 && status < 300);

/** For what spends on people for a campaign: throws `not-found` where there is no such campaign. */
export async function listedCampaign(api: Api, id: number): Promise<ReceivingCampaign> {
  const campaign = await receivingCampaign(api, id);
  if (campaign.listed) return campaign;
  throw new Failure('not-found', `there is no campaign ${id}`, {
    code: 'campaign_not_found',
    hint: 'See: outreach campaigns list',
  });
}
