import type { Problem } from '../../domain/launch/problem.ts';
import type { RuleId } from '../../domain/launch/rules.ts';
import { commandLine, shellWord } from '../advice/shell-words.ts';
import type { CampaignReading } from './read-campaign.ts';

/** For the question, where only the service knows who joins. */
export const notKnownBefore = (campaign: number | string): string =>
  `Launch checks: these people are not known before they join. To check them then: ${checkLine(campaign)}`;

/** What a fix is made of: the campaign, and whom or what the problem names first. */
interface Broken extends Pick<Problem, 'rule' | 'count' | 'examples'> {
  readonly campaign: string;
  /** Addresses of its mailboxes. */
  readonly mailboxes: readonly string[];
  readonly asked: AskedOfLeads;
}

/** Options of the check without which its list of leads is another one. */
export interface AskedOfLeads {
  readonly duplicates?: string | undefined;
  readonly events?: readonly string[] | undefined;
}

type Fix = (broken: Broken) => string;

/** What adds each part that a campaign may lack, by its id. */
type AddsPart = (campaign: string | number | bigint) => string;

export const checkLine: AddsPart = (campaign) => `outreach campaigns check ${campaign}`;
export const addLeads: AddsPart = (campaign) => `outreach leads import <file> --campaign ${campaign}`;
export const setSequence: AddsPart = (campaign) => `outreach campaigns sequence set ${campaign} <file>`;
export const attachMailbox: AddsPart = (campaign) =>
  `outreach campaigns senders attach ${campaign} <mailbox>`;
export const usualHours: AddsPart = (campaign) =>
  `outreach campaigns schedule ${campaign} --days mon-fri --from 09:00 --to 17:00`;

const leadsOf: Fix = ({ campaign, rule, asked }) => {
  const events = rule === 'unsubscribed' ? (asked.events ?? []) : [];
  const duplicates = rule === 'already-running' ? asked.duplicates : undefined;
  return commandLine([
    ...['campaigns', 'check', campaign, '--rule', rule, '--leads'],
    ...(duplicates === undefined || duplicates === 'running' ? [] : ['--duplicates', duplicates]),
    ...events.flatMap((file) => ['--events', file]),
  ]);
};
/** The service never writes to those on the blocklist. */
const block: Fix = (broken) => `${leadsOf(broken)} | outreach blocklist import -`;
/** By name: an odd address that went through xargs could be read as several, or as ids. One that is very odd is only listed. */
const remove: Fix = (broken) =>
  broken.examples.every((address) => /^[\p{L}\p{N}\p{P}\p{S} ]{1,80}$/u.test(address))
    ? ['outreach leads delete --', ...broken.examples.map(shellWord)].join(' ')
    : leadsOf(broken);
/** As a file for a person to change. */
const write: Fix = (broken) => `${leadsOf(broken)} --csv > leads.csv`;
/** Two steps: a person fills in the file between them. */
const fill: Fix = (broken) =>
  `${write(broken)}\noutreach leads import leads.csv --campaign ${broken.campaign}`;
const copy: Fix = ({ campaign }) => setSequence(campaign);
const attach: Fix = ({ campaign }) => attachMailbox(campaign);
const hours: Fix = ({ campaign }) => usualHours(campaign);
/** With the mailbox that the problem names first, by its address or its domain. */
const mailbox =
  (line: string, more = ''): Fix =>
  ({ examples: [first = ''], mailboxes }) => {
    const [named = ''] = first.split(' ');
    const found = mailboxes.find((address) => address === named || address.endsWith(`@${named}`));
    return found === undefined ? 'outreach senders list' : `outreach ${line} ${shellWord(found)}${more}`;
  };
const records = mailbox('senders dns');

/** The command that fixes a problem, for every rule: a new rule does not compile without one. */
const fixes: Readonly<Record<RuleId, Fix>> = {
  'no-steps': copy,
  'merge-tag-unknown': copy,
  'merge-tag-empty': fill,
  'merge-tag-not-text': fill,
  'merge-tag-collision': fill,
  'unbalanced-brace': copy,
  /** Of a lead, or of the copy. */
  'placeholder-left': (broken) => (broken.examples[0]?.includes('@') ? fill(broken) : copy(broken)),
  'subject-empty': copy,
  'subject-long': copy,
  'subject-shout': copy,
  'fake-reply': copy,
  'follow-up-same-day': copy,
  'body-large': copy,
  'spam-wording': copy,
  'link-malformed': copy,
  'link-http': copy,
  'link-ip': copy,
  'link-shortener': copy,
  'link-mismatch': copy,
  'no-opt-out': copy,
  'no-postal-address': copy,
  'no-leads': ({ campaign }) => addLeads(campaign),
  'malformed-address': remove,
  'duplicate-address': remove,
  'opted-out': remove,
  'role-address': block,
  'disposable-address': block,
  'typo-domain': write,
  'personal-mailbox': block,
  'own-domain': block,
  blocklisted: leadsOf,
  'bounced-before': block,
  'said-no': block,
  'replied-before': block,
  'already-running': leadsOf,
  unsubscribed: block,
  'none-attached': attach,
  'all-disconnected': mailbox('senders get'),
  'some-disconnected': mailbox('senders get'),
  'all-held-back': ({ campaign }) => `outreach campaigns health ${campaign}`,
  'score-low': mailbox('senders reputation'),
  cold: mailbox('senders warmup set', ' --enabled'),
  'over-limit': attach,
  'limits-zero': mailbox('senders update', ' --daily-limit 30'),
  spf: records,
  dkim: records,
  dmarc: records,
  mx: records,
  'no-day': hours,
  'empty-window': hours,
  'window-shorter-than-gap': hours,
  'no-capacity': ({ campaign }) => `outreach campaigns health ${campaign}`,
  'takes-long': ({ campaign }) => `outreach campaigns forecast ${campaign}`,
  'first-step-delayed': copy,
  'bulk-sender': attach,
  'credits-short': () => 'outreach credits buy <amount>',
};

export const fixOf = (
  { id, senders }: Pick<CampaignReading, 'id' | 'senders'>,
  { rule, count, examples }: Problem,
  asked: AskedOfLeads = {},
): string =>
  fixes[rule]({
    rule,
    count,
    examples,
    campaign: String(id),
    mailboxes: senders?.map(({ address }) => address) ?? [],
    asked,
  });
