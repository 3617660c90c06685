import { advise } from '../../../cli/advice/advise.ts';
import { readAnyway, tryRead } from '../../../cli/answer/fact.ts';
import { allOf, recordOf } from '../../../cli/declare/answer.ts';
import { type Context, command } from '../../../cli/declare/command.ts';
import { arg } from '../../../cli/declare/params.ts';
import { stack } from '../../../cli/declare/view.ts';
import { findInPages } from '../../../cli/find/find-in-pages.ts';
import { outOfOfficeIn } from '../../../cli/find/out-of-office.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { replies } from '../../../contract/areas/replies.ts';
import * as s from '../../../contract/schema/schema.ts';
import { campaignIn } from '../campaign-view.ts';
import { leadsOf } from '../files/read-people.ts';
import { type Around, type Stats, type StatsWithAway, sendingDays, statsView } from './stats-view.ts';

type ShownStats = StatsWithAway & { readonly around?: Around };

export const stats = command({
  name: 'stats',
  about: `At a terminal it shows progress, results, emails per day, steps and variants; this needs two more requests. To make a page that you can send to others, run \`report outcomes --campaign <campaign> --html <file>\`.

In a pipe and with --json it prints the service's own figures. \`outOfOffice\` is the number of out-of-office messages, or null if ten requests weren't enough to count them. \`replied\` includes them, unless the campaign ignored them when they came. People deleted since count as contacted, but not as leads. Days are UTC.`,
  uses: [campaigns.stats, campaigns.get, campaigns.list, leads.list, replies.list],
  tool: 'read',
  answer: allOf(recordOf(campaigns.stats), s.object({ totals: s.object({ outOfOffice: s.integer() }) })),
  args: { campaign: arg.text('id or exact name', { asked: 'campaign' }) },
  examples: [
    'outreach campaigns stats 1',
    'outreach campaigns stats "First steps" --json',
    'outreach campaigns stats 1 --json --fields totals',
  ],
  async run(context, { campaign }): Promise<ShownStats> {
    const id = await context.service.find.campaign(campaign);
    const found = await withAway(context, id, await context.service.api(campaigns.stats, { params: { id } }));
    return context.screen.isForPeople ? { ...found, around: await readAround(context, id) } : found;
  },
  view: (shown) => (shown.around ? statsView(shown, shown.around) : stack()),
  next: ({ around }, { campaign }) => {
    if (around?.campaign.status === 'draft')
      return [['check before it starts', advise('campaigns check', { campaign })]];
    if (around?.campaign.status !== 'running') return [];
    return [
      ['when it ends', advise('campaigns forecast', { campaign })],
      ['what holds it up', advise('campaigns why', { campaign })],
    ];
  },
});

async function withAway({ service }: Context, id: number, stats: Stats): Promise<StatsWithAway> {
  const { totals } = stats;
  if (!totals) return stats as StatsWithAway;
  const since = sendingDays(stats)[0]?.date;
  const outOfOffice =
    totals.sent + totals.replied === 0 ? 0 : await outOfOfficeIn(service, { campaigns: [id], since });
  return { ...stats, totals: { ...totals, outOfOffice } };
}

/** What a person sees around the figures; none of it has to be there. */
async function readAround(context: Context, id: number): Promise<Around> {
  const { service } = context;
  const [{ value }, people, now] = await Promise.all([
    tryRead(service, campaigns.get, { params: { id } }, readAnyway),
    leadsOf(context, id, readAnyway),
    service.targetNow(),
  ]);
  const detail = value && campaignIn(value);
  // The detail record may lack the figures by people, which lists have.
  const listed = detail?.stats
    ? undefined
    : (await readAnyway(campaigns.list, (list) => findInPages(service.api.pages(list, {}), id))).value;
  const campaign = { id, name: `Campaign ${id}`, ...listed, ...detail };
  return {
    campaign: { ...campaign, stats: detail?.stats ?? listed?.stats },
    leads: people,
    now,
    unread: [...(detail ? [] : ['its settings']), ...(people === undefined ? ['its leads'] : [])],
  };
}
