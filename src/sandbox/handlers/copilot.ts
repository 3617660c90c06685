import { parseUrl } from '../../base/parse-url.ts';
import { copilot } from '../../contract/areas/copilot.ts';
import { limits } from '../../contract/limits.ts';
import { Refusal, sectionOf } from '../core/handler.ts';
import { randomToken } from '../core/random-token.ts';
import { invalidField } from '../core/request.ts';
import type { Sandbox } from '../core/state.ts';
import { secondsToUtcMidnight, utcDay } from '../core/times.ts';
import { count, countOf } from '../world/account/counters.ts';
import { workspaceOf } from '../world/account/workspaces.ts';
import { createCampaign } from '../world/campaign/create-campaign.ts';
import { extractionMs, extractKind } from '../world/planning/extraction.ts';
import { draftProfile } from '../world/planning/profile-draft.ts';
import { draftSequence, stepsOf } from '../world/planning/sequence-draft.ts';
import { siteOf } from '../world/planning/website.ts';
import { replaceSteps } from '../world/sending/sequence.ts';

export const section = sectionOf(copilot, {
  plan: ({ body, workspaceId }, sandbox) => {
    const site = siteOf(body.website);
    useAiRequest(sandbox, workspaceId);
    // With a description the website is not read.
    const { host, state } = site;
    const isRead = !body.description?.trim();
    if (isRead && state === 'placeholder')
      throw new Refusal(422, `${host} shows a placeholder page: send a description of the company instead`);
    if (isRead && state === 'unreachable') throw new Refusal(502, `${host} could not be read`);
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
      suggestedSequence: draftSequence(site, profile, body),
    };
  },

  launch: ({ body, workspaceId }, sandbox) => {
    const { name, sequence = [], salesNavSearchUrl: url } = body;
    if (url !== undefined && parseUrl(url)?.protocol !== 'https:')
      throw invalidField('salesNavSearchUrl', url, 'must be an https address');
    const campaignId = createCampaign(sandbox, workspaceId, { name });
    replaceSteps(sandbox, campaignId, stepsOf(sequence));
    if (url !== undefined) sandbox.schedule(sandbox.now() + extractionMs, extractKind, { campaignId, url });
    const leads = url === undefined ? 'add its leads next' : 'leads are being extracted from the search';
    return {
      campaignId,
      jobId: `job_${randomToken(sandbox, 12, 'copilot', campaignId)}`,
      message: `Draft campaign created: ${leads}. Nothing is sent before it is started.`,
      status: 'draft',
    };
  },
});

const counter = 'ai_requests';
const minute = 60_000;

/**
 * Counts one AI request of the account, the main workspace with those below it, or refuses it with 429. A request that
 * was answered with a refusal is taken back with everything else and does not count.
 */
function useAiRequest(sandbox: Sandbox, workspaceId: number): void {
  const account = workspaceOf(sandbox, workspaceId).parentId ?? workspaceId;
  const now = sandbox.now();
  const last = sandbox.db
    .prepare(
      `SELECT at FROM request WHERE operation = 'copilot.plan' AND status = 200 AND at > ?
         AND workspace_id IN (SELECT id FROM workspace WHERE id = ? OR parent_id = ?) ORDER BY at`,
    )
    .all<{ at: number }>(now - minute, account, account);
  const first = last[last.length - limits.copilotPlansPerMinute];
  if (first)
    throw new Refusal(429, `At most ${limits.copilotPlansPerMinute} AI requests a minute`, {
      retryAfterSeconds: Math.max(1, Math.ceil((first.at + minute - now) / 1000)),
    });
  if (countOf(sandbox, account, counter, utcDay(now)) >= limits.copilotPlansPerDay)
    throw new Refusal(429, `The ${limits.copilotPlansPerDay} AI requests of today (UTC) are used up`, {
      retryAfterSeconds: secondsToUtcMidnight(now),
    });
  count(sandbox, account, counter, utcDay(now));
}
