import { digestOfValue } from '../../../../base/digest.ts';
import { Failure } from '../../../../base/errors.ts';
import { say } from '../../../../base/text/advice.ts';
import { advise } from '../../../../cli/advice/advise.ts';
import { tryRead } from '../../../../cli/answer/fact.ts';
import type { Context, Service } from '../../../../cli/declare/command.ts';
import { allIn, findInPages } from '../../../../cli/find/find-in-pages.ts';
import { campaigns } from '../../../../contract/areas/campaigns.ts';
import { plainText } from '../../../../domain/campaign-file/sequence-fields.ts';
import { readDigest } from '../../../../domain/campaign-plan/make-plan.ts';
import { isPause, type LiveCampaign, type PlanItem } from '../../../../domain/campaign-plan/plan.ts';
import { isAtRest } from '../../../../domain/item-states.ts';
import { ownEntries, readLock } from '../lock-file.ts';
import { type Account, type ReadCampaign, readAccount, readLive } from '../read-live.ts';

export interface PlannedWith {
  readonly folder: string;
  readonly account: Account;
  readonly live: readonly LiveCampaign[];
}

/** Before the first call: throws `conflict` where the campaign is not as the plan read it, or another run created it. */
export async function refuseChanged(context: Context, item: PlanItem, read: PlannedWith): Promise<void> {
  const { file, campaignId: id, gone } = item;
  if (file === null) return;
  if (id === null) {
    const entry = ownEntries(context.service, await readLock(context.files, read.folder)).get(file);
    if (entry !== undefined && entry.id !== gone)
      throw changed(`${file} has campaign ${entry.id} in the lock by now`);
    return;
  }
  const before = read.live.find((campaign) => campaign.id === id);
  // The list says the status where the campaign's own record does not.
  const listed = before?.shown ? read.account : await readAccount(context.service);
  const account = { ...read.account, campaigns: listed.campaigns };
  const [now] = await readLive(context.service, account, [id]);
  if (before === undefined || now === undefined || readDigest(now) !== readDigest(before))
    throw changed(`campaign ${id} changed after it was planned`);
}

/**
 * Before emails are replaced after another call: throws `conflict` where the campaign sends, and did not when it was planned
 * or was paused since, and where they are not those that the plan has read.
 */
export async function refuseOther(
  context: Context,
  item: PlanItem,
  id: number,
  { live }: Pick<PlannedWith, 'live'>,
): Promise<void> {
  const isPaused = item.calls.some(isPause);
  const status = item.running && !isPaused ? undefined : await statusOf(context, id);
  if (status !== undefined && !isAtRest({ status }))
    throw changed(`campaign ${id} was resumed meanwhile (its status is ${status})`);
  const before = live.find((campaign) => campaign.id === id);
  // A campaign that was created a moment ago may begin with emails of the service.
  if (before === undefined) return;
  const { steps, signature } = await context.service.api(campaigns.sequence, { params: { id } });
  const isSigned = signature === undefined || plainText(signature) === before.fields.get('signature');
  if (!isSigned || digestOfValue(steps) !== digestOfValue(before.steps))
    throw changed(`the emails of campaign ${id} changed meanwhile`);
}

/** Throws what keeps a part that a file manages from being read now: another path would not help. */
export function refuseFaults(items: readonly PlanItem[], live: readonly ReadCampaign[]): void {
  for (const { campaignId, unreadable } of items) {
    const faults = live.find(({ id }) => id === campaignId)?.faults;
    for (const { field } of unreadable) {
      const fault = faults?.get(field);
      if (fault) throw fault;
    }
  }
}

/** Throws `forbidden` where the key is known to read only, before the first call that it would refuse. */
export function refuseReadKey({ settings }: Pick<Service, 'settings'>): void {
  if (settings.scope !== 'read') return;
  const { profile } = settings;
  throw new Failure('forbidden', `The key of profile ${profile} may only read; nothing was sent`, {
    outcome: 'none',
    hint: say`Use a key that may write: ${advise('login')}`,
  });
}

/** The only new campaign of the name. Throws `unknown-outcome` where the list shows none, or several. */
export async function findCreated(
  { service }: Context,
  name: string,
  { account }: Pick<PlannedWith, 'account'>,
): Promise<{ campaignId: number; createdAt: string | null }> {
  const known = new Set(account.campaigns.map(({ id }) => id));
  const isNew = (one: { name: string; id: number }) => one.name === name && !known.has(one.id);
  const [only, ...others] = await allIn(service.api.pages(campaigns.list, {}), isNew).catch(noneOfSome);
  if (only && others.length === 0) return { campaignId: only.id, createdAt: only.createdAt ?? null };
  throw new Failure(
    'outcome_unknown',
    `The service took the creation of "${name}" and did not say its id, and the list ${only ? 'shows several' : 'does not show it'}`,
    {
      kind: 'unknown-outcome',
      outcome: 'unknown',
      hint: 'Run the same command again with --again: it finds the campaign by its name.',
      extra: { operation: campaigns.create.id, name },
    },
  );
}

/** In a list that is not whole, another one of that name may be missing. */
function noneOfSome(error: unknown): [] {
  if (error instanceof Failure && error.is('incomplete_list')) return [];
  throw error;
}

async function statusOf(context: Context, id: number): Promise<unknown> {
  const { value } = await tryRead(context.service, campaigns.get, { params: { id } });
  return (
    value?.campaign?.status ??
    (await findInPages(context.service.api.pages(campaigns.list, {}), id))?.status ??
    null
  );
}

export const changed = (what: string, sent = 'nothing more was sent to it'): Failure =>
  new Failure('changed_meanwhile', `${what}; ${sent}`, { hint: 'Plan again, and look at what it says now.' });
