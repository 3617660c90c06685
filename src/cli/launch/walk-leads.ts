import { createHash } from 'node:crypto';
import { counted, grouped, isCount } from '../../base/counted.ts';
import type { Page } from '../../client/api/api.ts';
import { leads } from '../../contract/areas/leads.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { createFaultTally, type LeadFault, type LeadRules } from '../../domain/launch/lead-faults.ts';
import { createKeyTally } from '../../domain/launch/tag-rules.ts';
import { AddressSet } from '../../domain/lead-file/address-set.ts';
import { readOr, whyOf } from '../answer/fact.ts';
import type { Service, Surroundings } from '../declare/command.ts';
import { mailedLine, valuesOf } from '../find/joining-leads.ts';

export type Lead = ItemOf<typeof leads.list>;

export const leadsPage = 200;

type Judged = readonly (readonly [Lead, readonly LeadFault[]])[];

/** Rounds that bring no new lead, after which a list that counts more is given up. */
const mostIdle = 2;

/**
 * Every lead of a campaign once, a page after another, with the faults of each; of those behind it keeps the ids alone.
 * Where a list ends before its own count is reached, it reads on as long as that brings new leads. Those that are `seen`,
 * by {@link keyOf}, are passed over, and each that comes is added.
 */
export async function* judgedLeads(
  { api }: Pick<Service, 'api'>,
  id: number,
  rules: LeadRules,
  {
    limit = Number.POSITIVE_INFINITY,
    seen = new AddressSet(),
  }: { readonly limit?: number | undefined; readonly seen?: AddressSet } = {},
): AsyncGenerator<{ readonly judged: Judged; readonly total: number | null }> {
  const until = seen.size + limit;
  let [page, idle, isEnd] = [1, 0, false];
  while (!isEnd && idle < mostIdle) {
    const before = seen.size;
    const from = page++;
    const paging = { page: from, pageSize: leadsPage, limit: until - seen.size };
    for await (const found of api.pages(leads.list, { query: { campaignId: id } }, paging)) {
      const total = countIn(found.total);
      const judged: (readonly [Lead, readonly LeadFault[]])[] = [];
      for (const lead of found.items)
        if (seen.put(keyOf(lead), 1) === 0) judged.push([lead, [...rules(lead)]]);
      page = found.page + 1;
      isEnd = !found.hasMore && (total === null ? found.items.length < found.limit : seen.size >= total);
      yield { total: found.total, judged };
    }
    if (seen.size >= until) return;
    idle = seen.size > before ? 0 : idle + 1;
  }
}

const keyOf = ({ id, email }: Lead): string => String(id ?? email);

/** A count that cannot be one says nothing. */
const countIn = (total: number | null): number | null => (isCount(total) ? total : null);

/** What a walk over the leads of a campaign found. */
export type Walk = Awaited<ReturnType<typeof walkLeads>>;

/** Leads that come while it walks are looked at as well, so many times. */
const mostLooks = 3;

/** Walks over all leads, or the newest `sample`, and counts faults; `unread` is why some could not be read. */
export async function walkLeads(
  context: Pick<Surroundings, 'service' | 'screen'>,
  id: number,
  rules: LeadRules,
  {
    sample,
    tags,
  }: { readonly sample?: number | undefined; readonly tags?: ReadonlySet<string> | undefined } = {},
) {
  const tally = createFaultTally();
  const keys = createKeyTally();
  const seen = new AddressSet();
  const people = createHash('sha256');
  const count = (judged: Judged) => {
    for (const [lead, faults] of judged) {
      people.update(`${lead.tag ?? ''} ${mailedLine(lead, valuesOf(lead, tags))}`);
      tally.add(lead, faults);
      keys.add(lead);
    }
  };
  let first: { readonly total: number | null; readonly newest: unknown } | undefined;
  const look = () => context.service.api.page(leads.list, { query: { campaignId: id } }, { pageSize: 1 });
  const isSeen = ([newest]: readonly Lead[]) => newest === undefined || seen.rowOf(keyOf(newest)) > 0;
  const came = ({ items, total }: Page<Lead>) =>
    !isSeen(items) || (total !== first?.total && tally.leads() < (total ?? 0));
  const walked = await readOr(leads.list, async () => {
    await context.screen.progress('Checking the leads', async (say) => {
      for await (const { judged, total } of judgedLeads(context.service, id, rules, {
        limit: sample,
        seen,
      })) {
        first ??= { total, newest: judged[0]?.[0].id };
        count(judged);
        const all = sample === undefined ? countIn(total) : Math.min(sample, total ?? sample);
        if (all !== null) say('Checking the leads', { done: tally.leads(), total: all });
      }
    });
    let now = await look();
    for (let looks = 0; looks < mostLooks && sample === undefined && came(now); looks++) {
      for await (const { judged, total } of judgedLeads(context.service, id, rules, { seen })) {
        count(judged);
        // The newest come first: behind one that is known, all are, unless the count says otherwise.
        if (total === null ? judged.length < leadsPage : tally.leads() >= total) break;
      }
      now = await look();
    }
    return now;
  });
  const { failure, value: { items, total } = { items: [], total: null } } = walked;
  const listed = tally.leads();
  const sampled = sample !== undefined && (total === null || listed < total);
  const unlisted = sampled ? undefined : unreadOf(listed, total, isSeen(items));
  const before = first === undefined ? '' : `the service listed ${counted(listed, 'lead')}, then: `;
  return {
    counts: tally.counts(),
    /** How many leads have a value for each tag. */
    keys: keys.keys(),
    leads: listed,
    /** A digest of all of these leads that their emails are made of, with their categories. */
    people: people.digest('hex'),
    /** As the service counts them at the end; null where it does not say. */
    ofLeads: countIn(total),
    /** Leads came or went while it walked. */
    moved:
      failure === undefined &&
      (total !== first?.total ||
        String(items[0]?.id) !== String(first?.newest) ||
        (!sampled && total !== null && total !== listed)),
    /** Why leads may be missing; undefined where every lead of the service's count was listed, or the sample. */
    unread: failure ? `${before}${whyOf(failure)}` : unlisted,
    /** Not even the first page could be read: no part of the leads was looked at. */
    isUnreadable: failure !== undefined && first === undefined,
  };
}

/** Nothing is known of leads that the service counts and does not list. */
export function unreadOf(listed: number, total: number | null, isNewestSeen = true): string | undefined {
  const said = `the service listed ${counted(listed, 'lead')}`;
  if (total !== null && countIn(total) === null) return `${said} and counts ${total}`;
  if (total !== null && listed < total) return `${said} of ${grouped(total)}`;
  return isNewestSeen ? undefined : `${said}, and more came`;
}
