import type { Service } from '../../../cli/declare/command.ts';
import { findInPages } from '../../../cli/find/find-in-pages.ts';
import type { campaigns } from '../../../contract/areas/campaigns.ts';
import { leads } from '../../../contract/areas/leads.ts';
import type { ItemOf } from '../../../contract/operation.ts';
import type { Lead } from '../lead-view.ts';

export type Joined = Pick<ItemOf<typeof campaigns.list>, 'id' | 'name' | 'status'>;

/** Those of the campaigns that a lead is in. The list of leads can be narrowed to one address in one campaign: a call for each. */
export async function joinedCampaigns(
  { api }: Pick<Service, 'api'>,
  lead: Pick<Lead, 'id' | 'email'>,
  among: readonly Joined[],
): Promise<Joined[]> {
  const found: Joined[] = [];
  for (const { id, name, status } of among) {
    const listed = api.pages(leads.list, { query: { email: lead.email, campaignId: id } });
    if (await findInPages(listed, lead.id)) found.push({ id, name, status });
  }
  return found;
}
