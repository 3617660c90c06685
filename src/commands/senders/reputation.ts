import { Failure } from '../../base/errors.ts';
import { recordOf } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { record, stack, table, text, type View } from '../../cli/declare/view.ts';
import { placement } from '../../contract/areas/placement.ts';
import type { Output } from '../../contract/operation.ts';
import * as s from '../../contract/schema/schema.ts';

type Reputation = Output<typeof placement.reputation>['items'][number];

export const reputation = command({
  name: 'reputation',
  summary: 'Show the reputation of a mailbox: health, placement, DNS and blacklists',
  about: `Without a mailbox, all mailboxes are listed. Health is unknown while warm-up is off, or too new. Placement is unknown until you run a test with \`outreach placement create\`. In JSON, -1 means unknown.

Needs a plan with inbox placement.`,
  uses: [placement.reputation],
  tool: 'read',
  answer: ({ sender }) =>
    sender === undefined ? s.array(recordOf(placement.reputation)) : recordOf(placement.reputation),
  fails: ['not-found'],
  args: { sender: arg.optionalText('id or address', { hint: 'sender', names: 'senders' }) },
  examples: [
    'outreach senders reputation 6',
    'outreach senders reputation anna.berg@northwind-mail.example --json',
    'outreach senders reputation --ndjson --fields senderAddress,healthScore,placementScore',
  ],
  async run({ service }, { sender }): Promise<Reputation | Reputation[]> {
    const { items } = await service.api(placement.reputation);
    if (sender === undefined) return items;
    const wanted = sender.trim().toLowerCase();
    const found = items.find(
      ({ senderEmailId, senderAddress }) =>
        String(senderEmailId) === wanted || senderAddress?.toLowerCase() === wanted,
    );
    if (found) return found;
    throw new Failure('not_found', `there is no mailbox '${sender}' with a reputation`, {
      hint: 'See: outreach senders list',
    });
  },
  view: (shown) => (Array.isArray(shown) ? overview(shown) : details(shown)),
});

const overview = (items: readonly Reputation[]): View =>
  table(
    items,
    [
      ['ID', 'senderEmailId', 'id'],
      ['Address', 'senderAddress', 'id', 0],
      ['Health', (item) => known(item.healthScore, '-'), 'health'],
      ['Placement %', (item) => known(item.placementScore, '-'), 'number'],
      ['Blacklists', 'blacklistListings.length', 'number'],
    ],
    'No mailboxes found.',
  );

const details = (item: Reputation): View =>
  stack(
    record(
      ['ID', item.senderEmailId, 'id'],
      ['Address', item.senderAddress, 'id'],
      ['Domain', item.domain],
      ['Sends from', item.sendingIp || 'shared addresses of its provider'],
      ['Health', known(item.healthScore, 'no score'), 'health'],
      ['Placement', known(item.placementScore, 'never tested', '% to the inbox')],
      ['SPF', item.spfStatus, 'state'],
      ['DKIM', item.dkimStatus, 'state'],
      ['DMARC', item.dmarcStatus, 'state'],
      ['DMARC policy', item.dmarcPolicy || undefined],
      ['MX', item.mxStatus, 'state'],
      ['Blacklists', `${item.blacklistListings?.length ?? '?'} of ${countOf(item.blacklistsChecked)}`],
      ['Checked', item.checkedAt],
    ),
    // The spec does not say whether they are one text or several.
    ...[item.dnsIssues]
      .flat()
      .flatMap((issue) => (typeof issue === 'string' && issue !== '' ? text(issue) : [])),
    table(item.blacklistListings ?? [], [
      ['Blacklist', (listing) => listing.name ?? listing.zone],
      ['Lists', 'value', 'id'],
      ['Reason', (listing) => listing.reason ?? listing.txt, 'prose'],
      ['Removal', 'delistUrl', 'id', 1],
    ]),
  );

/** -1 says that it is not known (spec, Sender reputation). */
const known = (score: number | null | undefined, otherwise: string, unit = ''): string | number =>
  typeof score !== 'number' || score < 0 ? otherwise : unit === '' ? score : `${score}${unit}`;

const countOf = (value: unknown): string | number =>
  Array.isArray(value) ? value.length : typeof value === 'number' ? value : '?';
