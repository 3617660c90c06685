import { counted, grouped, percent } from '../../base/counted.ts';
import { usd } from '../../base/dollars.ts';
import { rowErrorFields } from '../../cli/answer/request-fields.ts';
import { bars, type Column, record, table, text, type View } from '../../cli/declare/view.ts';
import { awayNotes } from '../../cli/find/out-of-office.ts';
import { pageView, type Section } from '../../cli/output/page/page.ts';
import * as s from '../../contract/schema/schema.ts';
import type { CampaignCost, CampaignCosts, Report } from './campaign-costs.ts';

/** What `report outcomes` answers. */
export type Outcomes = Report &
  Partial<CampaignCosts> & { readonly outcomes: { readonly outOfOffice: number | null } };

/** A page for each profile; `file` is null where there is none. */
export const allPagesFields = s.object({
  items: s.array(
    s.object({ ...s.each(['profile', 'file'], s.nullable(s.string())), error: s.nullable(rowErrorFields) }),
  ),
  total: s.integer(),
});

export type AllPages = s.DocumentOf<typeof allPagesFields>;

export function outcomesView(shown: Outcomes): View {
  const { campaignId, since, until } = shown;
  const about = record(
    ['Campaign', campaignId ?? 'all'],
    ['Since', since || 'the beginning'],
    ['Until', until || 'now'],
  );
  return pageView({
    title: '',
    sections: [
      { blocks: [about] },
      outcomesSection(shown.outcomes),
      spendSection(shown, campaignId != null),
      ...(shown.campaigns === undefined ? [] : campaignSections(shown.campaigns, shown)),
    ],
    footnotes: [
      ...awayNotes(shown.outcomes.outOfOffice),
      ...(campaignId == null ? [] : ['What each campaign cost: --by-campaign.']),
      ...footnotes(shown),
    ],
  });
}

export function outcomesSection(outcomes: Report['outcomes']): Section {
  const ofSent = (label: string, value: number) => ({
    label,
    value,
    note: outcomes.sent === 0 ? undefined : `${percent(value / outcomes.sent)} of sent`,
  });
  return {
    heading: 'Outcomes',
    blocks: [
      bars(
        { label: 'Sent', value: outcomes.sent },
        ofSent('Positive replies', outcomes.positiveReplies),
        ofSent('Replies', outcomes.replies),
        ofSent('Meetings', outcomes.meetings),
      ),
    ],
  };
}

/** That of the workspace, also in a report of campaigns: none of them has cost all of it. */
export const spendSection = (shown: Report, isOfCampaigns: boolean): Section => ({
  heading: isOfCampaigns ? 'Spend of the whole workspace' : 'Spend',
  blocks: [
    record(
      ['Credits', `${grouped(shown.spend.credits)} (${usd(shown.spend.creditsUsd)})`],
      ...(shown.spend.creditsByReason ?? []).map(
        ({ reason, credits }) => [`  ${reason.replaceAll('_', ' ')}`, grouped(credits)] as const,
      ),
      ['Orders', `${grouped(shown.spend.dfyOrders ?? 0)} (${usd(shown.spend.dfyOrdersUsd ?? 0)})`],
      ['Total', usd(shown.spend.totalUsd)],
      ...(isOfCampaigns
        ? []
        : ([
            ['Per reply', price(shown.costPerReply)],
            ['Per positive reply', price(shown.costPerPositive)],
            ['Per meeting', price(shown.costPerMeeting)],
          ] as const)),
    ),
  ],
});

/** Nothing to divide, or to divide by, is not a price of zero. */
const price = (cost: number | null | undefined): string => (cost ? usd(cost) : '-');

const columns: readonly Column<CampaignCost>[] = [
  ['Id', 'campaignId', 'id', 0],
  ['Campaign', 'name', 'text', 1],
  ['Sent', 'outcomes.sent', 'number', 3],
  ['Replies', 'outcomes.replies', 'number', 2],
  ['Positive', 'outcomes.positiveReplies', 'number', 4],
  ['Meetings', 'outcomes.meetings', 'number', 4],
  ['Bounced', 'bounced', 'number', 2],
  ['Credits', 'credits', 'number', 3],
  ['Cost', 'creditsUsd', 'money', 1],
  // Without a cost there is no price, as in the figures of all campaigns.
  ['Per reply', ({ costPerReply }) => costPerReply || undefined, 'money', 2],
  ['Per positive', ({ costPerPositive }) => costPerPositive || undefined, 'money', 5],
  ['Per meeting', ({ costPerMeeting }) => costPerMeeting || undefined, 'money', 5],
];

const hasFigures = ({ imports, outcomes }: CampaignCost): boolean =>
  imports > 0 || outcomes === null || Object.values(outcomes).some((count) => count !== 0);

export function campaignSections(
  campaigns: readonly CampaignCost[],
  { shared }: Partial<CampaignCosts>,
): Section[] {
  const active = campaigns.filter(hasFigures);
  const left = campaigns.length - active.length;
  const byCampaign = {
    heading: 'By campaign',
    blocks: [
      table(active, columns, 'No campaign has results or costs.'),
      ...(left === 0 ? [] : [text(`Not shown: ${counted(left, 'campaign')} without results and costs.`)]),
    ],
  };
  const rest = record(
    ['Credits', shared?.credits, 'number'],
    ['Cost of credits', shared?.creditsUsd, 'money'],
    ['Cost of orders', shared?.dfyOrdersUsd, 'money'],
    ['Cost', shared?.totalUsd, 'money'],
  );
  return [byCampaign, { heading: 'Shared by all campaigns', blocks: [rest] }];
}

export const footnotes = ({
  campaigns,
  shared,
  importsListed,
  importsComplete,
}: Partial<CampaignCosts>): string[] => [
  'Not included: subscription fees, and verification (on the next invoice).',
  ...(campaigns === undefined
    ? []
    : [
        'The cost of a campaign is the credits of the imports that name it. All other credits are shared.',
        'Bounced are people since the campaign began: the service has them for no period.',
        'A meeting counts for each campaign of its lead: the campaigns can add up to more.',
      ]),
  ...(importsListed === undefined || importsComplete
    ? []
    : [
        `The service lists only the last ${counted(importsListed, 'import')}. Credits of earlier ones are among the shared.`,
      ]),
  ...(shared?.credits === null
    ? ['The shared credits are not known: the imports name more than were spent, or no number.']
    : []),
];
