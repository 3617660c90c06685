import { counted, grouped, plural } from '../../base/counted.ts';
import type { campaigns } from '../../contract/areas/campaigns.ts';
import { addressProblem } from '../../contract/checks/email-address.ts';
import { domainOf, isPersonalMailbox } from '../../contract/checks/personal-mailbox.ts';
import type { Output } from '../../contract/operation.ts';
import { meantDomain } from '../address/fixed-address.ts';
import { roleOf } from '../address/role-address.ts';
import { optOutIn } from '../address/status-column.ts';
import { addressRules, invalidThatBlock, isMostlyUnverified, isRiskyShare } from './address-rules.ts';
import type { CheckedLead, FaultCount, LeadFault, LeadRules } from './lead-faults.ts';
import { type Finding, problem } from './problem.ts';
import { type RuleId, ruleIds, rules, type Severity } from './rules.ts';

/** What is known beside the leads. What is left out cannot be broken. */
export interface RecipientFacts {
  /** The campaign takes addresses of personal mail providers. */
  readonly personalAllowed?: boolean | undefined;
  /** The domains of the mailboxes, in lower case. */
  readonly ownDomains?: ReadonlySet<string> | undefined;
  readonly isBlocked?: (address: string) => boolean;
  /** Emails may be scheduled, and one to an address that was blocked since still leaves. */
  readonly hasStarted?: boolean | undefined;
  /** What earlier replies show, beside the category of the lead. */
  readonly answered?: ((lead: CheckedLead) => 'said-no' | 'replied-before' | undefined) | undefined;
  /** By saved events. */
  readonly hasUnsubscribed?: ((lead: CheckedLead) => boolean) | undefined;
  /** The file of this run by which the person has opted out. */
  readonly optedOutBy?: ((address: string) => string | undefined) | undefined;
}

/** Settings of a campaign under which the service itself leaves such leads out, so that they need not hold it up. */
interface LeftOutByService {
  readonly ignoreBounced?: boolean | undefined;
  readonly ignoreResponded?: boolean | undefined;
  /** It verifies addresses, and skips those that it finds to be invalid. */
  readonly verifies?: boolean | undefined;
}

/** What the settings of a campaign say of its recipients: only one that is known to be on excuses anything. */
export const recipientSettings = (
  {
    isEnabledIgnoreHardBouncedLeads: bounced,
    isEnabledIgnoreLeadsWhoAlreadyResponded: responded,
    allowNonBusinessEmails: personal,
    isEnabledEmailVerifier: verifier,
    flow,
  }: Settings,
  hasStarted = false,
): LeftOutByService & { readonly personalAllowed: boolean } => ({
  ignoreBounced: bounced === true,
  ignoreResponded: responded === true,
  // The flow `api` skips the validation of leads (spec, CreateCampaignRequest); what is scheduled was passed by it.
  verifies: verifier === true && flow !== 'api' && !hasStarted,
  personalAllowed: personal !== false,
});

type Settings = NonNullable<Output<typeof campaigns.get>['campaign']['settings']> & {
  readonly flow?: unknown;
};

/** By what a lead shows. On the blocklist of a draft it gets no mail and breaks no other rule; else `more` rules follow. */
export async function recipientRules(
  facts: RecipientFacts,
  ...more: readonly LeadRules[]
): Promise<LeadRules> {
  // The list of disposable domains is long; only what checks recipients loads it.
  const { isDisposable } = await import('../address/disposable-domains.ts');
  return function* faultsOf(lead) {
    if (!facts.isBlocked?.(lead.email)) return yield* faults(lead);
    yield { rule: 'blocklisted' };
    if (!facts.hasStarted) return;
    for (const fault of faults(lead)) if (evenIfBlocked.has(fault.rule)) yield fault;
  };
  function* faults(lead: CheckedLead): Iterable<LeadFault> {
    yield* addressFaults(lead.email, facts, isDisposable);
    yield* historyFaults(lead, facts);
    for (const rules of more) yield* rules(lead);
  }
}

/** A scheduled email to these people does harm. */
const evenIfBlocked: ReadonlySet<RuleId> = new Set([
  'opted-out',
  'bounced-before',
  'said-no',
  ...addressRules,
]);

function* addressFaults(
  email: string,
  { personalAllowed, ownDomains }: RecipientFacts,
  isDisposable: (domain: string) => boolean,
): Iterable<LeadFault> {
  const reason = addressProblem(email);
  if (reason !== undefined) {
    yield { rule: 'malformed-address', detail: reason };
    return;
  }
  const role = roleOf(email);
  if (role !== undefined) yield { rule: 'role-address', detail: role };
  const domain = domainOf(email);
  const meant = meantDomain(domain);
  // Misspelt domains of large providers are in the list of disposable ones as well.
  if (meant !== undefined) yield { rule: 'typo-domain', detail: meant };
  else if (isDisposable(domain)) yield { rule: 'disposable-address' };
  if (personalAllowed !== true && isPersonalMailbox(email)) yield { rule: 'personal-mailbox' };
  if (ownDomains?.has(domain)) yield { rule: 'own-domain' };
}

const interestedTags: ReadonlySet<unknown> = new Set(['interested', 'meeting_booked']);

/** What says that a lead opted out. */
function optOutOf({ email, customVariables, stored }: CheckedLead, { optedOutBy }: RecipientFacts) {
  const variable = optOutIn(customVariables ?? {}, email);
  if (variable !== undefined) return `{${variable}}`;
  return stored?.optedOut ? 'their stored variables' : optedOutBy?.(email);
}

function* historyFaults(lead: CheckedLead, facts: RecipientFacts): Iterable<LeadFault> {
  const { answered, hasUnsubscribed } = facts;
  const said = optOutOf(lead, facts);
  if (hasUnsubscribed?.(lead)) yield { rule: 'unsubscribed' };
  else if (said !== undefined) yield { rule: 'opted-out', detail: said };
  if (lead.tag === 'bounced') yield { rule: 'bounced-before' };
  const shown = answered?.(lead);
  if (lead.tag === 'not_interested' || shown === 'said-no') yield { rule: 'said-no' };
  else if (interestedTags.has(lead.tag) || shown === 'replied-before') yield { rule: 'replied-before' };
}

/** The severity of a rule that so many leads break, in a campaign with these settings. */
export function leadSeverity(
  rule: RuleId,
  { ignoreBounced, ignoreResponded, verifies }: LeftOutByService,
  count = 1,
): Severity {
  if (rule === 'known-invalid') return verifies || count < invalidThatBlock ? 'warn' : 'block';
  const leftOut = (rule === 'bounced-before' && ignoreBounced) || (rule === 'said-no' && ignoreResponded);
  return leftOut ? 'warn' : rules[rule].severity;
}

interface Looked {
  readonly leads: number;
  /** They are rows, and an import leaves out those that are known to be invalid or opted out. */
  readonly isFile?: boolean | undefined;
  /** How many of those that nothing is known of an import of the finder has verified, without saying which. */
  readonly verified?: number | undefined;
  readonly hasStarted?: boolean | undefined;
}

/** The faults of rules about recipients as problems, one for each rule; other faults are left to their own. */
export function recipientProblems(
  counts: readonly FaultCount[],
  settings: LeftOutByService = {},
  looked: Looked = { leads: 0, isFile: true },
): Finding[] {
  const byRule = new Map<RuleId, { count: number; cases: FaultCount[]; examples: string[] }>();
  for (const one of counts) {
    const { rule } = one.fault;
    const known = byRule.get(rule) ?? { count: 0, cases: [], examples: [] };
    byRule.set(rule, known);
    known.count += one.count;
    known.cases.push(one);
    known.examples.push(...one.examples);
  }
  const blocked = looked.hasStarted ? 0 : (byRule.get('blocklisted')?.count ?? 0);
  const mailed = looked.leads - blocked - (byRule.get('bounced-before')?.count ?? 0);
  const problems: Finding[] = [];
  for (const rule of ruleIds) {
    const [known, say] = [byRule.get(rule), messages[rule]];
    if (say === undefined || known === undefined) continue;
    const count = known.count - (rule === 'not-verified' ? (looked.verified ?? 0) : 0);
    if (rule === 'risky-share' && !isRiskyShare(count, mailed)) continue;
    // Of the invalid ones a verdict is known, and they are to get none.
    const among = rule === 'not-verified' ? mailed - (byRule.get('known-invalid')?.count ?? 0) : mailed;
    if (rule === 'not-verified' && (settings.verifies || !isMostlyUnverified(count, among))) continue;
    const inOrder = known.cases.sort((a, b) => b.count - a.count);
    const message =
      typeof say === 'string' ? `${has(count)} ${say}` : say(count, inOrder, { mailed: among, ...looked });
    const isLeftOut = looked.isFile && (rule === 'known-invalid' || rule === 'opted-out');
    const severity = isLeftOut ? 'warn' : leadSeverity(rule, settings, count);
    problems.push(problem(rule, count, message, known.examples, severity));
  }
  return problems;
}

const leads = (count: number) => counted(count, 'lead');

const has = (count: number) => `${leads(count)} ${plural(count, 'has', 'have')}`;

/** What can be wrong with a row whose address is sound. */
const ofRows = new Set<string | undefined>(['wrong encoding', 'wrong number of columns', 'malformed value']);

type Message = (
  count: number,
  cases: readonly FaultCount[],
  looked: Looked & { readonly mailed: number },
) => string;

/** A text is what so many leads have. */
const messages: Readonly<Partial<Record<RuleId, Message | string>>> = {
  'malformed-address': (count, cases, { isFile }) => {
    const isOfRow = cases.some(({ fault }) => ofRows.has(fault.detail));
    const has = `${plural(count, 'has', 'have')} no usable email address`;
    const what = isOfRow ? `cannot become ${plural(count, 'a lead', 'leads')}` : has;
    return `${counted(count, isFile ? 'row' : 'lead')} ${what}: ${list(cases)}`;
  },
  'duplicate-address': (_count, cases) =>
    cases
      .map(({ fault: { detail: file }, count }) => {
        const where = file === undefined ? 'a later row has too; the last one wins' : `${file} has too`;
        return `${counted(count, 'row')} ${plural(count, 'has', 'have')} an address that ${where}`;
      })
      .join('; '),
  'known-invalid': (count, cases, { isFile }) =>
    isFile
      ? `${counted(count, 'row')} ${plural(count, 'has', 'have')} an address that a column of the file calls invalid; an import leaves ${plural(count, 'it', 'them')} out`
      : `${has(count)} an address that is known to be invalid: ${list(cases, '', sources)}`,
  'opted-out': (count, cases, { isFile }) =>
    isFile ? cases.map(optedOutRows).join('; ') : `${leads(count)} opted out: ${list(cases)}`,
  'risky-share': (count, _cases, { isFile, mailed }) =>
    `${isFile ? leads(count) : `${grouped(count)} of ${leads(mailed)}`} ${plural(count, 'has', 'have')} a risky address: a catch-all domain, or one that no verifier could confirm`,
  'not-verified': (count, _cases, { mailed, verified = 0 }) =>
    `${grouped(count)} of ${leads(mailed)} ${plural(count, 'was', 'were')} never verified${verified > 0 ? `; imports of the finder verified ${grouped(verified)}, without saying whom` : ''}`,
  'role-address': (count, cases) => `${has(count)} the address of a role: ${list(cases, '@')}`,
  'disposable-address': 'a disposable address',
  'typo-domain': (count, cases) => `${has(count)} a domain that looks misspelt: ${list(cases, ' was meant')}`,
  'personal-mailbox': 'an address at a personal mail provider',
  'test-address': 'an address that is one for tests',
  'name-shape': 'a name in capital or small letters alone',
  'own-domain': 'an address at the domain of one of your mailboxes',
  blocklisted: (count, _cases, { hasStarted }) =>
    `${leads(count)} ${plural(count, 'is', 'are')} on the blocklist and ${plural(count, 'gets', 'get')} no ${hasStarted ? 'new email; one that is scheduled already may still go out' : 'email'}`,
  'bounced-before': (count) => `email to ${leads(count)} bounced before`,
  'said-no': 'said no before',
  'replied-before': 'replied before',
  'already-running': (count, cases) =>
    `${leads(count)} ${plural(count, 'is', 'are')} in another campaign as well: ${list(cases)}`,
};

/** Of several files, one may say it of a person in another. */
const optedOutRows = ({ fault: { detail: file }, count }: FaultCount): string =>
  file === undefined
    ? `${counted(count, 'row')} ${plural(count, 'names a person', 'name people')} who opted out; an import leaves ${plural(count, 'it', 'them')} out`
    : `${counted(count, 'row')} ${plural(count, 'names a person', 'name people')} who opted out in ${file}; block ${plural(count, 'that person', 'them')} before the import`;

const sources: Readonly<Record<string, string>> = {
  job: 'a verification job says so',
  column: 'their own columns say so',
};

const mostCases = 4;

/** `info@ (3), sales@ (1)`: each with what goes `after` it, and the number only where there are several cases. */
function list(cases: readonly FaultCount[], after = '', names?: typeof sources): string {
  const shown: string[] = [];
  for (const { fault, count } of cases.slice(0, mostCases)) {
    const { detail = '' } = fault;
    shown.push(`${names?.[detail] ?? detail}${after}${cases.length === 1 ? '' : ` (${grouped(count)})`}`);
  }
  if (cases.length > mostCases) shown.push(`${grouped(cases.length - mostCases)} more`);
  return shown.join(', ');
}
