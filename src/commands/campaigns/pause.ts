import { Failure } from '../../base/errors.ts';
import { type Advice, say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { recordOf } from '../../cli/declare/answer.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { arg, lineOnly, opt } from '../../cli/declare/params.ts';
import type { Column, View } from '../../cli/declare/view.ts';
import { findInPages } from '../../cli/find/find-in-pages.ts';
import { ifReadable } from '../../cli/find/names.ts';
import { routeLine } from '../../cli/messages/hints/route-hint.ts';
import { type MailboxLabel, noneLeft, stopByLimits } from '../../cli/stop/by-limits.ts';
import { listedCampaigns } from '../../cli/stop/listed-campaigns.ts';
import { type StopList, type Stoppable, stopAll } from '../../cli/stop/stop-all.ts';
import { oneOrAll, stopAnswer, stopView, tellWhatGoesOut } from '../../cli/stop/stop-view.ts';
import { undoLimits } from '../../cli/stop/undo-limits.ts';
import type { Api } from '../../client/api/api.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { senders } from '../../contract/areas/senders.ts';
import type { ItemOf, Output } from '../../contract/operation.ts';
import * as s from '../../contract/schema/schema.ts';
import { isAtRest, isRunning } from '../../domain/item-states.ts';
import { type Campaign, campaignIn, campaignView } from './campaign-view.ts';

export const pause = command({
  name: 'pause',
  summary: 'Pause a campaign, or all running ones, until you resume it',
  about: `--all pauses every running campaign at once, without asking. If one fails, the others are still paused (exit 15).

The service does not document how to pause a campaign. If pausing fails with a 404, run the command again with --by-limits. Other campaigns that use the same mailboxes then stop as well. --undo-limits restores the old limits, and asks first (without a terminal, add --yes).

Queued replies, warm-up, placement tests and other workspaces still send mail; --all lists them at the end.

The JSON of --all, --by-limits and --undo-limits is {items, total}, with an outcome and an error for each item.`,
  uses: [campaigns.pause, campaigns.list, senders.update, senders.list],
  stops: true,
  consent: 'when-running',
  tool: 'work',
  core: true,
  answer: ({ all, allProfiles, byLimits, undoLimits }) =>
    byLimits || undoLimits
      ? stopAnswer({
          senderEmailId: s.id(),
          address: s.string(),
          campaignIds: s.array(s.id()),
          limitBefore: s.integer(),
        })
      : all || allProfiles
        ? stopAnswer({ campaignId: s.id(), name: s.string() })
        : recordOf(campaigns.pause),
  fails: ['partial', 'not-confirmed'],
  local: 'allProfiles',
  args: {
    campaign: arg.optionalText('id or exact name', {
      asked: 'running-campaign',
      unless: ['all', 'allProfiles', 'undoLimits'],
    }),
    all: opt.flag('every running campaign'),
    allProfiles: lineOnly(opt.flag('do this in every profile on this machine')),
    byLimits: lineOnly(opt.flag('set the daily limit of its mailboxes to 0 instead of pausing')),
    undoLimits: lineOnly(opt.flag('restore the limits that --by-limits set to 0')),
  },
  excludes: [
    ['campaign', 'all', 'allProfiles', 'undoLimits'],
    ['undoLimits', 'all', 'allProfiles', 'byLimits'],
    ['allProfiles', 'profile'],
  ],
  examples: [
    'outreach campaigns pause 1',
    'outreach campaigns pause --all',
    'outreach campaigns pause --all --all-profiles --json',
    'outreach campaigns pause --all --by-limits',
    'outreach campaigns pause --undo-limits --yes',
  ],
  async run(context, values): Promise<Campaign | Paused | Stopped> {
    const { campaign, all, allProfiles, byLimits } = values;
    if (values.undoLimits) return undoLimits(context);
    const named = oneOrAll({ one: campaign, all, allProfiles });
    const id = named === undefined ? undefined : await context.service.find.campaign(named);
    const scope: Scope = { campaign: id, allProfiles };
    const paused = await (byLimits ? stopped(context, scope) : pausedBy(context, scope));
    if (id === undefined && !context.screen.globals.dryRun)
      context.screen.whenShown(async () => tellWhatGoesOut(context.screen, allProfiles));
    const isPaused = !isList(paused) || (paused.total > 0 && !isOfMailboxes(paused));
    if (isPaused && !context.screen.globals.dryRun)
      context.screen.note(
        `To start ${id === undefined ? 'one' : 'it'} again: ${pattern('campaigns resume', { campaign: id })}`,
      );
    return paused;
  },
  changed: ['id', 'name', 'status'],
  view: (paused, { byLimits }): View => {
    if (!isList(paused)) return campaignView(paused);
    const ofMailboxes: Column<Stopped['items'][number]>[] = [
      ['Mailbox', 'senderEmailId', 'id'],
      ['Address', 'address'],
      ['Limit before', 'limitBefore', 'number'],
    ];
    return byLimits || isOfMailboxes(paused)
      ? stopView(paused as Stopped, ofMailboxes, noneLeft)
      : stopView(paused, [
          ['Campaign', 'campaignId', 'id'],
          ['Name', 'name'],
        ]);
  },
});

async function pausedBy(context: Context, scope: Scope): Promise<Campaign | Paused | Stopped> {
  const { campaign, allProfiles } = scope;
  try {
    if (campaign === undefined) return await stopAll(context, runningCampaigns, { allProfiles });
    return await pauseOne(context, campaign);
  } catch (error) {
    if (!(error instanceof Failure) || !lacksPath(error)) throw error;
    return await offerLimits(context, error, scope);
  }
}

async function pauseOne({ service, screen }: Context, id: number): Promise<Campaign> {
  const answer = await pauseCall(service.api, id).catch(async (error: unknown) => {
    if (!(error instanceof Failure) || error.status !== 404) throw error;
    // A 404 may be about the campaign, or about the path: what is not listed, or cannot be read, may run.
    const listed = await ifReadable(findInPages(service.api.pages(campaigns.list, {}), id));
    const status = listed?.status as unknown;
    if (status === undefined ? error.is('no_such_path') : !isAtRest({ status })) throw pathMissing(error);
    if (status === undefined || !error.is('no_such_path')) throw error;
    const state = status === 'draft' ? 'a draft' : status;
    throw error.with({
      code: 'not_found',
      message: `Campaign ${id} is ${state} and sends nothing; the service does not know the request that pauses one`,
      hint: say`${routeLine(campaigns.pause.id)}`,
    });
  });
  screen.note(answer.message ?? 'Paused.');
  return campaignIn(answer);
}

/** Throws `not_paused` where the answer says that it runs on. */
async function pauseCall(api: Api, id: number): Promise<Output<typeof campaigns.pause>> {
  const answer = await api(campaigns.pause, { params: { id } });
  if (isRunning(campaignIn(answer)))
    throw new Failure('not_paused', `Campaign ${id} is still running, as the service answers`);
  return answer;
}

export const runningCampaigns = {
  noun: ['campaign', 'campaigns'],
  done: 'paused',
  pages: listedCampaigns,
  id: ({ id }) => id,
  rests: isAtRest,
  stop: (api, { id }) => pauseCall(api, id),
  // One that rests, or is gone, is no failure by then.
  explain: (failure) => (failure.status === 404 ? pathMissing(failure) : failure),
  label: (campaign) => ({ campaignId: campaign?.id ?? null, name: campaign?.name ?? null }),
} satisfies Stoppable<ItemOf<typeof campaigns.list>, object>;

type Paused = StopList<ReturnType<typeof runningCampaigns.label>>;
type Stopped = StopList<MailboxLabel>;

const unknownCall = 'The service does not know the request that pauses a campaign (404)';
const byLimits = ({ campaign, allProfiles }: Scope): Advice =>
  advise(
    'campaigns pause',
    campaign === undefined
      ? { all: true, allProfiles: allProfiles || undefined, byLimits: true }
      : { campaign, byLimits: true },
  );

const pathMissing = (failure: Failure): Failure =>
  failure.with({
    code: 'no_such_path',
    message: `${unknownCall}; it is still running`,
    hint: `Stop it by the daily limits of its mailboxes: ${pattern('campaigns pause', { campaign: '<campaign>', byLimits: true })}`,
  });

/** Of one campaign, or where any row of several says so. */
const lacksPath = ({ code, result }: Failure): boolean =>
  code === 'no_such_path' ||
  (code === 'not_all_stopped' &&
    (result as Paused).items.some(({ error }) => error?.code === 'no_such_path'));

interface Scope {
  readonly campaign: number | undefined;
  readonly allProfiles: boolean;
}

/** Says first that nothing stops by that call, then asks for the documented one, or names its line. */
async function offerLimits(context: Context, failure: Failure, scope: Scope): Promise<Stopped> {
  const { consent, screen } = context;
  const which = scope.campaign === undefined ? 'What runs is still running' : 'The campaign is still running';
  if (!consent.ask.possible || screen.globals.json || screen.globals.ndjson)
    throw failure.with({
      message: `${unknownCall}. ${which}`,
      hint: say`To stop by the daily limits of the mailboxes: ${byLimits(scope)}\n${routeLine(campaigns.pause.id)}`,
    });
  screen.tell(`${unknownCall}. ${which}.`, 'alarm');
  screen.tell(
    'A daily limit of 0 for every mailbox stops it too. The old limits are kept, and can be put back.',
  );
  if (!(await consent.ask.confirm('Set the daily limits of its mailboxes to 0?', false))) throw failure;
  return stopped(context, scope);
}

async function stopped(context: Context, scope: Scope): Promise<Stopped> {
  const list = await stopByLimits(context, scope);
  if (list.total > 0 && !context.screen.globals.dryRun)
    context.screen.note(`To put the old limits back: ${pattern('campaigns pause', { undoLimits: true })}`);
  return list;
}

const isList = (paused: Campaign | Paused | Stopped): paused is Paused | Stopped => 'items' in paused;

const isOfMailboxes = (list: Paused | Stopped): list is Stopped =>
  list.items.some((item) => 'senderEmailId' in item);
