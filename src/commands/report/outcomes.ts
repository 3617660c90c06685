import { allOf, recordOf } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { verbatim } from '../../cli/declare/view.ts';
import { checkPage, notWithMarkdown, pageOptions, withPage } from '../../cli/output/page/page-options.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { finder } from '../../contract/areas/finder.ts';
import { report } from '../../contract/areas/report.ts';
import * as s from '../../contract/schema/schema.ts';
import { campaignCostFields, readCampaignCosts, sharedFields } from './campaign-costs.ts';
import { type Outcomes, outcomesPage, outcomesView } from './outcomes-page.ts';
import { readOutcomes, warnOfFuture } from './read-outcomes.ts';

const answered = recordOf(report.outcomes);

export const outcomes = command({
  name: 'outcomes',
  summary: 'Compare results with cost',
  about: `Both days are included, in the time zone of this machine, or in UTC with --utc.

Spend does not include subscription fees, or the verification of addresses, which is billed with the next invoice. --campaign narrows only the outcomes: spend is always that of the whole workspace.

--by-campaign makes a call for each campaign. The cost of a campaign is the credits of the imports that name it, on the day each was started. All else is shared, and is not divided. \`contacted\` and \`bounced\` are people since the campaign began, whatever the period. Only the last 50 imports are listed: credits of earlier ones are among the shared.`,
  uses: [report.outcomes, campaigns.list, finder.imports],
  tool: 'read',
  core: true,
  answer: ({ byCampaign }) =>
    byCampaign
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
  rows: 'campaigns',
  args: {
    since: opt.moment('since this day or time', 'since'),
    until: opt.moment('until the end of this day, or this time', 'until'),
    campaign: opt.text('only outcomes of this campaign', { hint: 'campaign', names: 'campaigns' }),
    byCampaign: opt.flag('also the results and the cost of each campaign'),
    ...pageOptions,
  },
  excludes: [notWithMarkdown, ['byCampaign', 'campaign']],
  examples: [
    'outreach report outcomes',
    'outreach report outcomes --since 30d --by-campaign',
    'outreach report outcomes --since 2026-10-01 --until 2026-10-31 --html october.html',
    'outreach report outcomes --campaign 1 --json',
  ],
  async run(context, { since, until, campaign, byCampaign, html, markdown }): Promise<Outcomes | string> {
    await checkPage(context, { html });
    const campaignId = campaign === undefined ? undefined : await context.service.find.campaign(campaign);
    await warnOfFuture(context, since);
    const whole = await readOutcomes(context.service.api, { since, until, campaignId });
    const costs = byCampaign ? await readCampaignCosts(context, { since, until }, whole) : {};
    return withPage(context, { html, markdown }, { ...whole, ...costs }, (shown) =>
      outcomesPage(shown, campaign),
    );
  },
  view: (shown) => (typeof shown === 'string' ? verbatim(shown) : outcomesView(shown)),
});
