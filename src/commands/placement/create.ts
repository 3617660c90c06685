import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { advise } from '../../cli/advice/advise.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { placement, testFrequencies } from '../../contract/areas/placement.ts';
import { senders } from '../../contract/areas/senders.ts';

export const create = command({
  name: 'create',
  summary: 'Start an inbox placement test: it sends test emails from the mailboxes',
  about: `Each mailbox emails inboxes of the service, which checks where the emails land. The result is a run: outreach placement runs.

Tests that repeat every week need the Hypergrowth tier.`,
  uses: [placement.createTest, senders.list],
  tool: 'effects',
  args: {
    sender: opt.list('a mailbox to test, by id or address', { hint: 'sender', names: 'senders' }),
    name: opt.text('test name'),
    frequency: opt.choice('how often it runs (default once)', testFrequencies),
  },
  examples: [
    'outreach placement create --sender 1 --sender 2 --name "Before the launch" --yes',
    'outreach placement create --sender anna.berg@northwind-mail.example --dry-run',
  ],
  async run({ service, consent }, { sender, name, frequency }) {
    if (sender === undefined)
      throw new Failure('nothing_given', 'no mailbox was given', {
        hint: 'Give at least one with --sender; see: outreach senders list',
      });
    const senderEmailIds: number[] = [];
    for (const wanted of sender) senderEmailIds.push(await service.find.sender(wanted));
    const call = { body: { senderEmailIds, ...omitUndefined({ name, frequency }) } };
    const approval = await consent.approve(placement.createTest, call, () => ({
      // The service does not say to how many of its inboxes it sends: no --max-recipients allows it.
      spend: {},
      facts: [
        `Mailboxes: ${sender.join(', ')}`,
        frequency === 'weekly' ? 'Repeats: every week' : 'Repeats: no',
        'The test emails go only to inboxes of the service; their number is unknown.',
      ],
      question: `Send test emails from ${counted(sender.length, 'mailbox', 'mailboxes')}`,
    }));
    return service.api(placement.createTest, call, approval);
  },
  next: () => [advise('placement runs')],
  view: (test) =>
    record(
      ['Test', test.id, 'id'],
      ['Name', test.name || undefined],
      ['Status', test.status, 'state'],
      ['Frequency', test.frequency],
      ['Mailboxes', test.senderEmailIds?.join(', ')],
      ['Run', test.lastRunId ?? undefined, 'id'],
      ['Next run', test.nextRunAt ?? undefined],
    ),
});
