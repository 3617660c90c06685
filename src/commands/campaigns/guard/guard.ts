import { counted, firstOf, grouped, plural } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import { type Hint, say } from '../../../base/text/advice.ts';
import { advise } from '../../../cli/advice/advise.ts';
import { createTargetClock } from '../../../cli/connect/target-clock.ts';
import { type Context, command } from '../../../cli/declare/command.ts';
import { arg, lineOnly, opt } from '../../../cli/declare/params.ts';
import {
  accountName,
  type Cell,
  type Column,
  heading,
  screen,
  table,
  toned,
} from '../../../cli/declare/view.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import { type Account, allAccounts, ownAccount } from '../../../cli/stop/accounts.ts';
import { notAll, notAllRead } from '../../../cli/stop/not-all.ts';
import { nothingRuns } from '../../../cli/stop/stop-all.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import * as s from '../../../contract/schema/schema.ts';
import { guardOrder } from '../../../domain/attention/campaign-concerns.ts';
import {
  type Guarded,
  type GuardOptions,
  type GuardRow,
  guardAccount,
  guardRowFields,
} from './guard-account.ts';

const guardFields = s.object({ items: s.array(guardRowFields), checkedAt: s.timestamp() });
type GuardDocument = s.DocumentOf<typeof guardFields>;

export const guard = command({
  name: 'guard',
  summary: 'Find running campaigns with too many bounces or spam reports',
  about: `Looks at the last 200 people that each campaign contacted, and at first at all. One is over the limit if at least 8% of them bounced (at least 5 people), or at least 0.3% reported spam (at least 2 people). Exit 16: a campaign is over the limit, paused or not. Exit 15: one could not be read or paused.

--pause does not ask. After you resume a campaign, only newly contacted people count.

To start small: run \`campaigns update 1 --daily-limit 50\` and \`campaigns resume 1\`, and the next day \`campaigns guard 1 --pause\`. Then raise the limit.

Each run checks once. To check every 15 minutes, use cron:
*/15 * * * * outreach campaigns guard --all-profiles --pause --json`,
  uses: [campaigns.list, campaigns.stats, campaigns.pause],
  stops: true,
  tool: 'read',
  core: true,
  answer: guardFields,
  rows: 'items',
  fails: ['partial', 'ended-badly'],
  local: 'allProfiles',
  args: {
    campaigns: arg.optionalMany('ids or exact names (default: all running campaigns)', {
      hint: 'campaign',
      names: 'campaigns',
    }),
    allProfiles: lineOnly(opt.flag('do this in every profile on this machine')),
    pause: lineOnly(opt.flag('pause the campaigns that are over the limit')),
  },
  excludes: [['allProfiles', 'campaigns', 'profile']],
  examples: [
    'outreach campaigns guard',
    'outreach campaigns guard 1 --pause',
    'outreach campaigns guard --all-profiles --pause --json',
  ],
  async run(context, { campaigns: named, allProfiles, pause }): Promise<GuardDocument> {
    const { service, files, screen } = context;
    const only: number[] = [];
    for (const one of named) only.push(await service.find.campaign(one));
    const options = { only: named.length > 0 ? only : undefined, pause };
    const accounts: Account[] = allProfiles ? await allAccounts(context) : [ownAccount(context)];
    const looked = await screen.progress('Looking at campaigns', async () =>
      (await Promise.all(accounts.map((account) => guardAccount(context, account, options)))).flat(),
    );
    const [first, ...others] = looked;
    if (!allProfiles && first?.row.campaignId === null && others.length === 0) throw first.unread;
    const target = !allProfiles && service.settings.inProcess ? service.settings : undefined;
    const result = {
      items: looked.map(({ row }) => row),
      checkedAt: new Date(await createTargetClock(files.world).ask(target)).toISOString(),
    };
    const found = new Set(result.items.map(({ campaignId }) => String(campaignId)));
    const missing = only.find((id) => !found.has(String(id)));
    if (missing !== undefined && !looked.some(({ unread }) => unread))
      throw new Failure('campaign_not_found', `There is no campaign ${missing}`);
    const planned = result.items.filter(({ request }) => request).length;
    if (planned > 0)
      screen.note(`A dry run: ${counted(planned, 'campaign')} would be paused, and nothing was sent.`);
    const failure = endOf(context, looked, { ...options, allProfiles }, result);
    if (failure) throw failure;
    if (!screen.isForPeople && result.items.length === 0) screen.note(nothingRuns);
    return result;
  },
  view: ({ items }, { allProfiles }) =>
    items.length === 0
      ? table(items, columns, nothingRuns)
      : screen(
          table(items, columns),
          heading(verdictOn(items)),
          table(items, shownColumns(items, allProfiles)),
        ),
});

const columns: readonly Column<GuardRow>[] = [
  ['Campaign', 'campaignId', 'id'],
  ['Name', 'name'],
  ['Contacted', 'contacted'],
  ['Bounced', 'bounced'],
  ['Complaints', 'complaints'],
  ['Newest', 'window.contacted'],
  ['Bounced of them', 'window.bounced'],
  ['Over', ({ over }) => (over.length > 0 ? over.join(', ') : undefined)],
  ['Paused', ({ paused }) => (paused ? 'yes' : undefined)],
  ['Profile', accountName],
  ['Why', 'error.message'],
];

const whyColumn: Column<GuardRow> = ['Why', 'error.message', 'prose', 1];

const shownColumns = (items: readonly GuardRow[], allProfiles: boolean): readonly Column<GuardRow>[] => [
  ['ID', 'campaignId', 'id'],
  ['Name', 'name', 'text', 1],
  ['Verdict', verdictOf, 'state', 0],
  [
    'Bounced',
    ({ window }) => window && `${grouped(window.bounced)} of ${grouped(window.contacted)}`,
    'text',
    1,
  ],
  ['Spam reports', 'window.complaints', 'number', 2],
  ...(allProfiles ? [['Profile', accountName, 'text', 1] as const] : []),
  ...(items.some(({ error }) => error) ? [whyColumn] : []),
];

function verdictOf({ over, paused, error }: GuardRow): Cell {
  const what = over.join(' and ').replace('complaints', 'spam reports');
  if (over.length > 0) return toned(`too many ${what}${paused ? ', paused' : ''}`, 'bad');
  if (error) return 'not read';
  return paused ? 'paused' : 'ok';
}

/** `1 of 3 campaigns is over the limit. 1 could not be read.` */
function verdictOn(items: readonly GuardRow[]): string {
  let [over, unread] = [0, 0];
  for (const row of items) {
    if (row.over.length > 0) over += 1;
    else if (row.error) unread += 1;
  }
  const all = counted(items.length, 'campaign');
  const known =
    over > 0
      ? `${over} of ${all} ${plural(over, 'is', 'are')} over the limit.`
      : unread > 0
        ? 'No campaign that was read is over the limit.'
        : `No campaign is over the limit (${all} looked at).`;
  return unread > 0 ? `${known} ${counted(unread, 'row')} could not be read.` : known;
}

type Asked = GuardOptions & { readonly allProfiles: boolean };

/** Why it does not end with 0: first what could not be paused, then what burns, then what could not be read. */
function endOf(
  { files }: Context,
  looked: readonly Guarded[],
  asked: Asked,
  result: GuardDocument,
): Failure | undefined {
  const unread: Failure[] = [];
  const unpaused: Failure[] = [];
  const over: GuardRow[] = [];
  let paused = 0;
  for (const { row, ...failures } of looked) {
    if (failures.unread) unread.push(failures.unread);
    if (failures.unpaused) unpaused.push(failures.unpaused);
    if (row.over.length === 0) continue;
    over.push(row);
    if (row.paused) paused += 1;
  }
  const outcome = paused > 0 ? 'done' : 'none';
  const [failed, ...others] = unpaused;
  // As `campaigns pause` ends for one.
  if (failed?.kind === 'forbidden' && asked.only?.length === 1) return failed.with({ result });
  if (failed)
    return notAll([failed, ...others], {
      code: 'not_all_stopped',
      done: `${counted(over.length, 'campaign is', 'campaigns are')} over the limit, ${paused} paused`,
      rest: 'what is paused is left alone',
      outcome,
      result,
    });
  if (over.length > 0) {
    const names = over.map(({ campaignId, name }) => `${campaignId} "${inline(name ?? '')}"`);
    const message = `Too much mail of ${counted(over.length, 'campaign')} bounced or was reported as spam: ${firstOf(names, 5)}`;
    const hint = nextStep(over, asked, files.world.agent !== undefined);
    const done = paused > 0 ? `; ${paused} paused` : '';
    return new Failure('over_limit', `${message}${done}`, { hint, outcome, result });
  }
  return notAllRead(unread, 'No campaign that was read is over the limit', result);
}

function nextStep(over: readonly GuardRow[], { allProfiles }: Asked, isAgent: boolean): Hint {
  const [one, ...others] = over;
  const profile = allProfiles ? one?.profile : undefined;
  const campaign = one?.campaignId;
  if (one?.paused)
    return say`${guardOrder.atRest}. What the list has: ${advise('campaigns check', { campaign, profile })}`;
  const all = { allProfiles: allProfiles || undefined, pause: true } as const;
  const guarded =
    others.length > 0
      ? advise('campaigns guard', all)
      : advise('campaigns guard', { campaigns: campaign, pause: true, profile });
  return say`${guardOrder.running}: ${isAgent ? advise('campaigns pause', { campaign }) : guarded}`;
}
