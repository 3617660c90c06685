import { Failure } from '../../base/errors.ts';
import type { Api } from '../../client/api/api.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { joiningOf, writesAtOnce } from '../../contract/consent.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { Mailing } from '../consent/gate.ts';
import { inline } from '../output/text/inline.ts';
import { findInPages } from './find-in-pages.ts';

/**
 * Whether the campaign that people join by a call writes to them; undefined for a call that adds no people to a campaign
 * whatever it says. Throws `not-found` where the campaign does not exist.
 */
export async function mailingOf(
  api: Api,
  operation: AnyOperation,
  input: AnyInput,
): Promise<Mailing | undefined> {
  if (typeof operation.mails === 'string') return undefined;
  const joining = joiningOf(operation, input);
  if (joining === undefined) return { sends: false, facts: [] };
  const id = String(joining.campaign);
  const { people } = joining;
  const unknown = (why: string): Mailing => {
    const fact = `Campaign: ${id}, its status is not known (${why}): ${mayMail}`;
    return { sends: true, people, facts: [fact] };
  };
  try {
    const campaign = await findInPages(api.pages(campaigns.list, {}), id);
    if (campaign === undefined) throw noCampaign(id);
    const fact = `Campaign: ${id} "${inline(campaign.name)}", ${meaningOf(campaign.status)}`;
    return { sends: writesAtOnce(campaign.status), people, facts: [fact] };
  } catch (error) {
    if (!(error instanceof Failure) || !isUnreadable(error)) throw error;
    return unknown('the list of campaigns cannot be read');
  }
}

/** Throws `not-found` where the list of campaigns can be read and does not have it. */
export async function checkCampaign(api: Api, id: number): Promise<void> {
  try {
    if ((await findInPages(api.pages(campaigns.list, {}), id)) === undefined) throw noCampaign(String(id));
  } catch (error) {
    if (!(error instanceof Failure) || !isUnreadable(error)) throw error;
  }
}

const mayMail = 'it may email people as soon as they are added';

function meaningOf(status: unknown): string {
  if (typeof status === 'string' && !writesAtOnce(status)) return status;
  if (status === 'running') return 'running: it emails people as soon as they are added';
  if (status === 'completed') return 'completed: adding people resumes it';
  const shown = typeof status === 'string' ? status : (JSON.stringify(status) ?? 'none');
  return `its status is not known (${shown.slice(0, 60)}): ${mayMail}`;
}

/** It answers, with what is not a list of campaigns, or says that there is none: no second try shows more. */
const isUnreadable = ({ status }: Failure): boolean =>
  status === 404 || (status !== undefined && status >= 200 && status < 300);

const noCampaign = (id: string): Failure =>
  new Failure('campaign_not_found', `there is no campaign ${id}`, {
    hint: 'See: outreach campaigns list',
  });
