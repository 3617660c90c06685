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
  about: `Both ends are included. A day begins in the time zone of this machine, with --utc in UTC: --since is its first second, --until its last.

Subscription fees and the verification of addresses are not part of the spend: verification is billed with the next invoice. A campaign narrows the outcomes alone: spend is always that of the whole workspace, so its costs are a share, not a bill.`,
  uses: [report.outcomes, campaigns.list],
  args: {
    since: opt.moment('from this day or time on', 'since'),
    until: opt.moment('up to the end of this day, or up to this time', 'until'),
    campaign: opt.text('outcomes of this campaign alone', { hint: 'campaign' }),
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
