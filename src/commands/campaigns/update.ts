import { changes } from '../../base/omit-undefined.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt, under } from '../../cli/declare/params.ts';
import { stack } from '../../cli/declare/view.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { campaignIn, campaignView } from './campaign-view.ts';
import { factsIn, launchView, nextOf } from './launch/launch-state.ts';
import { changeReads, noCost, settingOptions, settingsBody } from './settings.ts';

export const update = command({
  name: 'update',
  summary: 'Change the given settings of a campaign',
  about:
    'A running or completed campaign sends with the change at once, so this asks, unless the campaign only sends less: a lower limit, a longer gap, a rule that holds more people back.',
  uses: [campaigns.update, ...changeReads],
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
    const { service, consent, screen } = context;
    const body = changes({ name, ...settingsBody(settings) }, '--daily-limit 100');
    const call = { params: { id: await service.find.campaign(campaign) }, body };
    const answer = await service.api(
      campaigns.update,
      call,
      await consent.approve(campaigns.update, call, noCost),
    );
    screen.note(answer.message ?? 'Saved.');
    return campaignIn(answer);
  },
  view: (updated) => stack(campaignView(updated), launchView(updated, factsIn(updated))),
  next: (updated) => nextOf(updated, factsIn(updated)),
});
