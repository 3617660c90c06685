import { inLanes } from '../../base/steps.ts';
import { readOr, whyOf } from '../../cli/answer/fact.ts';
import type { Context } from '../../cli/declare/command.ts';
import { allIn } from '../../cli/find/find-in-pages.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { finder } from '../../contract/areas/finder.ts';
import { report } from '../../contract/areas/report.ts';
import type { ItemOf, Output } from '../../contract/operation.ts';
import * as s from '../../contract/schema/schema.ts';
import { type Period, plus, type Query, readOutcomes, type Sum } from './read-outcomes.ts';

export type Report = Output<typeof report.outcomes>;
type Import = ItemOf<typeof finder.imports>;
type Listed = Pick<ItemOf<typeof campaigns.list>, 'id' | 'name' | 'stats'>;

/** A campaign with the credits of the imports that name it, and no others. */
const campaignCostFields = s.object({
  campaignId: s.id(),
  name: s.fromOthers(s.string()),
  /** Null where the service does not say what one of its imports has spent. */
  credits: s.nullable(s.integer()),
  creditsUsd: s.nullable(s.number()),
  imports: s.integer(),
  /** Null where they cannot be read, as those of a campaign that is deleted. */
  outcomes: s.nullable(
    s.object({ ...s.each(['sent', 'replies', 'positiveReplies', 'meetings'], s.integer()) }),
  ),
  /** Null where it has no credits and others have cost something, or nothing to divide them by. */
  costPerReply: s.nullable(s.number()),
  costPerPositive: s.nullable(s.number()),
  costPerMeeting: s.nullable(s.number()),
  /** People since the campaign began, as the service has these for no period. */
  ...s.each(['contacted', 'bounced'], s.nullable(s.integer())),
});

export type CampaignCost = s.DocumentOf<typeof campaignCostFields>;

/** What the workspace has spent beside that; null where the parts do not add up to the whole. */
const sharedFields = s.object({
  credits: s.nullable(s.integer()),
  ...s.each(['creditsUsd', 'dfyOrdersUsd', 'totalUsd'], s.nullable(s.number())),
});

type Shared = s.DocumentOf<typeof sharedFields>;

/** What `--by-campaign` adds to a report. */
export const campaignCostsFields = s.object({
  campaigns: s.array(campaignCostFields),
  shared: sharedFields,
  /** The service lists the last 50. */
  importsListed: s.integer(),
  /** None of the period can be missing. */
  importsComplete: s.boolean(),
});

export type CampaignCosts = s.DocumentOf<typeof campaignCostsFields>;

const mostImports = 50;

/** A call for each campaign, and two lists. */
export async function readCampaignCosts(
  context: Context,
  period: Period,
  { spend }: Report,
  read = (query: Query) => readOutcomes(context.service.api, query),
): Promise<CampaignCosts> {
  const { imports } = await context.service.api(finder.imports, { query: { limit: mostImports } });
  const ofPeriod = imports.filter(({ createdAt }) => isWithin(createdAt, period));
  const found = [...(await namedBy(ofPeriod, context)).values()];
  const usdPerCredit = spend.credits > 0 ? spend.creditsUsd / spend.credits : null;
  const label = 'Reading the campaigns';
  const costs = await context.screen.progress(label, (say) => {
    let done = 0;
    return inLanes(found, async (campaign) => {
      const query = { ...period, campaignId: campaign.id };
      const { value, failure } = await readOr(report.outcomes, () => read(query));
      if (failure)
        context.screen.warn(`The results of campaign ${campaign.id} are not known: ${whyOf(failure)}`);
      done += 1;
      say(label, { done, total: found.length });
      const own = ofPeriod.filter(({ campaignId }) => String(campaignId) === String(campaign.id));
      return costOf(campaign, own, value?.outcomes ?? null, { usdPerCredit, isFree: spend.totalUsd === 0 });
    });
  });
  const oldest = imports.at(-1)?.createdAt;
  const reachesBack = period.since !== undefined && oldest != null && oldest < period.since;
  return {
    campaigns: costs,
    shared: sharedOf(spend, costs),
    importsListed: imports.length,
    importsComplete: imports.length < mostImports || reachesBack,
  };
}

/** An import counts whole, when it was started. */
function isWithin(at: string | null | undefined, { since, until }: Period): boolean {
  if (at == null) return since === undefined && until === undefined;
  const time = Date.parse(at);
  return (
    (since === undefined || time >= Date.parse(since)) && (until === undefined || time <= Date.parse(until))
  );
}

/** All campaigns of the list, and those that only an import still names. */
async function namedBy(imports: readonly Import[], { service }: Context): Promise<Map<string, Listed>> {
  const found = new Map<string, Listed>();
  for (const campaign of await allIn(service.api.pages(campaigns.list, {}, { pageSize: 200 })))
    found.set(String(campaign.id), campaign);
  for (const { campaignId, campaignName } of imports)
    if (campaignId != null && !found.has(String(campaignId)))
      found.set(String(campaignId), { id: campaignId, name: campaignName ?? '' });
  return found;
}

function costOf(
  { id, name, stats }: Listed,
  imports: readonly Import[],
  outcomes: CampaignCost['outcomes'],
  { usdPerCredit, isFree }: { readonly usdPerCredit: number | null; readonly isFree: boolean },
): CampaignCost {
  let credits: Sum = 0;
  for (const { creditsSpent } of imports) credits = plus(credits, creditsSpent);
  const creditsUsd =
    credits === 0 ? 0 : credits === null || usdPerCredit === null ? null : rounded(credits * usdPerCredit);
  const isKnown = creditsUsd !== null && (creditsUsd > 0 || isFree);
  const per = (count = 0) => (isKnown && count > 0 ? rounded(creditsUsd / count) : null);
  return {
    campaignId: id,
    name,
    credits,
    creditsUsd,
    imports: imports.length,
    outcomes,
    costPerReply: per(outcomes?.replies),
    costPerPositive: per(outcomes?.positiveReplies),
    costPerMeeting: per(outcomes?.meetings),
    contacted: stats?.contactedLeadsCount ?? null,
    bounced: stats?.bouncedLeadsCount ?? null,
  };
}

function sharedOf(spend: Report['spend'], costs: readonly CampaignCost[]): Shared {
  let [ofImports, named]: [Sum, Sum] = [0, 0];
  for (const cost of costs) {
    ofImports = plus(ofImports, cost.credits);
    named = plus(named, cost.creditsUsd);
  }
  const credits = ofImports === null || ofImports > spend.credits ? null : spend.credits - ofImports;
  const left = (whole: number) =>
    credits === null || named === null ? null : rounded(Math.max(0, whole - named));
  return {
    credits,
    creditsUsd: left(spend.creditsUsd),
    dfyOrdersUsd: spend.dfyOrdersUsd ?? null,
    totalUsd: left(spend.totalUsd),
  };
}

/** Without what dividing in binary leaves behind. */
const rounded = (usd: number): number => Number(usd.toFixed(4));
