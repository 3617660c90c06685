import { inLanes } from '../../base/steps.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import type { ItemOf } from '../../contract/operation.ts';
import type { CampaignRecords } from '../../domain/course/campaign-records.ts';
import { readOr, whyOf } from '../answer/fact.ts';
import type { Service, Surroundings } from '../declare/command.ts';
import { allIn } from '../find/find-in-pages.ts';
import { type CampaignReading, readParts } from './read-campaign.ts';

/** The other campaigns that send from mailboxes of this one now. */
export type Sharing = Awaited<ReturnType<typeof readSharing>>;

const usualMost = 5;

/** The other campaigns of these mailboxes; no call where there are none, or the list could not be read just now. */
export async function campaignsBeside(
  { api }: Pick<Service, 'api'>,
  { id, senders = [], why }: Pick<CampaignReading, 'id' | 'senders' | 'why'>,
): Promise<{ others: ItemOf<typeof campaigns.list>[]; why?: string | undefined }> {
  const ids = new Set(senders.flatMap(({ campaignIds }) => campaignIds ?? []).map(String));
  ids.delete(String(id));
  if (ids.size === 0) return { others: [] };
  if (why.campaign !== undefined) return { others: [], why: why.campaign };
  const { value: others = [], failure } = await readOr(campaigns.list, () =>
    allIn(api.pages(campaigns.list, {}), (campaign) => ids.has(String(campaign.id))),
  );
  return { others, why: failure && whyOf(failure) };
}

/** One call for the list where a mailbox has another campaign, and four for each of the first campaigns that run. */
export async function readSharing(context: Surroundings, reading: CampaignReading, mostRead = usualMost) {
  const { others, why } = await campaignsBeside(context.service, reading);
  const running = others.filter(({ status }) => status === 'running');
  return {
    /** Why it is not known which ones there are. */
    why,
    /** Each with what its course needs, as far as it can be read. */
    campaigns: await inLanes(running.slice(0, mostRead), (campaign) => readOther(context, campaign)),
    /** How many more there are, which were not read: four calls each. */
    unread: Math.max(0, running.length - mostRead),
  };
}

/** Four calls. A part that cannot be read is undefined. */
export async function readOther(
  { service }: Surroundings,
  campaign: ItemOf<typeof campaigns.list>,
): Promise<CampaignRecords> {
  const { id } = campaign;
  const parts = ['detail', 'sequence', 'schedule', 'stats'] as const;
  return { id, campaign, ...(await readParts(service, id, parts)) };
}
