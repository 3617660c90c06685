import { readOr, tryRead } from '../../../cli/answer/fact.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { inTurns } from '../../../cli/launch/read-one.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { peopleIn, stepsThatChange } from '../../../domain/campaign-plan/people.ts';
import type { PlanItem } from '../../../domain/campaign-plan/plan.ts';

/** The operations that {@link withPeople} may call, for `uses`. */
export const peopleReads = [campaigns.stats, leads.list] as const;

/** Whom the changes of running campaigns reach: at most two calls for each. What the service does not tell is left out. */
export const withPeople = (context: Context, items: readonly PlanItem[]): Promise<PlanItem[]> =>
  inTurns(items, async (item) => {
    const { running, campaignId, calls, changes } = item;
    if (!running || campaignId === null || calls.length === 0) return item;
    const stats = await tryRead(context, campaigns.stats, { params: { id: campaignId } });
    const total = stepsThatChange(changes).length === 0 ? undefined : await leadsOf(context, campaignId);
    return { ...item, people: peopleIn(changes, stats.value, total) };
  });

async function leadsOf({ api }: Context, campaignId: number): Promise<number | undefined> {
  const page = await readOr(leads.list, () =>
    api.page(leads.list, { query: { campaignId } }, { pageSize: 1 }),
  );
  return page.value?.total ?? undefined;
}
