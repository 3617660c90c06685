import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { stack } from '../../cli/declare/view.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { type Campaign, campaignIn, campaignView } from './campaign-view.ts';
import { factsIn, launchView, nextOf } from './launch/launch-state.ts';
import { settingOptions, settingsBody } from './settings.ts';

export const create = command({
  name: 'create',
  summary: 'Create a campaign as a draft',
  about:
    'Names need not be unique: each call creates a new campaign. A draft sends nothing: give it leads, a sequence, mailboxes and a schedule, then resume it.',
  uses: [campaigns.create],
  tool: 'work',
  args: { name: arg.text('campaign name', { asked: 'name' }), ...settingOptions },
  examples: [
    'outreach campaigns create "Autumn launch" --daily-limit 200',
    'outreach campaigns create "Autumn launch" --min-health 90 --stop-on-reply --json',
  ],
  async run({ service, screen }, { name, ...settings }) {
    const answer = await service.api(campaigns.create, { body: { name, ...settingsBody(settings) } });
    const campaign = campaignIn(answer);
    screen.note(
      answer.message ?? (campaign.id === undefined ? 'Created.' : `Campaign ${campaign.id} is created.`),
    );
    return campaign;
  },
  view: (created) => stack(campaignView(created), launchView(created, atFirst(created))),
  next: (created) => nextOf(created, atFirst(created)),
});

/** A campaign begins without any part. */
const atFirst = (created: Campaign) =>
  factsIn(created, { counted: { attached: 0, connected: 0 }, leads: 0, delays: [] });
