import { leads } from '../../contract/areas/leads.ts';
import { replies } from '../../contract/areas/replies.ts';
import { addressKey } from '../../contract/checks/email-address.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { columnVerdictIn, optOutIn } from '../../domain/address/status-column.ts';
import type { CheckedLead } from '../../domain/launch/lead-faults.ts';
import { AddressSet } from '../../domain/lead-file/address-set.ts';
import { readOr } from '../answer/fact.ts';
import type { Service, Surroundings } from '../declare/command.ts';
import { whole } from '../find/find-in-pages.ts';
import { waysOf } from '../find/joining-leads.ts';
import { leadsPage } from './walk-leads.ts';

/** Whose mail bounced, who said no or opted out before, by address; a few bytes for each of them. */
export type AddressHistory = Awaited<ReturnType<typeof readAddressHistory>>;

const bits = { bounced: 1, no: 2, out: 4, invalid: 8 } as const;
const ownBits = 4;

/** What `look` may give: numbers below 2 to the power of it. */
export const mostSeen = 26;

type Lead = ItemOf<typeof leads.list>;

/**
 * Walks over all leads and replies of the workspace, and gives `look` each lead. Where `only` is given and the walk would take more calls, it asks
 * for these addresses one by one instead.
 */
export async function readAddressHistory(
  context: Pick<Surroundings, 'service' | 'screen'>,
  only: readonly string[] | undefined,
  look: (lead: Lead) => number,
) {
  const known = new AddressSet();
  const mark = (address: string, bit: number) => {
    const key = addressKey(address);
    known.put(key, known.rowOf(key) | bit);
  };
  const markLeads = (some: readonly Lead[]) => {
    for (const lead of some) {
      const { email, tag } = lead;
      if (tag === 'bounced') mark(email, bits.bounced);
      else if (tag === 'not_interested') mark(email, bits.no);
      const variables = lead.customVariables ?? {};
      if (optOutIn(variables, email) !== undefined) mark(email, bits.out);
      if (columnVerdictIn(variables, email) === 'invalid') mark(email, bits.invalid);
      const seen = look(lead);
      if (seen > 0) mark(email, seen << ownBits);
    }
  };
  const ofLeads = await readOr(leads.list, () => readLeads(context, only, markLeads));
  const has = (address: string, bit: number) => (known.rowOf(addressKey(address)) & bit) !== 0;
  const saidNo = (address: string) => has(address, bits.no);
  let newest: unknown;
  const ofReplies = await readOr(replies.list, async () => {
    for await (const { items } of replyPages(context.service)) {
      newest ??= items[0]?.id;
      for (const address of refusalsIn(items)) mark(address, bits.no);
    }
  });
  return {
    hasBounced: (address: string) => has(address, bits.bounced),
    /** By their custom variables. */
    stored: (address: string): CheckedLead['stored'] => ({
      optedOut: has(address, bits.out),
      invalid: has(address, bits.invalid),
    }),
    saidNo,
    /** What `look` gave for the lead with this address; 0 where the service has none. */
    seen: (address: string) => known.rowOf(addressKey(address)) >> ownBits,
    /** Who said no since it was read: one call, more where many replies came. A bounce shows in the list of leads alone. */
    async noSince(): Promise<readonly string[]> {
      const since: string[] = [];
      if (ofReplies.failure !== undefined) return since;
      for await (const { items } of replyPages(context.service)) {
        for (const address of refusalsIn(items)) if (!saidNo(address)) since.push(address);
        if (items.some(({ id }) => id === newest)) break;
      }
      return since;
    },
    /** Why it is not whole. */
    failure: ofLeads.failure ?? ofReplies.failure,
  };
}

const replyPages = ({ api }: Pick<Service, 'api'>) =>
  whole(api.pages(replies.list, {}, { pageSize: replies.list.paging.max }));

function* refusalsIn(items: readonly ItemOf<typeof replies.list>[]): Iterable<string> {
  for (const { fromAddress, responseCategory } of items)
    if (fromAddress && responseCategory === 'not_interested') yield fromAddress;
}

async function readLeads(
  { service, screen }: Pick<Surroundings, 'service' | 'screen'>,
  only: readonly string[] | undefined,
  mark: (some: readonly Lead[]) => void,
): Promise<void> {
  const label = 'Reading the categories of leads';
  await screen.progress(label, async (say) => {
    let done = 0;
    for await (const { items, total } of whole(service.api.pages(leads.list, {}, { pageSize: leadsPage }))) {
      mark(items);
      done += items.length;
      if (total !== null) say(label, { done, total });
      if (only === undefined || total === null || (total - done) / leadsPage <= only.length) continue;
      const ways = [...new Set(only.flatMap(waysOf))];
      const asked = await Promise.all(
        ways.map((email) => service.api.page(leads.list, { query: { email } })),
      );
      for (const page of asked) mark(page.items);
      return;
    }
  });
}
