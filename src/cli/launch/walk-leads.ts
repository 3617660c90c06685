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
  /** Every lead of the service's count was listed. */
  readonly isWhole: boolean;
}

/** Leads that come while it walks are looked at as well, so many times. */
const mostLooks = 3;

/** Walks over all leads, or the newest `sample`, and counts their faults. */
export async function walkLeads(
  context: Pick<Context, 'api' | 'progress'>,
  id: number,
  rules: LeadRules,
  sample?: number,
): Promise<Walk> {
  const tally = createFaultTally();
  const keys = createKeyTally();
  const count = (judged: Iterable<readonly [Lead, LeadFault[]]>) => {
    for (const [lead, faults] of judged) {
      tally.add(lead, faults);
      keys.add(lead);
    }
  };
  const look = () => context.api.page(leads.list, { query: { campaignId: id } }, { pageSize: 1 });
  let first: Head | undefined;
  await context.progress('Checking the leads', async (say) => {
    for await (const { judged, total } of judgedLeads(context, id, rules, sample)) {
      first ??= { total, newest: judged[0]?.[0].id };
      count(judged);
      const all = sample === undefined ? total : Math.min(sample, total ?? sample);
      if (all !== null) say('Checking the leads', { done: tally.leads(), total: all });
    }
  });
  let seen: Head = first ?? { total: 0, newest: undefined };
  let now = await look();
  for (let looks = 0; looks < mostLooks && sample === undefined && hasNewer(seen, now.items[0]); looks++) {
    const newest = now.items[0]?.id;
    for await (const judged of newerThan(context, id, rules, seen.newest)) count(judged);
    seen = { total: now.total, newest };
    now = await look();
  }
  const sampled = sample !== undefined && (now.total === null || tally.leads() < now.total);
  const isWhole = !hasNewer(seen, now.items[0]) && (now.total === null || tally.leads() >= now.total);
  return {
    counts: tally.counts(),
    keys: keys.keys(),
    leads: tally.leads(),
    ofLeads: now.total,
    isWhole: sampled || isWhole,
    moved:
      now.total !== first?.total ||
      String(now.items[0]?.id) !== String(first?.newest) ||
      (!sampled && now.total !== null && now.total !== tally.leads()),
  };
}

interface Head {
  readonly total: number | null;
  readonly newest: unknown;
}

/** The newest come first in every list. */
const hasNewer = ({ newest }: Head, now: Lead | undefined): boolean =>
  now !== undefined && String(now.id) !== String(newest) && !(Number(now.id) < Number(newest));

/** The leads in front of one that was the newest. */
async function* newerThan(
  context: Pick<Context, 'api'>,
  id: number,
  rules: LeadRules,
  known: unknown,
): AsyncGenerator<readonly (readonly [Lead, LeadFault[]])[]> {
  const isKnown = ([lead]: readonly [Lead, LeadFault[]]) => Number(lead.id) <= Number(known);
  for await (const { judged } of judgedLeads(context, id, rules)) {
    const at = judged.findIndex(isKnown);
    yield at === -1 ? judged : judged.slice(0, at);
    if (at !== -1) return;
  }
}
