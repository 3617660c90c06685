import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { inLanes } from '../../base/steps.ts';
import { rowErrorFields } from '../../cli/answer/request-fields.ts';
import { allOf, listOf, recordOf } from '../../cli/declare/answer.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { arg, lineOnly, opt, type ValuesOf } from '../../cli/declare/params.ts';
import { accountName, type Column, table } from '../../cli/declare/view.ts';
import { outOfOfficeIn } from '../../cli/find/out-of-office.ts';
import { checkPage, notWithMarkdown, pageOptions, withPage } from '../../cli/output/page/page-options.ts';
import { allAccounts, rowsOf } from '../../cli/stop/accounts.ts';
import { notAllRead, type RowError } from '../../cli/stop/not-all.ts';
import type { Api } from '../../client/api/api.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { finder } from '../../contract/areas/finder.ts';
import { replies } from '../../contract/areas/replies.ts';
import { report } from '../../contract/areas/report.ts';
import { senders } from '../../contract/areas/senders.ts';
import * as s from '../../contract/schema/schema.ts';
import { campaignCostsFields, type Report, readCampaignCosts } from './campaign-costs.ts';
import { type AllPages, allPagesFields, type Outcomes, outcomesView } from './outcomes-page.ts';
import { type Period, type Query, readOnce, readOutcomes, warnOfFuture } from './read-outcomes.ts';

const answered = allOf(
  recordOf(report.outcomes),
  s.object({ outcomes: s.object({ outOfOffice: s.integer() }) }),
);

const accountFields = s.object({ profile: s.string(), error: rowErrorFields });

/** The report of an account, or why there is none. */
type AccountRow = Partial<Outcomes> & { readonly profile: string | null; readonly error: RowError | null };

interface AllOutcomes {
  readonly items: readonly AccountRow[];
  readonly total: number;
}

const args = {
  folder: lineOnly(arg.optionalFolder('with --all-profiles: folder for one HTML page per profile')),
  since: opt.moment('since this day or time', 'since'),
  until: opt.moment('until the end of this day, or this time', 'until'),
  campaign: opt.each('only outcomes of this campaign; repeat it only with --html', {
    hint: 'campaign',
    names: 'campaigns',
  }),
  byCampaign: opt.flag('also show the results and the cost of each campaign'),
  allProfiles: lineOnly(opt.flag('one line per profile on this machine, or one page each in [folder]')),
  ...pageOptions,
  title: opt.text('heading of the page'),
  withoutCost: opt.flag('show no amounts of money on the page'),
};

export const outcomes = command({
  name: 'outcomes',
  about: `The days of --since and --until are included, in the local time zone or UTC (--utc). Spend leaves out subscription fees, and verification, which is on the next invoice. Even with --campaign, spend covers the whole workspace, so no cost per reply is shown.

--by-campaign makes one request per campaign. The cost of a campaign is the credits spent on imports into it, counted on the day the import started. Other costs, and imports older than the newest 50, are shown as shared. \`contacted\` and \`bounced\` count people since the campaign began.

\`outOfOffice\` is the number of out-of-office messages, or null if ten requests weren't enough to count them. \`replies\` includes them, unless a campaign ignored them when they came.`,
  uses: [report.outcomes, campaigns.list, campaigns.stats, finder.imports, replies.list, senders.list],
  tool: 'read',
  core: true,
  answer: ({ byCampaign, allProfiles, folder }) =>
    allProfiles
      ? folder === undefined
        ? s.object({ items: listOf(allOf(answered, accountFields)), total: s.integer() })
        : allPagesFields
      : byCampaign
        ? allOf(answered, campaignCostsFields)
        : answered,
  rows: ({ allProfiles }) => (allProfiles ? 'items' : 'campaigns'),
  local: 'allProfiles',
  fails: ['partial'],
  args,
  excludes: [
    notWithMarkdown,
    ['byCampaign', 'campaign'],
    ['byCampaign', 'withoutCost'],
    ['allProfiles', 'profile', 'campaign', 'byCampaign', 'markdown', 'html'],
  ],
  examples: [
    'outreach report outcomes',
    'outreach report outcomes --since 30d --by-campaign',
    'outreach report outcomes --since 2026-10-01 --until 2026-10-31 --html october.html',
    'outreach report outcomes --campaign 1 --html client.html --title "Acme, October" --without-cost',
    'outreach report outcomes --all-profiles pages --without-cost',
  ],
  async run(context, values): Promise<Outcomes | AllOutcomes | AllPages | string> {
    const { since, until, campaign: names = [], byCampaign, html, markdown, folder } = values;
    refuseWithoutPage(values);
    await warnOfFuture(context, since);
    if (values.allProfiles)
      return folder === undefined
        ? ofAllProfiles(context, { since, until })
        : (await import('./pages-of-all.ts')).pagesOfAll(context, { ...values, folder });
    await checkPage(context, { html });
    const found = await inLanes(names, context.service.find.campaign);
    const ids = [...new Set(found)];
    if (html !== undefined || markdown) {
      const [{ clientPage }, { readClientReport }] = await Promise.all([
        import('./client-page.ts'),
        import('./read-client-report.ts'),
      ]);
      const { api } = context.service;
      const read = readOnce(api);
      const found = await readClientReport(api, context.screen, { ids, since, until }, read);
      const whole = withAway(found.whole, await awayIn(api, { since, until }, ids, found.whole));
      const costs = byCampaign ? await readCampaignCosts(context, { since, until }, whole, read) : {};
      const wanted = { ...values, isOfCampaigns: ids.length > 0 };
      return withPage(context, { html, markdown }, { ...whole, ...costs }, () =>
        clientPage({ ...found, whole }, wanted, costs),
      );
    }
    const [campaignId] = ids;
    const whole = await readWithAway(context.service.api, { since, until, campaignId });
    const costs = byCampaign ? await readCampaignCosts(context, { since, until }, whole) : {};
    return { ...whole, ...costs };
  },
  view: (shown) => {
    if (!isOfAll(shown)) return outcomesView(shown);
    if (!isPages(shown)) return table(shown.items, columns, 'No campaigns yet.');
    return table(shown.items, [
      ['Profile', accountName, 'id', 0],
      ['Page', 'file', 'text', 1],
      ['Why', 'error.message', 'prose', 1],
    ]);
  },
});

const isOfAll = (shown: Outcomes | AllOutcomes | AllPages): shown is AllOutcomes | AllPages =>
  'items' in shown;
const isPages = (shown: AllOutcomes | AllPages): shown is AllPages =>
  shown.items.some((item) => 'file' in item);

/** With how many answers say that someone is away. */
const withAway = ({ outcomes, ...whole }: Report, outOfOffice: number | null): Outcomes => ({
  ...whole,
  outcomes: { ...outcomes, outOfOffice },
});

const awayIn = (
  api: Api,
  period: Period,
  campaigns: readonly number[],
  { outcomes }: Report,
): Promise<number | null> | 0 =>
  outcomes.sent + outcomes.replies === 0 ? 0 : outOfOfficeIn({ api }, { ...period, campaigns });

async function readWithAway(api: Api, { campaignId, ...period }: Query): Promise<Outcomes> {
  const whole = await readOutcomes(api, { campaignId, ...period });
  return withAway(whole, await awayIn(api, period, campaignId === undefined ? [] : [campaignId], whole));
}

async function ofAllProfiles(context: Context, period: Period): Promise<AllOutcomes> {
  const { items, failures } = await rowsOf<AccountRow>(
    await allAccounts(context),
    async ({ profile, api }) => [
      { profile, error: null, ...(await readWithAway(api, { ...period, campaignId: undefined })) },
    ],
    (profile, error) => ({ profile, error }),
  );
  const result = { items, total: items.length };
  const unread = notAllRead(
    failures,
    `${counted(items.length - failures.length, 'profile was', 'profiles were')} read`,
    result,
  );
  if (unread) throw unread;
  return result;
}

const columns: readonly Column<AccountRow>[] = [
  ['Profile', accountName, 'id', 0],
  ['Sent', 'outcomes.sent', 'number', 3],
  ['Positive', 'outcomes.positiveReplies', 'number', 1],
  ['Replies', 'outcomes.replies', 'number', 2],
  ['Meetings', 'outcomes.meetings', 'number', 1],
  ['Cost', 'spend.totalUsd', 'money', 2],
  ['Per meeting', 'costPerMeeting', 'money', 4],
  ['Why', 'error.message', 'prose', 1],
];

function refuseWithoutPage(asked: ValuesOf<typeof args>): void {
  const { folder, allProfiles, html, markdown, campaign = [], title, withoutCost } = asked;
  if (folder !== undefined && !allProfiles)
    throw new Failure('contradicting_options', `a folder (${folder}) goes with --all-profiles`, {
      hint: 'For one page, name its file: --html <file>',
    });
  const given = [
    ...(campaign.length > 1 ? ['several campaigns'] : []),
    ...(title === undefined ? [] : ['--title']),
    ...(withoutCost ? ['--without-cost'] : []),
  ];
  if (html !== undefined || folder !== undefined || markdown || given.length === 0) return;
  throw new Failure('contradicting_options', `only a page takes ${given.join(' and ')}`, {
    hint: 'Name its file: --html <file>. For a chat: --markdown',
  });
}
