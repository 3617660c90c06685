import { autopilot } from '../../contract/areas/autopilot.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { credits } from '../../contract/areas/credits.ts';
import { dfy } from '../../contract/areas/dfy.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { finder } from '../../contract/areas/finder.ts';
import { replies } from '../../contract/areas/replies.ts';
import { senders } from '../../contract/areas/senders.ts';
import { webhooks } from '../../contract/areas/webhooks.ts';
import { balanceIn } from '../../contract/credit-fields.ts';
import type { PartReader } from './part-reader.ts';

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

export type StartedLists = ReturnType<typeof startLists>;
type Settled = { [L in keyof StartedLists]: Awaited<StartedLists[L]> };

export async function readLists(started: StartedLists) {
  const settled = await Promise.all(Object.entries(started).map(async ([name, list]) => [name, await list]));
  const { wallet, hooks, ...lists } = Object.fromEntries(settled) as Settled;
  return {
    ...lists,
    /** Nothing at all can be read. */
    isBlank: settled.every(([, list]) => list === undefined),
    balance: wallet && balanceIn(wallet.body as object),
    /** What time the service says that it is. */
    date: wallet?.headers.date,
    webhooks: hooks?.webhooks,
  };
}
