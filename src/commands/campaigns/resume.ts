import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { lineOf } from '../../cli/line/shell-words.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { leads } from '../../contract/areas/leads.ts';
import { senders } from '../../contract/areas/senders.ts';
import { campaignIn, campaignView } from './campaign-view.ts';
import { launchQuote } from './launch/launch-quote.ts';

export const resume = command({
  name: 'resume',
  summary: 'Start or resume a campaign: it sends email',
  about:
    'Sent email cannot be recalled. Before it asks, it shows how many leads the campaign has, which mailboxes send, and when.',
  uses: [
    campaigns.resume,
    campaigns.list,
    campaigns.get,
    campaigns.health,
    campaigns.getSchedule,
    campaigns.sequence,
    campaigns.stats,
    leads.list,
    senders.list,
  ],
  args: { campaign: arg.text('id or exact name', { asked: 'campaign' }) },
  examples: ['outreach campaigns resume 1', 'outreach campaigns resume "First steps" --yes'],
  async run(context, { campaign }) {
    const { api, approve, find, note } = context;
    const id = await find.campaign(campaign);
    const call = { params: { id } };
    const approval = await approve(campaigns.resume, call, () => launchQuote(context, id));
    const answer = await api(campaigns.resume, call, approval);
    note(answer.message ?? 'Running.');
    return campaignIn(answer);
  },
  next: ({ id }, { campaign }, target) => [
    ...(target === 'sandbox' ? [['let time pass', lineOf`sandbox clock advance 7d`] as const] : []),
    ['figures', lineOf`campaigns stats ${id ?? campaign}`],
    ['stop it', lineOf`campaigns pause ${id ?? campaign}`],
  ],
  view: campaignView,
});
