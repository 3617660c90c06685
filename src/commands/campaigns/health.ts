import { pattern } from '../../cli/advice/line-of.ts';
import { wholeOf } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { type Column, record, stack, table } from '../../cli/declare/view.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import type { Output } from '../../contract/operation.ts';
import { heldBackIn } from './launch/launch-quote.ts';

export const health = command({
  name: 'health',
  summary: 'Show which mailboxes are held back by their health score',
  about:
    'A mailbox without a score, or with a score below the minimum of the campaign, sends nothing until its score is high enough. Its conversations wait, and never move to another mailbox.',
  uses: [campaigns.health, campaigns.list],
  tool: 'read',
  answer: wholeOf(campaigns.health),
  args: { campaign: arg.text('id or exact name', { asked: 'campaign' }) },
  examples: [
    'outreach campaigns health 1',
    'outreach campaigns health 1 --json --fields allHeldBack,heldBackCount',
  ],
  run: async ({ service }, { campaign }) =>
    service.api(campaigns.health, { params: { id: await service.find.campaign(campaign) } }),
  view: ({ accounts, minimumHealthScore, heldBackCount, allHeldBack, message }) =>
    stack(
      record(
        ['Minimum', minimumHealthScore ?? 'none'],
        [
          'Held back',
          allHeldBack
            ? `all ${accounts.length}`
            : `${heldBackIn({ accounts, heldBackCount })} of ${accounts.length}`,
        ],
        ['Note', message || undefined],
      ),
      table(
        accounts,
        columns('heldBack'),
        `No mailbox is attached: ${pattern('campaigns senders attach')}`,
        columns(({ heldBack }) => (heldBack ? 'held back' : 'yes')),
      ),
    ),
});

type Account = Output<typeof campaigns.health>['accounts'][number];

const columns = (sends: Column<Account>[1]): Column<Account>[] => [
  ['Sender', 'senderEmailId', 'id'],
  ['Address', 'address', 'id', 0],
  ['Health', 'healthScore', 'health'],
  ['Sends', sends, 'state'],
  ['Reason', 'reason', 'prose'],
];
