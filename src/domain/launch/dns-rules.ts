import { counted, plural } from '../../base/counted.ts';
import type { senders } from '../../contract/areas/senders.ts';
import { domainOf } from '../../contract/checks/personal-mailbox.ts';
import type { ItemOf, Output } from '../../contract/operation.ts';
import { type Finding, type Findings, found, problem, together } from './problem.ts';

type Vitals = Output<typeof senders.dns>;
type Sender = Pick<ItemOf<typeof senders.list>, 'address'>;

/** The DNS check of a domain, repeated where a lookup timed out; or why there is none. */
export type DnsRead =
  | { readonly vitals: Pick<Vitals, DnsCheck>; readonly why?: undefined }
  | { readonly vitals?: undefined; readonly why: string };

export const dnsChecks = ['spf', 'dkim', 'dmarc', 'mx'] as const;
type DnsCheck = (typeof dnsChecks)[number];

/** Whether a lookup timed out, so that the domain is worth a second check (spec, DNS vitals). */
export const timedOut = (vitals: Pick<Vitals, DnsCheck>): boolean =>
  dnsChecks.some((check) => vitals[check].status === 'ERROR');

/** What the DNS of a mailbox is read under: domains do not differ by case. */
export const senderDomain = ({ address }: Sender): string => domainOf(address);

/** DKIM may work under a selector that was not tried, so it never blocks (spec, DNS vitals). */
const neverBlocks: readonly DnsCheck[] = ['dkim'];

/** What adds a record where there is none. */
const publish: Readonly<Record<DnsCheck, string>> = {
  spf: 'Publish a TXT record that begins with v=spf1',
  dkim: 'Publish the key that your mail provider shows',
  dmarc: 'Publish a TXT record at _dmarc that begins with v=DMARC1',
  mx: 'Publish the MX records of your mail provider',
};

/** `able` are the mailboxes that would send: where all of them lack a record, it blocks. */
export function dnsProblems(
  senders: readonly Sender[],
  able: readonly Sender[],
  dns: ReadonlyMap<string, DnsRead>,
): Findings {
  return together(...dnsChecks.map((check) => problemsOf(check, senders, able, dns)));
}

type State = 'fails' | 'weak' | 'sound' | 'unknown';

function problemsOf(
  check: DnsCheck,
  senders: readonly Sender[],
  able: readonly Sender[],
  dns: ReadonlyMap<string, DnsRead>,
): Findings {
  const inState: Record<State, Sender[]> = { fails: [], weak: [], sound: [], unknown: [] };
  for (const sender of senders) {
    const status = dns.get(senderDomain(sender))?.vitals?.[check].status;
    inState[states.get(status) ?? 'unknown'].push(sender);
  }
  const failing = new Set(inState.fails);
  const blocks = !neverBlocks.includes(check) && able.every((sender) => failing.has(sender));
  const problems: Finding[] = [];
  for (const state of ['fails', 'weak'] as const) {
    const own = inState[state];
    if (own.length === 0) continue;
    const severity = blocks && state === 'fails' ? 'block' : undefined;
    const addresses = own.map(({ address }) => address);
    problems.push(problem(check, own.length, troubleOf(check, own, dns, severity), addresses, severity));
  }
  const unread = inState.unknown.map(senderDomain);
  const why = `${listed(unread)}: ${dns.get(unread[0] ?? '')?.why ?? 'its DNS was not read'}`;
  return found(problems, unread.length === 0 ? [] : [{ rule: check, why }]);
}

const states: ReadonlyMap<string | undefined, State> = new Map([
  ['OK', 'sound'],
  ['WARNING', 'weak'],
  ['MISSING', 'fails'],
  ['ERROR', 'fails'],
]);

/** `a.example has a weak DMARC record (2 mailboxes): the policy is none`; where one is missing, what to do about it. */
function troubleOf(
  check: DnsCheck,
  senders: readonly Sender[],
  dns: ReadonlyMap<string, DnsRead>,
  severity: 'block' | undefined,
): string {
  const domains = [...new Set(senders.map(senderDomain))];
  const found = domains.flatMap((domain) => dns.get(domain)?.vitals?.[check] ?? []);
  const statuses = [...new Set(found.map(({ status }) => recordWords[status] ?? status))].join(' or ');
  const isMissing = found.every(({ status }) => status === 'MISSING');
  const [issue] = found.flatMap(({ status, issues }) => (status === 'MISSING' ? [] : (issues ?? [])));
  const record = `${plural(domains.length, 'has', 'have')} ${statuses} ${check.toUpperCase()} record`;
  const of = counted(senders.length, 'mailbox', 'mailboxes');
  const stops = severity === 'block' ? ', and no other mailbox has one: this stops the start' : '';
  const said = issue ? `: ${issue.charAt(0).toLowerCase()}${issue.slice(1)}` : '';
  return `${listed(domains)} ${record} (${of})${stops || said}${isMissing ? `. ${publish[check]}` : ''}`;
}

const recordWords: Readonly<Record<string, string>> = {
  MISSING: 'no',
  WARNING: 'a weak',
  ERROR: 'an unreadable',
};

const listed = (domains: readonly string[]): string => {
  const [first = '', ...others] = new Set(domains);
  return others.length === 0 ? first : `${first} and ${counted(others.length, 'other domain')}`;
};
