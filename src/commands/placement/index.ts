import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { advise } from '../../cli/advice/advise.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { onePage } from '../../cli/answer/one-page.ts';
import { command, type Verbs } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { record, stack, table, text, type View } from '../../cli/declare/view.ts';
import { placement, testFrequencies } from '../../contract/areas/placement.ts';
import { senders } from '../../contract/areas/senders.ts';

const noTests = `No placement tests. To start one: ${pattern('placement create', { sender: '<mailbox>' })}`;

const tests = command({
  name: 'tests',
  uses: [placement.tests],
  tool: 'read',
  onePiece: true,
  examples: ['outreach placement tests', 'outreach placement tests --json'],
  run: async ({ service, screen }) => onePage((await service.api(placement.tests)).items, screen.globals),
  table: [
    ['ID', 'id', 'id'],
    ['Name', 'name'],
    ['Status', 'status', 'state'],
    ['Frequency', 'frequency'],
    ['Mailboxes', 'senderEmailIds.length', 'number'],
    ['Last run', 'lastRunAt', 'time'],
    ['Next run', 'nextRunAt', 'time'],
  ],
  empty: noTests,
});

const runs = command({
  name: 'runs',
  about: 'The service shows only the newest 200 runs. With --json, each run has its results per mailbox.',
  uses: [placement.runs],
  tool: 'read',
  examples: ['outreach placement runs', 'outreach placement runs --limit 5 --json'],
  run: ({ service }) => service.list(placement.runs),
  columns: [
    ['ID', 'id', 'id'],
    ['Test', (run) => run.testName || run.testId],
    ['Status', 'status', 'state'],
    ['Inbox %', 'inboxRate', 'number'],
    ['Inbox', 'inbox', 'number'],
    ['Spam', 'spam', 'number'],
    ['Missing', 'missing', 'number'],
    ['Started', 'startedAt', 'time'],
    ['Finished', 'finishedAt', 'time'],
  ],
  empty: noTests,
});

const reputation = command({
  name: 'reputation',
  summary: 'Show health, placement, DNS and blacklists of every mailbox',
  about: `Health is unknown without warm-up, and placement is unknown without a test. Unknown is shown as "-", and as -1 in JSON.

For details of one mailbox, run \`outreach senders reputation <sender>\`.`,
  uses: [placement.reputation],
  tool: 'read',
  onePiece: true,
  examples: [
    'outreach placement reputation',
    'outreach placement reputation --json --fields senderAddress,blacklistListings',
  ],
  run: async ({ service, screen }) =>
    onePage((await service.api(placement.reputation)).items, screen.globals),
  view({ items }) {
    const listings: View[] = [];
    for (const { senderAddress, blacklistListings } of items)
      for (const { name, zone, value, reason, delistUrl } of blacklistListings ?? []) {
        const why = `${reason ? ` (${reason})` : ''}${delistUrl ? `. To get off it: ${delistUrl}` : ''}`;
        listings.push(text(`${senderAddress}: ${value} is on ${name ?? zone}${why}`));
      }
    return stack(
      table(
        items,
        [
          ['ID', 'senderEmailId', 'id'],
          ['Address', 'senderAddress', 'id', 0],
          ['Health', (item) => known(item.healthScore), 'health'],
          ['Placement %', (item) => known(item.placementScore), 'number'],
          ['SPF', 'spfStatus', 'state', 3],
          ['DKIM', 'dkimStatus', 'state', 3],
          ['DMARC', 'dmarcStatus', 'state', 3],
          ['MX', 'mxStatus', 'state', 3],
          ['Listed', 'blacklistListings.length', 'number'],
        ],
        'No mailboxes found.',
      ),
      ...listings,
    );
  },
});

/** -1 says that it is not known (spec, Sender reputation). */
const known = (score: number | null | undefined): number | string =>
  typeof score === 'number' && score >= 0 ? score : '-';

const create = command({
  name: 'create',
  about: `Each mailbox sends to inboxes of the service, which checks where the emails land. To see the result, run \`outreach placement runs\`.

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
        'The test emails go only to inboxes of the service. Their number is unknown.',
      ],
      question: `Send test emails from ${counted(sender.length, 'mailbox', 'mailboxes')}`,
    }));
    return service.api(placement.createTest, call, approval);
  },
  next: [advise('placement runs')],
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

export const group: Verbs = { commands: [runs, tests, create, reputation] };
