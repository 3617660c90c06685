import { limits } from '../limits.ts';
import { area, checkFirst, documented, harmless, noEffect, write } from '../operation.ts';
import * as s from '../schema/schema.ts';

const theirs = () => s.fromOthers(s.string());

/** Made of what a website says. The spec does not show types; lists where the ICP record has lists. */
const icp = s.record({
  ...s.each(['icpName', 'summary'], s.maybe(theirs())),
  ...s.each(['titles', 'seniorities', 'industries', 'companySizes'], s.maybe(s.array(theirs()))),
  suggestedSalesNavKeywords: s.maybe(s.fromOthers(s.unknown())),
  personas: s.maybe(s.array(s.fromOthers(s.unknown()))),
});

const suggestedStep = s.record({
  ...s.each(['subject', 'body'], s.maybe(theirs())),
  /** Days after the step before; 0 for the first. */
  followUpAfter: s.maybe(s.integer()),
});

const [leastDays, mostDays] = limits.copilotFollowUpDays;

const step = s.object({ subject: s.string(1), body: s.string(1), followUpAfter: s.integer(0, mostDays) });

const launchShape = s.object({
  name: s.string(1),
  /** For reference only: nothing follows from it. */
  icp: s.optional(s.record({})),
  sequence: s.optional(s.array(step)),
  /** Address of a people search on a professional network; leads are extracted from it. */
  salesNavSearchUrl: s.optional(s.string(1)),
  /** Base64 session payload for that search. */
  salesNavData: s.optional(s.string(1)),
});

/** Spec, Copilot launch request. A session is never repeated in a problem. */
function launchProblems(request: s.Infer<typeof launchShape>): s.Problem[] {
  const { sequence = [], salesNavSearchUrl, salesNavData } = request;
  const problems: s.Problem[] = sequence.flatMap(({ followUpAfter }, index) => {
    const fits = index === 0 ? followUpAfter === 0 : followUpAfter >= leastDays;
    const reason = index === 0 ? 'must be 0 for the first step' : `must be ${leastDays} to ${mostDays}`;
    return s.problemAt(`sequence.${index}.followUpAfter`, followUpAfter, !fits && reason);
  });
  if (salesNavData === undefined) return problems;
  const hidden = { field: 'salesNavData', value: undefined };
  if (salesNavSearchUrl === undefined)
    problems.push({ ...hidden, reason: 'needs salesNavSearchUrl beside it' });
  if (salesNavData.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(salesNavData))
    problems.push({ ...hidden, reason: 'must be base64' });
  return problems;
}

export const copilot = area('copilot', {
  plan: write({
    summary: 'Draft an ICP and a sequence from a website',
    route: documented('POST', '/copilot/plan'),
    ...harmless,
    changes: false,
    body: s.object({
      website: s.string(1),
      /** What the company does, in its own words; the website is then not read. */
      description: s.optional(s.string()),
      context: s.optional(s.string()),
    }),
    response: s.record({ icp: s.nullable(icp), suggestedSequence: s.nullable(s.array(suggestedStep)) }),
    statuses: [400, 422, 429, 502],
  }),
  launch: write({
    summary: 'Create a draft campaign with a sequence, without sending anything',
    route: documented('POST', '/copilot/launch'),
    ...noEffect,
    // Each call creates another campaign.
    retry: checkFirst('campaigns.list'),
    success: 202,
    body: s.ruled(launchShape, launchProblems),
    response: s.record({
      campaignId: s.id(),
      /** Empty or null where no leads are extracted. */
      jobId: s.nullable(s.string()),
      message: s.maybe(s.string()),
      status: s.nullable(s.string()),
    }),
    statuses: [400, 500],
    secrets: ['salesNavData'],
  }),
});
