import { counted } from '../../base/counted.ts';
import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { bars, heading, record, stack, table, type View } from '../../cli/declare/view.ts';
import { ifReadable } from '../../cli/find/names.ts';
import type { Api } from '../../client/api/api.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { leads } from '../../contract/areas/leads.ts';
import type { Output } from '../../contract/operation.ts';

export const stats = command({
  name: 'stats',
  summary: 'Show what a campaign sent, and the results',
  about: 'At a terminal, replies and bounces are a share of the leads that were contacted.',
  uses: [campaigns.stats, campaigns.list, leads.list],
  args: { campaign: arg.text('id or exact name', { asked: 'campaign' }) },
  examples: ['outreach campaigns stats 1', 'outreach campaigns stats 1 --json --fields totals'],
  async run(context, { campaign }): Promise<ShownStats> {
    const id = await context.find.campaign(campaign);
    const found = await context.api(campaigns.stats, { params: { id } });
    if (!context.isForPeople) return found;
    return { ...found, of: await campaignOf(context.api, id) };
  },
  view: ({ totals, daily, steps, emailCounts, of }) =>
    stack(
      ...(of === undefined ? [] : [heading(of.name)]),
      ...(totals ? [totalsView(totals, of)] : []),
      ...(daily?.length ? [heading('By day'), dailyView(daily)] : []),
      ...(steps?.length ? [heading('By step'), stepsView(steps)] : []),
      ...(emailCounts ? [heading('Emails by state'), countsView(emailCounts)] : []),
    ),
});

type Stats = Output<typeof campaigns.stats>;
/** At a terminal with the campaign that it is about. */
type ShownStats = Stats & { readonly of?: CampaignOf };
type CampaignOf = Awaited<ReturnType<typeof campaignOf>>;

/** Its name and its people, as far as the service tells them; the statistics count emails. */
async function campaignOf(api: Api, id: number) {
  const [newest, people] = await Promise.all([
    ifReadable(() => api.page(campaigns.list, {}, { pageSize: 200 })),
    ifReadable(() => api.page(leads.list, { query: { campaignId: id } }, { pageSize: 1 })),
  ]);
  const found = newest?.items.find((campaign) => campaign.id === id);
  return { name: found?.name ?? `Campaign ${id}`, stats: found?.stats, leads: people?.total };
}

function totalsView(totals: NonNullable<Stats['totals']>, of: CampaignOf | undefined): View {
  const { stats, leads } = of ?? {};
  const contacted = stats?.contactedLeadsCount;
  const share = contacted ? ofAll('contacted', contacted) : ofAll('sent', totals.sent);
  const people = contacted ? stats : undefined;
  return bars(
    { label: 'Emails sent', value: totals.sent },
    ...(contacted ? [ofAll(leads ? counted(leads, 'lead') : '', leads)('Contacted', contacted)] : []),
    share('Replied', people?.repliedLeadsCount ?? totals.replied),
    share('Positive replies', people?.leadsRespondedPositivelyCount ?? totals.positive),
    share('Bounced', people?.bouncedLeadsCount ?? totals.bounced ?? 0),
    share('Meetings', totals.meetings ?? 0),
  );
}

/** A figure with its share of these, where there are any. */
const ofAll = (these: string, all: number | null | undefined) => (label: string, value: number) => ({
  label,
  value,
  ...(all && { note: `${((value / all) * 100).toFixed(1)}% of ${these}` }),
});

const dailyView = (daily: NonNullable<Stats['daily']>): View =>
  table(daily, [
    ['Day', (row) => row.date, 'day'],
    ['Sent', (row) => row.sent, 'number'],
    ['Replied', (row) => row.replied, 'number'],
    ['Positive', (row) => row.positive, 'number'],
  ]);

/** Variants are indented below their step; a step with one wording has nothing to compare. */
function stepsView(steps: NonNullable<Stats['steps']>): View {
  const rows = steps.flatMap((step) => [
    { name: `Step ${step.index}`, sent: step.sent, replied: step.replied, positive: undefined },
    ...(step.variants && step.variants.length > 1 ? step.variants : []).map((variant) => ({
      ...variant,
      name: `  ${variant.label}`,
    })),
  ]);
  return table(rows, [
    ['Step', (row) => row.name],
    ['Sent', (row) => row.sent, 'number'],
    ['Replied', (row) => row.replied, 'number'],
    ['Positive', (row) => row.positive, 'number'],
  ]);
}

const countsView = (counts: NonNullable<Stats['emailCounts']>): View =>
  record(
    ...Object.entries(counts)
      .filter(([name, value]) => typeof value === 'number' && (value > 0 || name === 'total'))
      .map(([name, value]) => [countLabels.get(name) ?? name, value as number, 'number'] as const),
  );

const countLabels: ReadonlyMap<string, string> = new Map(
  Object.entries({
    blocked: 'Not sent: blocked',
    bounced: 'Bounced',
    canceled: 'Canceled',
    catchAll: 'Catch-all addresses',
    deferred: 'Delayed by the recipient',
    delivered: 'Delivered',
    draft: 'Drafts',
    dropped: 'Dropped',
    errorOnSent: 'Failed to send',
    followUp: 'Follow-ups',
    followUpCanceled: 'Follow-ups canceled',
    followUpDraft: 'Follow-ups not scheduled yet',
    invalid: 'Invalid addresses',
    pending: 'Waiting to be sent',
    replied: 'Replied to',
    scheduled: 'Scheduled',
    sent: 'Sent',
    spamReport: 'Reported as spam',
    total: 'Emails in all',
    waitingForReschedule: 'Waiting for a new time',
  }),
);
