import type { Failure } from '../../base/errors.ts';
import { leads } from '../../contract/areas/leads.ts';
import { replies } from '../../contract/areas/replies.ts';
import { addressKey } from '../../contract/checks/email-address.ts';
import { AddressSet } from '../../domain/lead-file/address-set.ts';
import { readOr } from '../answer/fact.ts';
import type { Context } from '../declare/command.ts';
import { leadsPage } from './walk-leads.ts';

/** Whose mail bounced and who said no before, by address; a few bytes for each of them. */
export interface AddressHistory {
  hasBounced(address: string): boolean;
  saidNo(address: string): boolean;
  /** Why it is not whole. */
  readonly failure: Failure | undefined;
}

const bits = { bounced: 1, no: 2 } as const;

/**
 * Walks over all leads and replies of the workspace. Where `only` is given and the walk would take more calls, it asks
 * for these addresses one by one instead.
 */
export async function readAddressHistory(
  context: Pick<Context, 'api' | 'progress'>,
  only: readonly string[] | undefined,
): Promise<AddressHistory> {
  const known = new AddressSet();
  const mark = (address: string, bit: number) => {
    const key = addressKey(address);
    known.put(key, known.rowOf(key) | bit);
  };
  const markLeads = (some: readonly { email: string; tag?: unknown }[]) => {
    for (const { email, tag } of some)
      if (tag === 'bounced') mark(email, bits.bounced);
      else if (tag === 'not_interested') mark(email, bits.no);
  };
  const ofLeads = await readOr(leads.list, () => readLeads(context, only, markLeads));
  const ofReplies = await readOr(replies.list, async () => {
    for await (const { items } of context.api.pages(replies.list, {}, { pageSize: replies.list.paging.max }))
      for (const { fromAddress, responseCategory } of items)
        if (fromAddress && responseCategory === 'not_interested') mark(fromAddress, bits.no);
  });
  return {
    hasBounced: (address) => (known.rowOf(addressKey(address)) & bits.bounced) !== 0,
    saidNo: (address) => (known.rowOf(addressKey(address)) & bits.no) !== 0,
    failure: ofLeads.failure ?? ofReplies.failure,
  };
}

async function readLeads(
  { api, progress }: Pick<Context, 'api' | 'progress'>,
  only: readonly string[] | undefined,
  mark: (some: readonly { email: string; tag?: unknown }[]) => void,
): Promise<void> {
  const label = 'Reading the categories of leads';
  await progress(label, async (say) => {
    let done = 0;
    for await (const { items, total } of api.pages(leads.list, {}, { pageSize: leadsPage })) {
      mark(items);
      done += items.length;
      if (total !== null) say(label, { done, total });
      if (only === undefined || total === null || (total - done) / leadsPage <= only.length) continue;
      const asked = await Promise.all(only.map((email) => api.page(leads.list, { query: { email } })));
      for (const page of asked) mark(page.items);
      return;
    }
  });
}
