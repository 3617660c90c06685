import { advise } from '../../cli/advice/advise.ts';
import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { acceptOption } from '../../cli/options/accept.ts';
import { leads } from '../../contract/areas/leads.ts';

export const move = command({
  name: 'move',
  summary: 'Move a lead to another campaign',
  about:
    'Where the target campaign is running or completed, the launch checks of the lead come first: where one blocks, nothing is sent.',
  uses: [leads.move, leads.get],
  tool: 'effects',
  leadGate: true,
  fails: ['ended-badly'],
  args: {
    lead: arg.text('id or email address', { asked: 'lead' }),
    campaign: arg.text('target campaign, by id or exact name', { asked: 'campaign' }),
    ...acceptOption,
  },
  examples: ['outreach leads move 1 "First steps" --yes'],
  async run({ service, consent, screen }, { lead, campaign, accept }) {
    const id = await service.find.lead(lead);
    const targetCampaignId = await service.find.campaign(campaign);
    const input = { params: { id }, body: { targetCampaignId } };
    const approval = await consent.approve(leads.move, input, () => ({ spend: {}, facts: [] }), { accept });
    const moved = await service.api(leads.move, input, approval);
    screen.note(moved.message ?? 'Moved.');
    return moved;
  },
  next: ({ targetCampaignId }) => [advise('campaigns get', { campaign: targetCampaignId })],
  view: (moved) =>
    record(
      ['Lead', moved.leadId, 'id'],
      ['From campaign', moved.sourceCampaignId ?? 'none', 'id'],
      ['To campaign', moved.targetCampaignId, 'id'],
    ),
});
