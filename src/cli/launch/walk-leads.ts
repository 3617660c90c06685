import { leads } from '../../contract/areas/leads.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { createFaultTally, type LeadFault, type LeadRules } from '../../domain/launch/lead-faults.ts';
import { createKeyTally } from '../../domain/launch/tag-rules.ts';
import type { Context } from '../declare/command.ts';

export type Lead = ItemOf<typeof leads.list>;

export const leadsPage = 200;

/** Every lead of a campaign, a page after another, with the faults of each. It keeps none. */
export async function* judgedLeads(
  { api }: Pick<Context, 'api'>,
  id: number,
  rules: LeadRules,
  limit?: number,
): AsyncGenerator<{ judged: readonly (readonly [Lead, LeadFault[]])[]; total: number | null }> {
  const paging = { pageSize: leadsPage, ...(limit !== undefined && { limit }) };
  for await (const { items, total } of api.pages(leads.list, { query: { campaignId: id } }, paging))
    yield { total, judged: items.map((lead) => [lead, [...rules(lead)]] as const) };
}

/** What a walk over the leads of a campaign found. */
export interface Walk {
  readonly counts: ReturnType<ReturnType<typeof createFaultTally>['counts']>;
  /** How many leads have a value for each tag. */
  readonly keys: ReadonlyMap<string, number>;
  readonly leads: number;
  /** As the service counts them at the end; null where it does not say. */
  readonly ofLeads: number | null;
  /** Leads came or went while it walked. */
  readonly moved: boolean;
}

/** Walks over all leads, or the newest `sample`, and counts their faults. */
export async function walkLeads(
  context: Pick<Context, 'api' | 'progress'>,
  id: number,
  rules: LeadRules,
  sample?: number,
): Promise<Walk> {
  const tally = createFaultTally();
  const keys = createKeyTally();
  let first: { readonly total: number | null; readonly newest: unknown } | undefined;
  await context.progress('Checking the leads', async (say) => {
    for await (const { judged, total } of judgedLeads(context, id, rules, sample)) {
      first ??= { total, newest: judged[0]?.[0].id };
      for (const [lead, faults] of judged) {
        tally.add(lead, faults);
        keys.add(lead);
      }
      const all = sample === undefined ? total : Math.min(sample, total ?? sample);
      if (all !== null) say('Checking the leads', { done: tally.leads(), total: all });
    }
  });
  const again = await context.api.page(leads.list, { query: { campaignId: id } }, { pageSize: 1 });
  const sampled = sample !== undefined && (again.total === null || tally.leads() < again.total);
  return {
    counts: tally.counts(),
    keys: keys.keys(),
    leads: tally.leads(),
    ofLeads: again.total,
    moved:
      again.total !== first?.total ||
      String(again.items[0]?.id) !== String(first?.newest) ||
      (!sampled && again.total !== null && again.total !== tally.leads()),
  };
}
