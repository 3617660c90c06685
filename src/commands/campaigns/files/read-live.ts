import type { Failure } from '../../../base/errors.ts';
import { inLanes } from '../../../base/steps.ts';
import { tryRead } from '../../../cli/answer/fact.ts';
import type { Service } from '../../../cli/declare/command.ts';
import { noCampaign } from '../../../cli/find/find-id.ts';
import { allIn } from '../../../cli/find/find-in-pages.ts';
import { type PartsReading, readParts } from '../../../cli/launch/read-campaign.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import { senders } from '../../../contract/areas/senders.ts';
import type { ItemOf } from '../../../contract/operation.ts';
import type {
  ListedCampaign,
  LiveAccount,
  LiveCampaign,
  Mailbox,
  UnreadablePart,
} from '../../../domain/campaign-plan/plan.ts';
import { campaignIn } from '../campaign-view.ts';
import { liveFields } from './live-fields.ts';

/** What the two lists of an account say: one call for each page. */
export interface Account extends LiveAccount {
  readonly campaigns: readonly (ListedCampaign &
    Pick<ItemOf<typeof campaigns.list>, 'name' | 'emoji' | 'flow'>)[];
  readonly mailboxes: readonly (Mailbox & {
    /** Undefined where the service does not say. */
    readonly campaignIds: readonly number[] | undefined;
  })[];
}

/** For `uses`: what {@link readAccount} and {@link readLive} call. */
export const liveReads = [
  campaigns.list,
  senders.list,
  campaigns.get,
  campaigns.sequence,
  campaigns.getSchedule,
] as const;

export async function readAccount({ api }: Pick<Service, 'api'>): Promise<Account> {
  const [listed, mailboxes] = await Promise.all([
    allIn(api.pages(campaigns.list, {})),
    allIn(api.pages(senders.list, {})),
  ]);
  return {
    campaigns: listed.map(asListed),
    mailboxes: mailboxes.map(({ id, address, isConnected, campaignIds }) => ({
      id,
      address: address.toLowerCase(),
      isConnected: isConnected !== false,
      campaignIds: campaignIds === null ? [] : campaignIds,
    })),
  };
}

/** With what keeps parts of it from being read only now. */
export interface ReadCampaign extends LiveCampaign {
  readonly faults: ReadonlyMap<UnreadablePart, Failure>;
}

/** With campaigns of the lock that the list lacks and the service has: a call each. Throws what keeps that unknown. */
export async function withUnlisted(
  context: Pick<Service, 'api'>,
  account: Account,
  ids: readonly number[],
): Promise<Account> {
  const listed = new Set(account.campaigns.map(({ id }) => id));
  const missing = [...new Set(ids)].filter((id) => !listed.has(id));
  const found = await inLanes(missing, (id) => unlisted(context, id));
  return { ...account, campaigns: [...account.campaigns, ...found.flatMap((one) => one ?? [])] };
}

async function unlisted(
  context: Pick<Service, 'api'>,
  id: number,
): Promise<Account['campaigns'][number] | undefined> {
  const { value, failure } = await tryRead(context, campaigns.get, { params: { id } });
  if (failure) {
    if (failure.status === 404) return undefined;
    throw failure;
  }
  const record = campaignIn(value);
  return record.id === id ? asListed(record) : undefined;
}

function asListed(record: ItemOf<typeof campaigns.list>): Account['campaigns'][number] {
  const { id, name, emoji, flow, status, createdAt = null } = record;
  return { id, name, emoji, flow, status, createdAt };
}

/** Three calls for each campaign, those of some campaigns at the same time. Throws `not_found` for an id that is not listed. */
export function readLive(
  context: Pick<Service, 'api'>,
  account: Account,
  ids: readonly number[],
  read: (progress: { done: number; total: number }) => void = () => {},
): Promise<readonly ReadCampaign[]> {
  let done = 0;
  return inLanes(ids, async (id) => {
    const listed = account.campaigns.find((campaign) => campaign.id === id);
    if (listed === undefined) throw noCampaign(id);
    const reading = ['detail', 'sequence', 'schedule'] as const;
    const parts = await readParts(context, id, reading, { lean: true, ownSchedule: true });
    const { name, status, createdAt } = listed;
    const steps = parts.sequence?.steps ?? [];
    const { detail } = parts;
    done += 1;
    read({ done, total: ids.length });
    return {
      id,
      name,
      status,
      createdAt,
      steps,
      ...(detail?.status != null && { shown: { name: detail.name ?? null, status: detail.status } }),
      faults: faultsOf(parts),
      ...liveFields(listed, attachedTo(account, id), parts),
    };
  });
}

function faultsOf({ faults: { detail, sequence, schedule } = {} }: PartsReading): ReadCampaign['faults'] {
  const faults = new Map<UnreadablePart, Failure>();
  for (const [part, fault] of Object.entries({ settings: detail, sequence, schedule }))
    if (fault) faults.set(part as UnreadablePart, fault);
  return faults;
}

/** Undefined where the service does not say of every mailbox what it is attached to. */
function attachedTo({ mailboxes }: Account, id: number): readonly string[] | undefined {
  const attached = new Set<string>();
  for (const { address, campaignIds } of mailboxes) {
    if (campaignIds === undefined) return undefined;
    if (campaignIds.includes(id)) attached.add(address);
  }
  return [...attached].sort();
}
