import { advise } from '../../../cli/advice/advise.ts';
import { allOf, recordOf } from '../../../cli/declare/answer.ts';
import { type Context, command } from '../../../cli/declare/command.ts';
import { arg } from '../../../cli/declare/params.ts';
import { stack, verbatim } from '../../../cli/declare/view.ts';
import { outOfOfficeIn } from '../../../cli/find/out-of-office.ts';
import { checkPage, notWithMarkdown, pageOptions, withPage } from '../../../cli/output/page/page-options.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { replies } from '../../../contract/areas/replies.ts';
import { senders } from '../../../contract/areas/senders.ts';
import * as s from '../../../contract/schema/schema.ts';
import { type Stats, sendingDays } from './expected-end.ts';
import { type Around, readAround } from './read-around.ts';
import { type StatsWithAway, statsPage, statsView } from './stats-page.ts';

type ShownStats = StatsWithAway & { readonly around?: Around };

async function withAway({ service }: Context, id: number, stats: Stats): Promise<StatsWithAway> {
  const { totals, daily } = stats;
  if (!totals) return stats as StatsWithAway;
  const since = sendingDays({ stats: { daily } })[0]?.date;
  const outOfOffice = totals.replied === 0 ? 0 : await outOfOfficeIn(service, { campaignId: id, since });
  return { ...stats, totals: { ...totals, outOfOffice } };
}

export const stats = command({
  name: 'stats',
  summary: 'Show what a campaign sent, and the results',
  about: `At a terminal it is a page: progress, results, emails by day, steps and variants, and the expected end. --markdown and --html write the same page. It takes five more calls, and some for campaigns on the same mailboxes.

In a pipe and with --json it is what the service counts. \`replied\` includes out-of-office answers, unless the campaign ignores them. \`outOfOffice\` is how many, or null where ten calls do not tell. Days are UTC.`,
  uses: [
    campaigns.stats,
    campaigns.get,
    campaigns.sequence,
    campaigns.getSchedule,
    campaigns.list,
    leads.list,
    senders.list,
    replies.list,
  ],
  tool: 'read',
  answer: allOf(recordOf(campaigns.stats), s.object({ totals: s.object({ outOfOffice: s.integer() }) })),
  args: { campaign: arg.text('id or exact name', { asked: 'campaign' }), ...pageOptions },
  excludes: [notWithMarkdown],
  examples: [
    'outreach campaigns stats 1',
    'outreach campaigns stats 1 --markdown',
    'outreach campaigns stats 1 --html stats.html',
    'outreach campaigns stats 1 --json --fields totals',
  ],
  async run(context, { campaign, html, markdown }): Promise<ShownStats | string> {
    await checkPage(context, { html });
    const id = await context.service.find.campaign(campaign);
    const found = await withAway(context, id, await context.service.api(campaigns.stats, { params: { id } }));
    if (!context.screen.isForPeople && html === undefined && !markdown) return found;
    const around = await context.screen.progress('Reading the campaign', () =>
      readAround(context, id, found),
    );
    const shown = context.screen.isForPeople ? { ...found, around } : found;
    return withPage(context, { html, markdown }, shown, () => statsPage(found, around));
  },
  view: (shown) => {
    if (typeof shown === 'string') return verbatim(shown);
    return shown.around ? statsView(shown, shown.around) : stack();
  },
  next: (shown, { campaign }) => {
    if (typeof shown === 'string' || !shown.around) return [];
    const {
      end,
      campaign: { status },
    } = shown.around;
    if (status === 'draft') return [['check before it starts', advise('campaigns check', { campaign })]];
    if (end.is === 'stalled') return [['what to change', advise('campaigns why', { campaign })]];
    return end.is === 'expected' ? [['what goes out when', advise('campaigns forecast', { campaign })]] : [];
  },
});
