import { inLanes } from '../../../base/steps.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { writesAtOnce } from '../../../contract/consent.ts';
import type { ItemOf } from '../../../contract/operation.ts';
import type { CampaignRecords } from '../../../domain/course/campaign-records.ts';
import type { OtherCampaign } from '../../../domain/launch/capacity-rules.ts';
import type { Finding } from '../../../domain/launch/problem.ts';
import type { CheckedSender } from '../../../domain/launch/sender-rules.ts';
import { campaignLimitsIn } from '../../../domain/mailbox/limits-in.ts';
import { type Read, readOr } from '../../answer/fact.ts';
import type { StoredLooks } from '../../answer/stored-looks.ts';
import type { Service, Surroundings } from '../../declare/command.ts';
import { allIn, whole } from '../../find/find-in-pages.ts';
import { type CampaignReading, readParts, settingsIn } from '../read-campaign.ts';
import { readOther } from '../read-sharing.ts';
import type { Walk } from '../walk-leads.ts';

type Campaign = ItemOf<typeof campaigns.list>;

export const duplicateChoices = ['running', 'all', 'off'] as const;
export type Duplicates = (typeof duplicateChoices)[number];

/** Every campaign but this one. */
export const readOthers = ({ api }: Pick<Service, 'api'>, own: number): Promise<Read<readonly Campaign[]>> =>
  readOr(campaigns.list, () =>
    allIn(api.pages(campaigns.list, {}, { pageSize: 200 }), ({ id }) => String(id) !== String(own)),
  );

/** A completed campaign has written to everyone. */
export const isRunning = ({ status }: Campaign): boolean => writesAtOnce(status) && status !== 'completed';

/** The other running campaigns that share a mailbox with this one, each with what its capacity and its course need. */
export function readSharers(
  context: Surroundings,
  others: readonly Campaign[],
  mailboxes: readonly CheckedSender[],
): Promise<CampaignRecords[]> {
  const shared = new Set(mailboxes.flatMap(({ campaignIds }) => campaignIds ?? []).map(String));
  const sharers = others.filter((other) => isRunning(other) && shared.has(String(other.id)));
  return inLanes(sharers, (campaign) => readOther(context, campaign));
}

/** What each of the other running campaigns allows; only of those that share a mailbox is it read. */
export const limitsOfOthers = (
  others: readonly Campaign[],
  sharers: readonly CampaignRecords[],
): OtherCampaign[] =>
  others.filter(isRunning).map(({ id }) => {
    const read = sharers.find((sharer) => String(sharer.id) === String(id));
    return { id, limits: read?.detail && campaignLimitsIn(read.detail, read.schedule) };
  });

/** Stored ids are listed anew after this: a lead may have left its campaign meanwhile. */
const wholeMs = 24 * 3_600_000;

/** Which of the campaigns a lead is in, by its id, with the state of that campaign; the service does not say so of a lead. */
export async function readMemberships(
  context: Pick<Surroundings, 'service' | 'files'>,
  stored: StoredLooks,
  others: readonly Campaign[],
  { fresh }: { readonly fresh: boolean },
): Promise<ReadonlyMap<string, string>> {
  const memberships = new Map<string, string>();
  for (const campaign of others)
    for (const id of await leadsIn(context, stored, campaign.id, fresh))
      memberships.set(id, rivalText(campaign));
  return memberships;
}

const rivalText = ({ id, status }: Campaign): string => `campaign ${id}, ${status ?? 'status not known'}`;

/** With the campaigns where a reply ends no follow-ups in the others: one call for each that shares leads with this one. */
export async function withUnstopped(
  { service }: Surroundings,
  own: CampaignReading,
  others: readonly Campaign[],
  { counts }: Pick<Walk, 'counts'>,
): Promise<(found: Finding) => Finding> {
  const shared = new Set<string | undefined>();
  for (const { fault } of counts) if (fault.rule === 'already-running') shared.add(fault.detail);
  const rivals = others.filter((other) => shared.has(rivalText(other)));
  const details = await inLanes(rivals, async ({ id }) => ({
    id,
    ...(await readParts(service, id, ['detail'])),
  }));
  const unstopped = [own, ...details].flatMap((one) =>
    settingsIn(one).isEnabledStopFollowUpsAcrossCampaigns === true ? [] : [one.id],
  );
  return (found) => (found.rule === 'already-running' ? { ...found, unstopped } : found);
}

async function leadsIn(
  context: Pick<Surroundings, 'service' | 'files'>,
  stored: StoredLooks,
  campaignId: number,
  fresh: boolean,
): Promise<Iterable<string>> {
  const { service, files } = context;
  const now = files.world.clock.now();
  const kept = fresh ? undefined : stored.findLeads(String(campaignId));
  const isWhole = kept !== undefined && now - kept.wholeAt < wholeMs;
  const known = new Set<string>(isWhole ? (JSON.parse(kept.ids) as string[]) : []);
  const added: string[] = [];
  let total: number | null = null;
  for await (const page of whole(
    service.api.pages(leads.list, { query: { campaignId } }, { pageSize: 200 }),
  )) {
    total = page.total;
    const before = added.length;
    for (const { id } of page.items) if (!known.has(String(id))) added.push(String(id));
    // The newest come first: behind one that is known, all are.
    if (added.length - before < page.items.length) break;
  }
  const ids = [...added, ...known];
  if (known.size > 0 && total !== null && total !== ids.length)
    return leadsIn(context, stored, campaignId, true);
  stored.keepLeads(String(campaignId), { ids: JSON.stringify(ids), wholeAt: isWhole ? kept.wholeAt : now });
  return ids;
}
