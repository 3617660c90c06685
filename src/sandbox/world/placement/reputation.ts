import type { placement } from '../../../contract/areas/placement.ts';
import { domainOf } from '../../../contract/checks/personal-mailbox.ts';
import type { Output } from '../../../contract/operation.ts';
import type { Sandbox } from '../../core/state.ts';
import { rfc3339 } from '../../core/times.ts';
import { dnsVitals } from '../mailboxes/dns.ts';
import { type Sender, scoreOf } from '../mailboxes/senders.ts';

type Reputation = Output<typeof placement.reputation>['items'][number];
type Listing = NonNullable<Reputation['blacklistListings']>[number];

interface Zone {
  readonly name: string;
  readonly zone: string;
  readonly kind: 'ip' | 'domain';
}

/** Invented, under a reserved name: no call is made. */
const zones: readonly Zone[] = [
  { name: 'Block One', zone: 'block-one.dnsbl.example', kind: 'ip' },
  { name: 'Spam Watch', zone: 'spam-watch.dnsbl.example', kind: 'ip' },
  { name: 'Exploits List', zone: 'exploits-list.dnsbl.example', kind: 'ip' },
  { name: 'Dial-up Ranges', zone: 'dial-up-ranges.dnsbl.example', kind: 'ip' },
  { name: 'Bulk Senders', zone: 'bulk-senders.dnsbl.example', kind: 'ip' },
  { name: 'Trap Net', zone: 'trap-net.dnsbl.example', kind: 'ip' },
  { name: 'Domain Watch', zone: 'domain-watch.dnsbl.example', kind: 'domain' },
  { name: 'Fresh Domains', zone: 'fresh-domains.dnsbl.example', kind: 'domain' },
  { name: 'Link Shield', zone: 'link-shield.dnsbl.example', kind: 'domain' },
  { name: 'Phish Board', zone: 'phish-board.dnsbl.example', kind: 'domain' },
];

const shared: readonly string[] = ['google', 'microsoft'];

export function reputationOf(sandbox: Sandbox, sender: Sender, placementScore: number): Reputation {
  const now = sandbox.now();
  const domain = domainOf(sender.address);
  const { spf, dkim, dmarc, mx } = dnsVitals(sandbox, sender, domain);
  // Of a range that is kept for documents.
  const sendingIp = shared.includes(sender.provider)
    ? ''
    : `198.51.100.${1 + Math.floor(sandbox.chance('sending-ip', domain) * 254)}`;
  const asked = zones.filter(({ kind }) => kind === 'domain' || sendingIp !== '');
  // The worse the health of the mailbox, the likelier; one above 80 is on no list.
  const risk = Math.max(0, 80 - sender.health) / 40;
  const listings: Listing[] = [];
  for (const zone of asked) {
    const value = zone.kind === 'ip' ? sendingIp : domain;
    if (sandbox.chance('blacklist', zone.zone, value) >= risk) continue;
    listings.push({
      ...zone,
      value,
      answer: '127.0.0.2',
      reason: zone.kind === 'ip' ? 'Mail to addresses that do not exist' : 'Seen in unwanted mail',
      txt: `Listed: see https://${zone.zone}/why?q=${value}`,
      delistUrl: `https://${zone.zone}/remove?q=${value}`,
    });
  }
  return {
    senderEmailId: sender.id,
    senderAddress: sender.address,
    domain,
    sendingIp,
    healthScore: scoreOf(sender, now) ?? -1,
    placementScore,
    spfStatus: spf.status,
    dkimStatus: dkim.status,
    dmarcStatus: dmarc.status,
    dmarcPolicy: dmarc.policy ?? '',
    mxStatus: mx.status,
    dnsIssues: [spf, dkim, dmarc, mx].flatMap(({ issues }) => issues ?? []),
    blacklistsChecked: asked.length,
    blacklistsListed: listings.length,
    blacklistListings: listings,
    checkedAt: rfc3339(now),
  };
}
