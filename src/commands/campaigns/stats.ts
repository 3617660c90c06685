import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { bars, heading, record, stack, table, type View } from '../../cli/declare/view.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import type { Output } from '../../contract/operation.ts';

export const stats = command({
  name: 'stats',
  summary: 'Show what a campaign sent and what came back',
  uses: [campaigns.stats, campaigns.list],
  args: { campaign: arg.text('id or exact name') },
  examples: ['outreach campaigns stats 1', 'outreach campaigns stats 1 --json --fields totals'],
  run: async ({ api, find }, { campaign }) =>
    api(campaigns.stats, { params: { id: await find.campaign(campaign) } }),
  view: ({ totals, daily, steps, emailCounts }) =>
    stack(
      ...(totals ? [totalsView(totals)] : []),
      ...(daily?.length ? [heading('By day'), dailyView(daily)] : []),
      ...(steps?.length ? [heading('By step'), stepsView(steps)] : []),
      ...(emailCounts ? [heading('Emails'), countsView(emailCounts)] : []),
    ),
});

type Stats = Output<typeof campaigns.stats>;

const totalsView = (totals: NonNullable<Stats['totals']>): View =>
  bars(
    { label: 'Sent', value: totals.sent },
    { label: 'Replied', value: totals.replied },
    { label: 'Positive', value: totals.positive },
    { label: 'Bounced', value: totals.bounced ?? 0 },
    { label: 'Meetings', value: totals.meetings ?? 0 },
  );

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
      .map(([name, value]) => [name, value as number] as const),
  );
