import { Failure } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { readParts } from '../../../cli/launch/read-campaign.ts';
import { inTurns } from '../../../cli/launch/read-one.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import { senders } from '../../../contract/areas/senders.ts';
import type { AnyOperation, ItemOf } from '../../../contract/operation.ts';
import type {
  ListedCampaign,
  LiveAccount,
  LiveCampaign,
  Mailbox,
} from '../../../domain/campaign-plan/plan.ts';
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

export async function readAccount({ api }: Pick<Context, 'api'>): Promise<Account> {
  const [listed, mailboxes] = await Promise.all([
    everyItem(api, campaigns.list),
    everyItem(api, senders.list),
  ]);
  return {
    campaigns: listed.map(({ id, name, emoji, flow, status, createdAt = null }) => ({
      id,
      name,
      emoji,
      flow,
      status,
      createdAt,
    })),
    mailboxes: mailboxes.map(({ id, address, isConnected, campaignIds }) => ({
      id,
      address: address.toLowerCase(),
      isConnected: isConnected !== false,
      campaignIds: campaignIds === null ? [] : campaignIds,
    })),
  };
}

/** Three calls for each campaign, those of some campaigns at the same time. Throws `not_found` for an id that is not listed. */
export function readLive(
  context: Pick<Context, 'api'>,
  account: Account,
  ids: readonly number[],
  read: (campaign: LiveCampaign) => void = () => {},
): Promise<readonly LiveCampaign[]> {
  return inTurns(ids, async (id) => {
    const listed = account.campaigns.find((campaign) => campaign.id === id);
    if (listed === undefined)
      throw new Failure('not_found', `there is no campaign ${id}`, { hint: 'See: outreach campaigns list' });
    const parts = await readParts(context, id, ['detail', 'sequence', 'schedule'], {
      lean: true,
      ownSchedule: true,
    });
    const { name, status, createdAt } = listed;
    const steps = parts.sequence?.steps ?? [];
    const { detail } = parts;
    const live = {
      id,
      name,
      status,
      createdAt,
      steps,
      ...(detail?.status != null && { shown: { name: detail.name ?? null, status: detail.status } }),
      ...liveFields(listed, attachedTo(account, id), parts),
    };
    read(live);
    return live;
  });
}

/** Undefined where the service does not say of every mailbox what it is attached to. */
function attachedTo({ mailboxes }: Account, id: number): readonly string[] | undefined {
  if (mailboxes.some(({ campaignIds }) => campaignIds === undefined)) return undefined;
  const attached = mailboxes.filter(({ campaignIds }) => campaignIds?.includes(id));
  return [...new Set(attached.map(({ address }) => address))].sort();
}

async function everyItem<const O extends AnyOperation>(
  api: Context['api'],
  operation: O,
): Promise<ItemOf<O>[]> {
  const all: ItemOf<O>[] = [];
  for await (const { items } of api.pages(operation, {})) all.push(...items);
  return all;
}
