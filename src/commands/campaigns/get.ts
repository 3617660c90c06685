import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { stack } from '../../cli/declare/view.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { leads } from '../../contract/areas/leads.ts';
import { senders } from '../../contract/areas/senders.ts';
import type { LaunchFacts } from '../../domain/launch/blockers.ts';
import { type Campaign, campaignIn, campaignView } from './campaign-view.ts';
import { factsIn, launchView, nextOf, readFacts } from './launch/launch-state.ts';

export const get = command({
  name: 'get',
  summary: 'Show one campaign with its settings',
  about: 'At a terminal it also shows what the campaign still needs before it can start.',
  uses: [campaigns.get, campaigns.list, campaigns.sequence, campaigns.getSchedule, leads.list, senders.list],
  tool: 'read',
  args: { campaign: arg.text('id or exact name', { asked: 'campaign' }) },
  examples: ['outreach campaigns get 1', 'outreach campaigns get "First steps" --json'],
  async run(context, { campaign }): Promise<Campaign & { launch?: LaunchFacts }> {
    const id = await context.service.find.campaign(campaign);
    const found = campaignIn(await context.service.api(campaigns.get, { params: { id } }));
    return context.screen.isForPeople ? { ...found, launch: await readFacts(context, id, found) } : found;
  },
  view: (found) => stack(campaignView(found), launchView(found, found.launch ?? factsIn(found))),
  next: (found) => nextOf(found, found.launch ?? factsIn(found)),
});
