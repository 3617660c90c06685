import { counted } from '../../base/counted.ts';
import { rowErrorFields } from '../../cli/answer/request-fields.ts';
import { allOf, listOf, recordOf } from '../../cli/declare/answer.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { lineOnly, opt } from '../../cli/declare/params.ts';
import { type Column, table, verbatim } from '../../cli/declare/view.ts';
import { outOfOfficeIn } from '../../cli/find/out-of-office.ts';
import { checkPage, notWithMarkdown, pageOptions, withPage } from '../../cli/output/page/page-options.ts';
import { allAccounts, rowsOf } from '../../cli/stop/accounts.ts';
import { notAllRead, type RowError } from '../../cli/stop/not-all.ts';
import type { Api } from '../../client/api/api.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { finder } from '../../contract/areas/finder.ts';
import { replies } from '../../contract/areas/replies.ts';
import { report } from '../../contract/areas/report.ts';
import * as s from '../../contract/schema/schema.ts';
import { campaignCostFields, readCampaignCosts, sharedFields } from './campaign-costs.ts';
import { type Outcomes, outcomesPage, outcomesView } from './outcomes-page.ts';
import { type Query, readOutcomes, warnOfFuture } from './read-outcomes.ts';

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

export const outcomes = command({
  name: 'outcomes',
  summary: 'Compare results with cost',
  about: `Both days are included, in the time zone of this machine, or in UTC with --utc.

Spend does not include subscription fees, or the verification of addresses, which is billed with the next invoice. --campaign narrows only the outcomes: spend is always that of the whole workspace.

--by-campaign makes a call for each campaign. The cost of a campaign is the credits of the imports that name it, on the day each was started. All else is shared, and is not divided. \`contacted\` and \`bounced\` are people since the campaign began, whatever the period. Only the last 50 imports are listed: credits of earlier ones are among the shared.

replies counts out-of-office answers, unless a campaign ignores them. outOfOffice is how many there are, by the newest replies: at most ten calls, and null where these do not tell.`,
  uses: [report.outcomes, campaigns.list, finder.imports, replies.list],
  tool: 'read',
  core: true,
  answer: ({ byCampaign, allProfiles }) =>
    allProfiles
      ? s.object({ items: listOf(allOf(answered, accountFields)), total: s.integer() })
      : byCampaign
        ? allOf(
            answered,
            s.object({
              campaigns: s.array(campaignCostFields),
              shared: sharedFields,
              importsListed: s.integer(),
              importsComplete: s.boolean(),
            }),
          )
        : answered,
  rows: ({ allProfiles }) => (allProfiles ? 'items' : 'campaigns'),
  local: ({ allProfiles }) => allProfiles,
  fails: ['partial'],
  args: {
    since: opt.moment('since this day or time', 'since'),
    until: opt.moment('until the end of this day, or this time', 'until'),
    campaign: opt.text('only outcomes of this campaign', { hint: 'campaign', names: 'campaigns' }),
    byCampaign: opt.flag('also the results and the cost of each campaign'),
    allProfiles: lineOnly(opt.flag('of every profile of this machine, a line each')),
    ...pageOptions,
  },
  excludes: [
    notWithMarkdown,
    ['byCampaign', 'campaign'],
    ['allProfiles', 'profile', 'campaign', 'byCampaign', 'html', 'markdown'],
  ],
  examples: [
    'outreach report outcomes',
    'outreach report outcomes --since 30d --by-campaign',
    'outreach report outcomes --since 2026-10-01 --until 2026-10-31 --html october.html',
    'outreach report outcomes --campaign 1 --json',
  ],
  async run(context, values): Promise<Outcomes | AllOutcomes | string> {
    const { since, until, campaign, byCampaign, html, markdown } = values;
    if (values.allProfiles) return ofAllProfiles(context, { since, until });
    await checkPage(context, { html });
    const campaignId = campaign === undefined ? undefined : await context.service.find.campaign(campaign);
    await warnOfFuture(context, since);
    const whole = await withAway(context.service.api, { since, until, campaignId });
    const costs = byCampaign ? await readCampaignCosts(context, { since, until }, whole) : {};
    return withPage(context, { html, markdown }, { ...whole, ...costs }, (shown) =>
      outcomesPage(shown, campaign),
    );
  },
  view: (shown) => {
    if (typeof shown === 'string') return verbatim(shown);
    return isOfAll(shown) ? table(shown.items, columns) : outcomesView(shown);
  },
});

const isOfAll = (shown: Outcomes | AllOutcomes): shown is AllOutcomes => 'items' in shown;

/** With how many of the replies say that someone is away. */
async function withAway(api: Api, query: Query): Promise<Outcomes> {
  const { outcomes, ...whole } = await readOutcomes(api, query);
  const outOfOffice = outcomes.replies === 0 ? 0 : await outOfOfficeIn({ api }, query);
  return { ...whole, outcomes: { ...outcomes, outOfOffice } };
}

async function ofAllProfiles(context: Context, period: Pick<Query, 'since' | 'until'>): Promise<AllOutcomes> {
  await warnOfFuture(context, period.since);
  const { items, failures } = await rowsOf<AccountRow>(
    await allAccounts(context),
    async ({ profile, api }) => [
      { profile, error: null, ...(await withAway(api, { ...period, campaignId: undefined })) },
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
  ['Profile', ({ profile }) => profile ?? '(key of OUTREACH_API_KEY)', 'id', 0],
  ['Sent', ({ outcomes }) => outcomes?.sent, 'number', 3],
  ['Positive', ({ outcomes }) => outcomes?.positiveReplies, 'number', 1],
  ['Replies', ({ outcomes }) => outcomes?.replies, 'number', 2],
  ['Meetings', ({ outcomes }) => outcomes?.meetings, 'number', 1],
  ['Cost', ({ spend }) => spend?.totalUsd, 'money', 2],
  ['Per meeting', ({ costPerMeeting }) => costPerMeeting, 'money', 4],
  ['Why', ({ error }) => error?.message, 'prose', 1],
];
