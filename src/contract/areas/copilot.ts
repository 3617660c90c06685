import { limits } from '../limits.ts';
import { area, checkFirst, documented, safe, write } from '../operation.ts';
import { shown } from '../schema/answer-shape.ts';
import {
  array,
  fromOthers,
  type Infer,
  id,
  integer,
  maybe,
  nullable,
  object,
  optional,
  type Problem,
  record,
  ruled,
  string,
  unknown,
} from '../schema/schema.ts';

const theirs = () => fromOthers(string());

/**
 * Made of what a website says. The spec names the fields and not their types; lists where the ICP record has lists.
 */
const icp = record({
  icpName: maybe(theirs()),
  summary: maybe(theirs()),
  titles: maybe(array(theirs())),
  seniorities: maybe(array(theirs())),
  industries: maybe(array(theirs())),
  companySizes: maybe(array(theirs())),
  suggestedSalesNavKeywords: maybe(fromOthers(unknown())),
  personas: maybe(array(fromOthers(unknown()))),
});

const suggestedStep = record({
  subject: maybe(theirs()),
  body: maybe(theirs()),
  /** Days after the step before; 0 for the first. */
  followUpAfter: maybe(integer()),
});

const [leastDays, mostDays] = limits.copilotFollowUpDays;

const step = object({
  subject: string(1),
  body: string(1),
  followUpAfter: integer(0, mostDays),
});

const launchShape = object({
  name: string(1),
  /** For reference only: nothing follows from it. */
  icp: optional(record({})),
  sequence: optional(array(step)),
  /** Address of a people search on a professional network; leads are extracted from it. */
  salesNavSearchUrl: optional(string(1)),
  /** Base64 session payload for that search. */
  salesNavData: optional(string(1)),
});

/** Spec, Copilot launch request. A session is never repeated in a problem. */
function launchProblems(request: Infer<typeof launchShape>): Problem[] {
  const { sequence = [], salesNavSearchUrl, salesNavData } = request;
  const problems: Problem[] = sequence.flatMap(({ followUpAfter }, index) => {
    const fits = index === 0 ? followUpAfter === 0 : followUpAfter >= leastDays;
    const reason = index === 0 ? 'must be 0 for the first step' : `must be ${leastDays} to ${mostDays}`;
    return fits ? [] : [{ field: `sequence.${index}.followUpAfter`, value: followUpAfter, reason }];
  });
  if (salesNavData === undefined) return problems;
  const hidden = { field: 'salesNavData', value: undefined };
  if (salesNavSearchUrl === undefined)
    problems.push({ ...hidden, reason: 'needs salesNavSearchUrl beside it' });
  if (!isBase64(salesNavData)) problems.push({ ...hidden, reason: 'must be base64' });
  return problems;
}

const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);

export const copilot = area('copilot', {
  plan: write({
    summary: 'Draft an ICP and a sequence from a website',
    tool: 'plan_copilot',
    route: documented('POST', '/copilot/plan'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    retry: safe,
    changes: false,
    body: object({
      website: string(1),
      /** What the company does, in its own words; the website is then not read. */
      description: optional(string()),
      context: optional(string()),
    }),
    answer: shown('closed'),
    response: record({ icp: nullable(icp), suggestedSequence: nullable(array(suggestedStep)) }),
    statuses: [400, 422, 429, 502],
  }),
  launch: write({
    summary: 'Create a draft campaign with its sequence; nothing is sent',
    tool: 'launch_copilot',
    route: documented('POST', '/copilot/launch'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    // Each call creates another campaign.
    retry: checkFirst('campaigns.list'),
    success: 202,
    body: ruled(launchShape, launchProblems),
    answer: shown('closed'),
    response: record({
      campaignId: id(),
      /** Empty or null where no leads are extracted. */
      jobId: nullable(string()),
      message: maybe(string()),
      status: nullable(string()),
    }),
    statuses: [400, 500],
    secrets: ['salesNavData'],
  }),
});
