import { counted } from '../../base/counted.ts';
import type { Context } from '../../cli/declare/command.ts';
import { ifReadable } from '../../cli/find/names.ts';
import { autopilot } from '../../contract/areas/autopilot.ts';
import { dfy } from '../../contract/areas/dfy.ts';
import { finder } from '../../contract/areas/finder.ts';
import { leads } from '../../contract/areas/leads.ts';
import { knownPrice } from '../../contract/prices.ts';
import type { Run } from './run-view.ts';

/**
 * Writes into the journal what an approval has come to once the run is beyond its first batch: the people of its campaign,
 * at the price for each, and no dollars where no order was placed since. What cannot be read stays as it was approved.
 */
export async function recordResult({ service }: Context, run: Run): Promise<void> {
  const { id, campaignId, approvedAt } = run;
  if (!campaignId || !approvedAt) return;
  const [batch, prices, orders] = await Promise.all([
    ifReadable(() => service.api.page(leads.list, { query: { campaignId } }, { pageSize: 1 })),
    ifReadable(() => service.api(finder.filters)),
    ifReadable(() => service.api.page(dfy.orders, {}, { pageSize: 1 })),
  ]);
  const people = batch?.total;
  const price = knownPrice(prices?.creditsPerProspect);
  if (typeof people !== 'number' || price === undefined) return;
  const [newest] = orders?.items ?? [];
  const isNothingBought =
    orders !== undefined && !(newest && !(Date.parse(newest.createdAt ?? '') < Date.parse(approvedAt)));
  const credits = people * price;
  const bought = isNothingBought ? '; nothing was bought' : '';
  await service.journal.remark(
    autopilot.approve,
    `Run ${id}: ${counted(people, 'person', 'people')} for ${counted(credits, 'credit')}${bought}`,
    { credits, people, ...(isNothingBought && { usd: 0 }) },
  );
}
