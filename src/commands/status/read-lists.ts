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
  others: Promise.all([
    reader.newest(replies.list),
    reader.newest(drafts.list),
    reader.newest(finder.imports),
    reader.newest(autopilot.runs),
    reader.newest(dfy.orders),
    reader.one(webhooks.list, {}),
  ]),
});

export type StartedLists = ReturnType<typeof startLists>;

export async function readLists(started: StartedLists) {
  const [wallet, found, mailboxes, others] = await Promise.all([
    started.wallet,
    started.campaigns,
    started.senders,
    started.others,
  ]);
  const [answers, drafted, imports, runs, orders, hooks] = others;
  return {
    /** Nothing at all can be read. */
    isBlank: [wallet, found, mailboxes, ...others].every((list) => list === undefined),
    balance: wallet && balanceIn(wallet.body as object),
    /** What time the service says that it is. */
    date: wallet?.headers.date,
    campaigns: found,
    senders: mailboxes,
    replies: answers,
    drafts: drafted,
    imports,
    runs,
    orders,
    webhooks: hooks?.webhooks,
  };
}
