import { parseUrl } from '../../base/parse-url.ts';
import type { copilot } from '../../contract/areas/copilot.ts';
import { type Handlers, Refusal } from '../core/handler.ts';
import { randomToken } from '../core/random-token.ts';
import { invalid } from '../core/request.ts';
import { createCampaign } from '../world/campaign/create-campaign.ts';
import { useAiRequest } from '../world/planning/allowance.ts';
import { beginExtraction } from '../world/planning/extraction.ts';
import { draftProfile } from '../world/planning/profile-draft.ts';
import { draftSequence } from '../world/planning/sequence-draft.ts';
import { type Site, siteOf } from '../world/planning/website.ts';
import { replaceSteps } from '../world/sending/sequence-store.ts';

export const handlers: Handlers<typeof copilot> = {
  plan: ({ body, workspaceId }, sandbox) => {
    const site = siteOf(body.website);
    useAiRequest(sandbox, workspaceId);
    // With a description the website is not read.
    if (!body.description?.trim()) refuseUnlessReadable(site);
    const profile = draftProfile(sandbox, site, body);
    const { titles, seniorities, industries, companySizes, personas } = profile;
    return {
      icp: {
        icpName: profile.name,
        summary: profile.summary,
        titles,
        seniorities,
        industries,
        companySizes,
        suggestedSalesNavKeywords: profile.keywords,
        personas,
      },
      suggestedSequence: draftSequence(site, profile, body).map((step) => ({ ...step })),
    };
  },

  launch: ({ body, workspaceId }, sandbox) => {
    const { name, sequence = [], salesNavSearchUrl: url } = body;
    if (url !== undefined && !isWebAddress(url))
      throw invalid({ field: 'salesNavSearchUrl', value: url, reason: 'must be an https address' });
    const campaignId = createCampaign(sandbox, workspaceId, { name });
    const steps = sequence.map(({ followUpAfter: delayDays, ...step }, index) => {
      return { ...step, order: index + 1, delayDays };
    });
    replaceSteps(sandbox, campaignId, steps);
    if (url !== undefined) beginExtraction(sandbox, { campaignId, url });
    const leads = url === undefined ? 'add its leads next' : 'leads are being extracted from the search';
    return {
      campaignId,
      jobId: `job_${randomToken(sandbox, 12, 'copilot', campaignId)}`,
      message: `Draft campaign created: ${leads}. Nothing is sent before it is started.`,
      status: 'draft',
    };
  },
};

function refuseUnlessReadable({ host, state }: Site): void {
  if (state === 'placeholder')
    throw new Refusal(422, `${host} shows a placeholder page: send a description of the company instead`);
  if (state === 'unreachable') throw new Refusal(502, `${host} could not be read`);
}

const isWebAddress = (text: string): boolean => parseUrl(text)?.protocol === 'https:';
