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
  ...['Block One', 'Spam Watch', 'Exploits List', 'Dial-up Ranges', 'Bulk Senders', 'Trap Net'].map((name) =>
    zone(name, 'ip'),
  ),
  ...['Domain Watch', 'Fresh Domains', 'Link Shield', 'Phish Board'].map((name) => zone(name, 'domain')),
];

function zone(name: string, kind: Zone['kind']): Zone {
  return { name, zone: `${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.dnsbl.example`, kind };
}

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
  const listings = asked.flatMap((zone) =>
    listingIn(sandbox, zone, zone.kind === 'ip' ? sendingIp : domain, sender.health),
  );
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

/** The worse the health of the mailbox, the likelier; one above 80 is on no list. */
function listingIn(sandbox: Sandbox, zone: Zone, value: string, health: number): Listing[] {
  const risk = Math.max(0, 80 - health) / 40;
  if (sandbox.chance('blacklist', zone.zone, value) >= risk) return [];
  return [
    {
      ...zone,
      value,
      answer: '127.0.0.2',
      reason: zone.kind === 'ip' ? 'Mail to addresses that do not exist' : 'Seen in unwanted mail',
      txt: `Listed: see https://${zone.zone}/why?q=${value}`,
      delistUrl: `https://${zone.zone}/remove?q=${value}`,
    },
  ];
}
