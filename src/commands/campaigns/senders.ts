import { command, type Group } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { lineOf } from '../../cli/line/shell-words.ts';
import { rawText } from '../../cli/output/text/cell.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { senders as mailboxes } from '../../contract/areas/senders.ts';

const attach = command({
  name: 'attach',
  summary: 'Attach mailboxes to a campaign',
  about:
    'Every one must be connected, or the whole call is refused. Those that are attached already are left as they are.',
  uses: [campaigns.attachSenders, campaigns.list, mailboxes.list],
  args: {
    campaign: arg.text('id or exact name', { asked: 'campaign' }),
    senders: arg.many('ids or addresses of mailboxes', { hint: 'sender', asked: 'sender' }),
  },
  examples: [
    'outreach campaigns senders attach "First steps" anna.berg@northwind-mail.example',
    'outreach campaigns senders attach 1 1 2',
  ],
  async run({ api, find, note }, { campaign, senders }) {
    const senderEmailIds: number[] = [];
    for (const sender of senders) senderEmailIds.push(await find.sender(sender));
    const answer = await api(campaigns.attachSenders, {
      params: { id: await find.campaign(campaign) },
      body: { senderEmailIds: [...new Set(senderEmailIds)] },
    });
    note(answer.message ?? 'Attached.');
    return answer;
  },
  next: ({ campaignId }, { campaign }) => [
    lineOf`campaigns schedule ${campaignId ?? campaign} --days mon-fri --from 09:00 --to 17:00`,
    ['see what it lacks', lineOf`campaigns get ${campaignId ?? campaign}`],
  ],
  view: (answer) =>
    record(
      ['Campaign', answer.campaignId, 'id'],
      ['Attached now', idsOrCount(answer.attached)],
      ['Attached before', idsOrCount(answer.alreadyAttached)],
      ['All attached', answer.senderEmailIds?.join(', ')],
    ),
});

/** The spec does not say whether these are lists of ids or counts. */
function idsOrCount(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(rawText).join(', ');
  return value === null || value === undefined ? undefined : rawText(value);
}

export const senders: Group = {
  name: 'senders',
  summary: 'The mailboxes a campaign sends from',
  commands: [attach],
};
