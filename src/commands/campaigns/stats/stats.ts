import { advise } from '../../../cli/advice/advise.ts';
import { command } from '../../../cli/declare/command.ts';
import { arg } from '../../../cli/declare/params.ts';
import { stack, verbatim } from '../../../cli/declare/view.ts';
import { checkPage, notWithMarkdown, pageOptions, withPage } from '../../../cli/output/page/page-options.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { senders } from '../../../contract/areas/senders.ts';
import type { Output } from '../../../contract/operation.ts';
import { type Around, readAround } from './read-around.ts';
import { statsPage, statsView } from './stats-page.ts';

/** At a terminal with what else there is to say of the campaign. */
type ShownStats = Output<typeof campaigns.stats> & { readonly around?: Around };

export const stats = command({
  name: 'stats',
  summary: 'Show what a campaign sent, and the results',
  about: `At a terminal it is a page to read and to pass on: how far the campaign is, results as shares of the people contacted, emails by day and what limits them, steps and variants, and when it ends by its forecast. --markdown and --html write the same page.

In a pipe and with --json it is what the service counts, and one call. The page takes five more, and some for campaigns on the same mailboxes; what cannot be read is left out, and said.

Whether one variant gets more replies than another is told as report compare does. Days are UTC.`,
  uses: [
    campaigns.stats,
    campaigns.get,
    campaigns.sequence,
    campaigns.getSchedule,
    campaigns.list,
    leads.list,
    senders.list,
  ],
  tool: 'read',
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
    const found = await context.service.api(campaigns.stats, { params: { id } });
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
