import { Failure } from '../../../../base/errors.ts';
import { tryRead } from '../../../../cli/answer/fact.ts';
import type { Context } from '../../../../cli/declare/command.ts';
import { findInPages } from '../../../../cli/find/find-in-pages.ts';
import { campaigns } from '../../../../contract/areas/campaigns.ts';
import { readDigest } from '../../../../domain/campaign-plan/make-plan.ts';
import type { LiveCampaign, PlanItem } from '../../../../domain/campaign-plan/plan.ts';
import { isAtRest } from '../../../../domain/item-states.ts';
import { ownEntries, readLock } from '../lock-file.ts';
import { type Account, readAccount, readLive } from '../read-live.ts';

/** What the plan was made of. */
export interface PlannedWith {
  readonly folder: string;
  readonly account: Account;
  readonly live: readonly LiveCampaign[];
}

/**
 * Right before the first call to a campaign: throws `conflict` where it is not as the plan has read it, or where another
 * run has created it. Three reads, and none for one that is created.
 */
export async function refuseChanged(context: Context, item: PlanItem, read: PlannedWith): Promise<void> {
  const { file, campaignId: id, gone } = item;
  if (file === null) return;
  if (id === null) {
    const entry = ownEntries(context, await readLock(context, read.folder)).get(file);
    if (entry !== undefined && entry.id !== gone)
      throw changed(`${file} has campaign ${entry.id} in the lock by now`);
    return;
  }
  const before = read.live.find((campaign) => campaign.id === id);
  // The list says the status where the campaign's own record does not.
  const account = before?.shown ? read.account : { ...read.account, ...(await campaignsOf(context)) };
  const [now] = await readLive(context, account, [id]);
  if (before === undefined || now === undefined || readDigest(now) !== readDigest(before))
    throw changed(`campaign ${id} changed after it was planned`);
}

/** Between two calls: throws `conflict` where the campaign sends, and did not when it was planned or was paused since. */
export async function refuseStarted(context: Context, item: PlanItem, id: number): Promise<void> {
  const isPaused = item.calls.some(({ operation }) => operation === campaigns.pause.id);
  if (item.running && !isPaused) return;
  const status = await statusOf(context, id);
  if (!isAtRest({ status })) throw changed(`campaign ${id} was resumed meanwhile (its status is ${status})`);
}

async function statusOf(context: Context, id: number): Promise<unknown> {
  const { value } = await tryRead(context, campaigns.get, { params: { id } });
  return (
    value?.campaign?.status ?? (await findInPages(context.api.pages(campaigns.list, {}), id))?.status ?? null
  );
}

const campaignsOf = async (context: Context): Promise<Pick<Account, 'campaigns'>> => {
  const { campaigns: listed } = await readAccount(context);
  return { campaigns: listed };
};

const changed = (what: string): Failure =>
  new Failure('changed_meanwhile', `${what}; nothing more was sent to it`, {
    hint: 'Plan again, and look at what it says now.',
  });
