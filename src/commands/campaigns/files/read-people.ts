import { counted } from '../../../base/counted.ts';
import { inLanes } from '../../../base/steps.ts';
import { type Reader, readOr, tryRead } from '../../../cli/answer/fact.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { peopleIn, reachIn, stepsThatChange } from '../../../domain/campaign-plan/people.ts';
import type { PlanItem } from '../../../domain/campaign-plan/plan.ts';

/** The operations that {@link withPeople} may call, for `uses`. */
export const peopleReads = [campaigns.stats, leads.list] as const;

/** Whom the changes of running campaigns reach: at most two calls for each. What the service does not tell is left out. */
export const withPeople = (context: Context, items: readonly PlanItem[]): Promise<PlanItem[]> =>
  inLanes(items, async (item) => {
    const { running, campaignId, calls, changes } = item;
    if (!running || campaignId === null || calls.length === 0) return item;
    const stats = await tryRead(context.service, campaigns.stats, { params: { id: campaignId } });
    const total = stepsThatChange(changes).length === 0 ? undefined : await leadsOf(context, campaignId);
    return { ...item, people: peopleIn(changes, stats.value, total) };
  });

export async function leadsOf(
  { service }: Context,
  campaignId: number,
  reader: Reader = readOr,
): Promise<number | undefined> {
  const page = await reader(leads.list, () =>
    service.api.page(leads.list, { query: { campaignId } }, { pageSize: 1 }),
  );
  return page.value?.total ?? undefined;
}

/** The operations that {@link reachOf} may call, for `uses`. */
export const reachReads = [campaigns.get, campaigns.stats, leads.list] as const;

/**
 * Whom a change of the emails of a campaign can still reach, at most: null where the service does not say how many leads it
 * has. `steps` are those that change, where they are known.
 */
export async function reachOf(context: Context, campaignId: number, steps: readonly number[] | undefined) {
  const params = { id: campaignId };
  const [total, detail, stats] = await Promise.all([
    leadsOf(context, campaignId),
    tryRead(context.service, campaigns.get, { params }),
    tryRead(context.service, campaigns.stats, { params }),
  ]);
  const isOver = detail.value?.campaign?.status === 'completed';
  const none = isOver ? 'it is completed, and has sent everything' : 'emails are only removed';
  if (isOver || steps?.length === 0) return { people: 0, line: `No lead gets what changes: ${none}` };
  if (total === undefined) return { people: null, line: 'How many people get it is not known' };
  const { people, why } = reachIn(total, { campaign: detail.value?.campaign, stats: stats.value, steps });
  const without = why === undefined ? '' : `, without ${why}`;
  const line = `At most ${counted(people, 'person gets', 'people get')} what changes: ${counted(total, 'lead')}${without}`;
  return { people, line };
}
