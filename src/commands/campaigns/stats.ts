import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { bars, heading, record, stack, table, type View } from '../../cli/declare/view.ts';
import { createNames } from '../../cli/find/names.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import type { Output } from '../../contract/operation.ts';

export const stats = command({
  name: 'stats',
  summary: 'Show what a campaign sent, and the results',
  uses: [campaigns.stats, campaigns.list],
  args: { campaign: arg.text('id or exact name', { asked: 'campaign' }) },
  examples: ['outreach campaigns stats 1', 'outreach campaigns stats 1 --json --fields totals'],
  async run(context, { campaign }): Promise<ShownStats> {
    const id = await context.find.campaign(campaign);
    const found = await context.api(campaigns.stats, { params: { id } });
    if (!context.isForPeople) return found;
    return { ...found, shownAs: (await createNames(context.api).campaign(id)) ?? `Campaign ${id}` };
  },
  view: ({ totals, daily, steps, emailCounts, shownAs }) =>
    stack(
      ...(shownAs === undefined ? [] : [heading(shownAs)]),
      ...(totals ? [totalsView(totals)] : []),
      ...(daily?.length ? [heading('By day'), dailyView(daily)] : []),
      ...(steps?.length ? [heading('By step'), stepsView(steps)] : []),
      ...(emailCounts ? [heading('Emails by state'), countsView(emailCounts)] : []),
    ),
});

type Stats = Output<typeof campaigns.stats>;
/** At a terminal with the name of the campaign. */
type ShownStats = Stats & { readonly shownAs?: string | undefined };

const totalsView = (totals: NonNullable<Stats['totals']>): View =>
  bars(
    { label: 'Sent', value: totals.sent },
    ofSent('Replied', totals.replied, totals.sent),
    ofSent('Positive replies', totals.positive, totals.sent),
    ofSent('Bounced', totals.bounced ?? 0, totals.sent),
    ofSent('Meetings', totals.meetings ?? 0, totals.sent),
  );

const ofSent = (label: string, value: number, sent: number) => ({
  label,
  value,
  ...(sent > 0 && { note: `${((value / sent) * 100).toFixed(1)}% of sent` }),
});

const dailyView = (daily: NonNullable<Stats['daily']>): View =>
  table(daily, [
    ['Date', (row) => row.date],
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
