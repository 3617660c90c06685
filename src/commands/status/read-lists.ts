import { autopilot } from '../../contract/areas/autopilot.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { credits } from '../../contract/areas/credits.ts';
import { dfy } from '../../contract/areas/dfy.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { finder } from '../../contract/areas/finder.ts';
import { leads } from '../../contract/areas/leads.ts';
import { replies } from '../../contract/areas/replies.ts';
import { senders } from '../../contract/areas/senders.ts';
import { webhooks } from '../../contract/areas/webhooks.ts';
import { balanceIn } from '../../contract/credit-fields.ts';
import type { ItemOf, Output } from '../../contract/operation.ts';
import type { RunningFacts } from '../../domain/attention/campaign-concerns.ts';
import type { CheckedSender } from '../../domain/launch/sender-rules.ts';
import type { Part, PartReader } from './part-reader.ts';

/** The operations of {@link startLists}, for `uses`. */
export const listReads = [
  campaigns.list,
  senders.list,
  replies.list,
  drafts.list,
  credits.balance,
  finder.imports,
  autopilot.runs,
  dfy.orders,
  webhooks.list,
] as const;

/** What nine calls show of an account. Undefined is what cannot be read. */
export type AccountLists = Awaited<ReturnType<typeof readLists>>;

/** Nine calls at the same time: the newest of each list, and the balance. */
export const startLists = (reader: PartReader) => ({
  wallet: reader.answer(credits.balance, {}),
  campaigns: reader.newest(campaigns.list),
  senders: reader.newest(senders.list),
  replies: reader.newest(replies.list),
  drafts: reader.newest(drafts.list),
  imports: reader.newest(finder.imports),
  runs: reader.newest(autopilot.runs),
  orders: reader.newest(dfy.orders),
  hooks: reader.one(webhooks.list, {}),
});

type StartedLists = ReturnType<typeof startLists>;
type Settled = { [L in keyof StartedLists]: Awaited<StartedLists[L]> };

export async function readLists(started: StartedLists) {
  const settled = await Promise.all(Object.entries(started).map(async ([name, list]) => [name, await list]));
  const { wallet, hooks, ...lists } = Object.fromEntries(settled) as Settled;
  return {
    ...lists,
    isBlank: settled.every(([, list]) => list === undefined),
    balance: wallet && balanceIn(wallet.body as object),
    date: wallet?.headers.date,
    webhooks: hooks?.webhooks,
  };
}

type Campaign = ItemOf<typeof campaigns.list>;
type Detail = Output<typeof campaigns.get>['campaign'];

/** A campaign that runs, as far as it was read; undefined is what was not, or cannot be. */
export interface Running extends RunningFacts {
  readonly leads?: number | undefined;
}

/** So many of the newest are read; of the others only what lists show is known. */
const mostRead = 5;

/** What campaigns run, and of each that is read its settings with its schedule, its figures, and how many leads it has. */
export async function readRunning(reader: PartReader, lists: StartedLists): Promise<Running[]> {
  const running = (await lists.campaigns)?.items.filter(({ status }) => status === 'running') ?? [];
  const read = await Promise.all(
    running.map((campaign, index) => (index < mostRead ? readOne(reader, campaign) : { campaign })),
  );
  const attachedTo = attachedIn(await lists.senders);
  return read.map((one) => ({ ...one, senders: attachedTo(one.campaign) }));
}

async function readOne(reader: PartReader, campaign: Campaign): Promise<Omit<Running, 'senders'>> {
  const { id } = campaign;
  const [detail, stats, people] = await Promise.all([
    reader.one(campaigns.get, { params: { id } }),
    reader.one(campaigns.stats, { params: { id } }),
    reader.newest(leads.list, { query: { campaignId: id } }, 1),
  ]);
  return {
    campaign,
    // Also where the service sends it without its wrapping.
    detail: detail && (detail.campaign ?? (detail as unknown as Detail)),
    stats,
    leads: people && (people.total ?? (people.isWhole ? people.items.length : undefined)),
  };
}

/** The mailboxes of each campaign; undefined where the list of mailboxes does not show all of them. */
function attachedIn(mailboxes: Part<CheckedSender> | undefined) {
  if (!mailboxes?.items.every(({ campaignIds }) => campaignIds)) return () => undefined;
  return ({ id, stats }: Campaign) => {
    const attached = mailboxes.items.filter(({ campaignIds }) =>
      campaignIds?.some((one) => String(one) === String(id)),
    );
    return mailboxes.isWhole || attached.length === stats?.senderEmailsTotal ? attached : undefined;
  };
}
