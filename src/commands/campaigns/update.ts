import { changes } from '../../base/omit-undefined.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt, under } from '../../cli/declare/params.ts';
import { stack } from '../../cli/declare/view.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { campaignIn, campaignView } from './campaign-view.ts';
import { factsIn, launchView, nextOf } from './launch/launch-state.ts';
import { settingOptions, settingsBody } from './settings.ts';
import { warnOfRunning } from './warn-of-running.ts';

export const update = command({
  name: 'update',
  summary: 'Change the given settings of a campaign',
  uses: [campaigns.update, campaigns.list],
  tool: 'work',
  args: {
    campaign: arg.text('id or exact name', { asked: 'campaign' }),
    name: opt.text('new name'),
    ...settingOptions,
    ...under('WRITING AND STOPPING', {
      stopAcrossCampaigns: opt.toggle('also stop follow-ups in other campaigns'),
    }),
  },
  examples: [
    'outreach campaigns update 1 --daily-limit 100',
    'outreach campaigns update "First steps" --min-health 90 --no-non-business',
  ],
  async run(context, { campaign, name, ...settings }) {
    const { api, find, note } = context;
    const body = changes({ name, ...settingsBody(settings) }, '--daily-limit 100');
    const id = await find.campaign(campaign);
    const answer = await api(campaigns.update, { params: { id }, body });
    const updated = campaignIn(answer);
    note(answer.message ?? 'Saved.');
    await warnOfRunning(context, id, updated.status);
    return updated;
  },
  view: (updated) => stack(campaignView(updated), launchView(updated, factsIn(updated))),
  next: (updated) => nextOf(updated, factsIn(updated)),
});
