import { plural } from '../../base/counted.ts';
import { Failure, isStop } from '../../base/errors.ts';
import type { Api, Page } from '../../client/api/api.ts';
import { senders } from '../../contract/areas/senders.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { isAtRest } from '../../domain/item-states.ts';
import { keptLimitsIn } from '../../local/stops/kept-limits.ts';
import { isYesConsent } from '../consent/person-gate.ts';
import type { Context } from '../declare/command.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';
import { whole } from '../find/find-in-pages.ts';
import { accountOf } from '../profile/account.ts';
import type { Reached } from './accounts.ts';
import { listedCampaigns } from './listed-campaigns.ts';
import { type StopList, type Stoppable, stopAll } from './stop-all.ts';

type Mailbox = ItemOf<typeof senders.list>;

export const mailboxLabel = (mailbox: Mailbox | null) => ({
  senderEmailId: mailbox?.id ?? null,
  address: mailbox?.address ?? null,
  campaignIds: mailbox?.campaignIds ?? null,
  limitBefore: mailbox?.currentDailyLimit ?? null,
});
export type MailboxLabel = ReturnType<typeof mailboxLabel>;

const mailboxWords = ['mailbox', 'mailboxes'] as const;

/**
 * Stops one campaign, or all that run, by the daily limit of their mailboxes: 0 for each. The old limits are on the disk
 * before the first call. Where they cannot be kept it stops nevertheless, and says so: mail that goes out is worse.
 */
export function stopByLimits(
  context: Context,
  { campaign, allProfiles }: { readonly campaign: number | undefined; readonly allProfiles: boolean },
): Promise<StopList<MailboxLabel>> {
  const what: Stoppable<Mailbox, MailboxLabel> = {
    noun: mailboxWords,
    done: 'stopped',
    pages: (api) => (campaign === undefined ? ofAllThatRun(context, api) : ofOne(api, campaign)),
    id: ({ id }) => id,
    rests: ({ currentDailyLimit }) => currentDailyLimit === 0,
    before: (account, mailboxes) => keepLimits(context, account, campaign, mailboxes),
    stop: (api, { id }) => setLimit(api, id, 0),
    none: noneLeft,
    label: mailboxLabel,
    // A person is asked about one after the other.
    atOnce: allProfiles || isYesConsent(context.files.world, context.service.settings) ? undefined : 1,
  };
  return stopAll(context, what, { allProfiles });
}

/** Throws where the answer shows another limit. */
export async function setLimit(api: Api, id: number, limit: number): Promise<void> {
  const { senderEmail } = await api(senders.update, { params: { id }, body: { currentDailyLimit: limit } });
  const now = senderEmail.currentDailyLimit ?? limit;
  if (now !== limit)
    throw new Failure('service_error', `The service accepted the daily limit ${limit}, and shows ${now}`);
}

/** Of mailboxes that rest: a campaign on them may still be running. */
export const noneLeft =
  'Nothing left to stop: the mailboxes have the daily limit 0 already, or there are none.';

const asItComes = { asItComes: true };

async function* ofOne(api: Api, campaign: number): AsyncIterable<Page<Mailbox>> {
  // A service that does not filter lists others.
  for await (const page of api.pages(senders.list, { query: { campaignId: campaign } }, asItComes)) {
    const items = page.items.filter(
      ({ campaignIds }) => campaignIds?.map(String).includes(String(campaign)) ?? true,
    );
    yield { ...page, items };
  }
}

/** What is not known to rest counts as running, and a mailbox whose campaigns are not known as one of theirs. */
async function* ofAllThatRun({ screen }: Context, api: Api): AsyncIterable<Page<Mailbox>> {
  const resting = new Set<string>();
  try {
    for await (const { items } of whole(listedCampaigns(api)))
      for (const one of items) if (isAtRest(one)) resting.add(String(one.id));
  } catch (error) {
    if (!(error instanceof Failure) || isStop(error)) throw error;
    screen.warn(`Not all campaigns could be read (${error.message}): mailboxes of those are stopped as well`);
  }
  const isUsed = ({ campaignIds }: Mailbox) => campaignIds?.some((id) => !resting.has(String(id))) ?? true;
  for await (const page of api.pages(senders.list, {}, asItComes))
    yield { ...page, items: page.items.filter(isUsed) };
}

async function keepLimits(
  { files, screen }: Context,
  { settings }: Reached,
  campaign: number | undefined,
  mailboxes: readonly Mailbox[],
): Promise<void> {
  const others = new Set<string>();
  for (const { campaignIds } of mailboxes) for (const id of campaignIds ?? []) others.add(String(id));
  others.delete(String(campaign));
  if (campaign !== undefined && others.size > 0) {
    const which = `${plural(others.size, 'campaign')} ${[...others].join(', ')}`;
    screen.note(
      `These mailboxes also send for ${which}: ${plural(others.size, 'it sends', 'they send')} nothing from them either.`,
    );
  }
  if (screen.globals.dryRun || mailboxes.length === 0) return;
  const at = new Date(files.world.clock.now()).toISOString();
  const kept = keptLimitsIn(files.world, accountOf(settings));
  try {
    // A mailbox at 0 is not among them: what is kept of it stays.
    await kept.change((before) => {
      const limits = { ...before };
      for (const { id, address, currentDailyLimit: now } of mailboxes)
        limits[String(id)] = { address, limit: now ?? before[String(id)]?.limit ?? null, at };
      return limits;
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    screen.warn(
      `The old limits cannot be kept (${why}). The mailboxes are stopped nevertheless: put the limits back by hand, they are ${mailboxes.map(({ address, currentDailyLimit }) => `${address} ${currentDailyLimit ?? 'not known'}`).join(', ')}`,
    );
  }
}

/** The mailboxes whose limit is 0 because they were stopped from here; none where that cannot be read. */
export function stoppedFromHere(world: World, settings: Settings): ReadonlySet<string> {
  try {
    return new Set(Object.keys(keptLimitsIn(world, accountOf(settings)).read()));
  } catch {
    return new Set();
  }
}
