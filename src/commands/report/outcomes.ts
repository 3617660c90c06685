import { grouped } from '../../base/counted.ts';
import { usd } from '../../base/dollars.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { bars, heading, record, stack, text } from '../../cli/declare/view.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { report } from '../../contract/areas/report.ts';

export const outcomes = command({
  name: 'outcomes',
  summary: 'Compare results with cost',
  about: `Both days are included, in the time zone of this machine, or in UTC with --utc.

Spend does not include subscription fees, or the verification of addresses, which is billed with the next invoice. --campaign narrows only the outcomes: spend is always that of the whole workspace.`,
  uses: [report.outcomes, campaigns.list],
  args: {
    since: opt.moment('since this day or time', 'since'),
    until: opt.moment('until the end of this day, or this time', 'until'),
    campaign: opt.text('only outcomes of this campaign', { hint: 'campaign' }),
  },
  examples: [
    'outreach report outcomes',
    'outreach report outcomes --since 30d',
    'outreach report outcomes --since 2026-10-01 --until 2026-10-31',
    'outreach report outcomes --campaign 1 --json',
  ],
  async run({ api, find }, { since, until, campaign }) {
    const campaignId = campaign === undefined ? undefined : await find.campaign(campaign);
    return api(report.outcomes, { query: omitUndefined({ since, until, campaignId }) });
  },
  view: ({ outcomes, spend, ...told }) =>
    stack(
      record(
        ['Campaign', told.campaignId ?? 'all'],
        ['Since', told.since || 'the beginning'],
        ['Until', told.until || 'now'],
      ),
      heading('Outcomes'),
      bars(
        { label: 'Sent', value: outcomes.sent },
        ofSent('Replies', outcomes.replies, outcomes.sent),
        ofSent('Positive replies', outcomes.positiveReplies, outcomes.sent),
        ofSent('Meetings', outcomes.meetings, outcomes.sent),
      ),
      heading('Spend'),
      record(
        ['Credits', `${grouped(spend.credits)} (${usd(spend.creditsUsd)})`],
        ...(spend.creditsByReason ?? []).map(
          ({ reason, credits }) => [`  ${reason}`, grouped(credits)] as const,
        ),
        ['Orders', `${grouped(spend.dfyOrders ?? 0)} (${usd(spend.dfyOrdersUsd ?? 0)})`],
        ['Total', usd(spend.totalUsd)],
        ['Per reply', price(told.costPerReply)],
        ['Per positive reply', price(told.costPerPositive)],
        ['Per meeting', price(told.costPerMeeting)],
      ),
      text('Not included: subscription fees, and verification (on the next invoice).'),
    ),
});

/** Nothing to divide by is not a price of zero. */
const price = (cost: number | null | undefined): string =>
  typeof cost === 'number' ? usd(cost) : 'none yet';

const ofSent = (label: string, value: number, sent: number) => ({
  label,
  value,
  ...(sent === 0 ? {} : { note: `${((value / sent) * 100).toFixed(1)}% of sent` }),
});
