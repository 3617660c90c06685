import { Failure, isStop } from '../../../base/errors.ts';
import { inLanes } from '../../../base/steps.ts';
import { leftOut, readAnyway, tryRead, whyOf } from '../../../cli/answer/fact.ts';
import { requestFields, rowErrorFields } from '../../../cli/answer/request-fields.ts';
import { type StoredLooks, type StoringPlace, withStoredLooks } from '../../../cli/answer/stored-looks.ts';
import { createTargetClock } from '../../../cli/connect/target-clock.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { whole } from '../../../cli/find/find-in-pages.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import { accountOf } from '../../../cli/profile/account.ts';
import type { Account, Reached } from '../../../cli/stop/accounts.ts';
import { judgeBounces, keepPaused, type SeenCampaign } from '../../../cli/stop/guard-looks.ts';
import { rowError } from '../../../cli/stop/not-all.ts';
import { stopOne } from '../../../cli/stop/stop-all.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import * as s from '../../../contract/schema/schema.ts';
import { bouncedText } from '../../../domain/attention/campaign-concerns.ts';
import { type GuardVerdict, guardReasons } from '../../../domain/attention/guard-look.ts';
import { isAtRest, isPaused } from '../../../domain/item-states.ts';
import { runningCampaigns } from '../pause.ts';

export const guardRowFields = s.object({
  profile: s.nullable(s.string()),
  campaignId: s.nullable(s.id()),
  name: s.nullable(s.fromOthers(s.string())),
  contacted: s.nullable(s.integer()),
  bounced: s.nullable(s.integer()),
  complaints: s.nullable(s.integer()),
  window: s.nullable(
    s.object({
      contacted: s.integer(),
      bounced: s.integer(),
      complaints: s.nullable(s.integer()),
      since: s.nullable(s.timestamp()),
    }),
  ),
  over: s.array(s.oneOf(guardReasons)),
  paused: s.boolean(),
  error: s.nullable(rowErrorFields),
  request: s.optional(requestFields),
});
export type GuardRow = s.DocumentOf<typeof guardRowFields>;

/** What came of a campaign, or of an account, and why it could not be read or paused. */
export interface Guarded {
  readonly row: GuardRow;
  readonly unread?: Failure | undefined;
  readonly unpaused?: Failure | undefined;
}

export interface GuardOptions {
  readonly only: readonly number[] | undefined;
  readonly pause: boolean;
}

type Campaign = SeenCampaign['campaign'];

export async function guardAccount(
  context: Context,
  account: Account,
  options: GuardOptions,
): Promise<readonly Guarded[]> {
  if ('failure' in account) return [unreadAccount(account, account.failure)];
  const { items, failure } = await listed(account);
  const unlisted = failure ? [unreadAccount(account, failure)] : [];
  const only = options.only && new Set(options.only.map(String));
  const wanted = items.filter(({ id, status }) => (only ? only.has(String(id)) : !isAtRest({ status })));
  const figures = new Map(
    await inLanes(wanted, async (one) => [one, await readStats(context, account, one)] as const),
  );
  const notShown = new Failure(
    'other_shape',
    'The list does not show how many people were contacted, and how many of them bounced',
  );
  const { world } = context.files;
  const place = { world, settings: account.settings, note: context.screen.warn };
  const at = await createTargetClock(world).ask(account.settings.inProcess ? account.settings : undefined);
  return withStoredLooks(place, async (stored) => {
    const seen = items.map((campaign) => ({ campaign, stats: figures.get(campaign)?.value }));
    const look = { at: new Date(at).toISOString(), keeps: !context.screen.globals.dryRun };
    const verdicts = await judgeBounces(stored, place, seen, look);
    noteFirst(context, wanted, verdicts);
    const guarded = await inLanes(wanted, async (campaign): Promise<Guarded> => {
      const verdict = isAtRest(campaign) ? undefined : verdicts.get(campaign);
      const { value: stats, failure } = figures.get(campaign) ?? {};
      const unread = verdict || isAtRest(campaign) ? failure : notShown;
      const row = rowOf(account, campaign, { verdict, unread, stats });
      if (!verdict || !options.pause || row.over.length === 0) return { row, unread };
      const tried = await stopOne(account.profile, account.api, campaign, runningCampaigns);
      const { outcome, error, request } = tried.row;
      const paused = outcome === 'paused';
      if (paused) await written(context, account, { campaign, verdict, stored, place });
      const shown = { ...row, paused, error: error ?? row.error, ...(request && { request }) };
      return { row: shown, unread, unpaused: tried.failure };
    });
    return [...guarded, ...unlisted];
  });
}

const unreadAccount = ({ profile }: Account, failure: Failure): Guarded => ({
  unread: failure,
  row: {
    ...{ profile, campaignId: null, name: null, contacted: null, bounced: null, complaints: null },
    ...{ window: null, over: [], paused: false, error: rowError(failure) },
  },
});

/** What can be read of the list is judged, also where the rest cannot. */
async function listed({ api }: Reached): Promise<{ items: Campaign[]; failure?: Failure }> {
  const found: Campaign[] = [];
  try {
    for await (const { items } of whole(runningCampaigns.pages(api))) found.push(...items);
  } catch (error) {
    if (!(error instanceof Failure) || isStop(error)) throw error;
    return { items: found, failure: error };
  }
  return { items: found };
}

/** Complaints are in the statistics, whose path is a guess: where it is not there, they are unknown, which is said once. */
async function readStats(context: Context, { api }: Reached, campaign: Campaign) {
  if (isAtRest(campaign)) return {};
  const { id } = campaign;
  const { value, failure } = await tryRead({ api }, campaigns.stats, { params: { id } }, readAnyway);
  if (!failure) return { value };
  const { status: code = 0 } = failure;
  if (code !== 404 && (code < 200 || code >= 300)) return { failure };
  leftOut({ service: { ...context.service, api }, screen: context.screen }, campaigns.stats, whyOf(failure));
  return {};
}

const rowOf = (
  { profile }: Account,
  { id, name, status, stats: listed }: Campaign,
  {
    verdict,
    unread,
    stats,
  }: Pick<Guarded, 'unread'> & Pick<SeenCampaign, 'stats'> & { verdict: GuardVerdict | undefined },
): GuardRow => ({
  profile,
  campaignId: id,
  name,
  contacted: listed?.contactedLeadsCount ?? null,
  bounced: listed?.bouncedLeadsCount ?? null,
  complaints: stats?.emailCounts?.spamReport ?? null,
  window: verdict?.window ?? null,
  over: [...(verdict?.over ?? [])],
  paused: isPaused({ status }),
  error: unread ? rowError(unread) : null,
});

/** A pause from another machine, or from before the first look, is not known. */
function noteFirst(
  { screen }: Context,
  wanted: readonly Campaign[],
  verdicts: ReadonlyMap<Campaign, GuardVerdict>,
): void {
  const first = wanted.filter(
    (one) => !isAtRest(one) && verdicts.get(one)?.isFirst && one.stats?.contactedLeadsCount,
  );
  if (first.length === 0) return;
  const ids = first.map(({ id }) => id).join(', ');
  screen.note(
    `Campaign ${ids}: the first look from here, so all counts from its start, also before a pause.`,
  );
}

interface Paused {
  readonly campaign: Campaign;
  readonly verdict: GuardVerdict;
  readonly stored: StoredLooks;
  readonly place: StoringPlace;
}

/** Kept for the next look, and in the journal. It is paused by then: what fails here is only said. */
async function written(
  { files, screen }: Context,
  { profile, target, settings }: Account & Reached,
  { campaign, verdict, stored, place }: Paused,
): Promise<void> {
  keepPaused(stored, place, campaign, verdict);
  const change = {
    profile: profile ?? 'environment',
    operation: campaigns.pause.id,
    summary: `Pause campaign ${campaign.id} "${inline(campaign.name)}": ${bouncedText(verdict.window, 'newest ')}`,
    agreed: [],
    call: { account: accountOf(settings), target, by: 'paused by campaigns guard' },
  };
  try {
    await (await files.world.journal.open()).note(change, files.world.clock.now());
  } catch (error) {
    if (!(error instanceof Failure) || isStop(error)) throw error;
    screen.warn(`Campaign ${campaign.id} is paused; the journal does not have it: ${error.message}`);
  }
}
