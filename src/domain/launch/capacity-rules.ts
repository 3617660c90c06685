import { counted, firstOf, grouped, sum } from '../../base/counted.ts';
import {
  type Binding,
  type CampaignLimits,
  type Capacity,
  dailyCapacity,
  mailboxCapacity,
} from '../mailbox/capacity.ts';
import { type DailyLimits, mailboxLimitsIn } from '../mailbox/limits-in.ts';
import { everOpens, nextOpen } from '../window.ts';
import { senderDomain } from './dns-rules.ts';
import { broken, type Findings, found, none, problem, together, unknown } from './problem.ts';
import { type CheckedSender, dailyLimitOf } from './sender-rules.ts';

export interface OtherCampaign {
  readonly id: number;
  readonly limits: DailyLimits | undefined;
}

interface CapacityFacts {
  readonly senders: readonly CheckedSender[];
  readonly limits: DailyLimits | undefined;
  /** Every other campaign that runs; undefined where they were not read. */
  readonly others: readonly OtherCampaign[] | undefined;
  readonly at: number;
  /** Why `limits` or `others` are undefined. */
  readonly why?: string | undefined;
}

/** Whether anything can be sent on an open day, and whether mailboxes and domains can carry it. */
export const capacityProblems = (facts: CapacityFacts): Findings =>
  facts.senders.length === 0 ? none : together(overLimit(facts), noCapacity(facts), bulkSender(facts));

/** On its next open day. */
const openAt = ({ window }: CampaignLimits, at: number): number => nextOpen(window, at) ?? at;

export type MailboxCapacity = Capacity & { readonly sender: CheckedSender };

/** What each mailbox may send in a campaign on the day of `at`. */
export const capacitiesOf = (
  limits: CampaignLimits,
  senders: readonly CheckedSender[],
  at: number,
): MailboxCapacity[] =>
  senders.map((sender) => ({ sender, ...dailyCapacity(mailboxLimitsIn(sender), limits, at) }));

/** The running campaigns of a mailbox beside this one; undefined where it does not show its campaigns. */
const othersOf = (
  { campaignIds }: CheckedSender,
  others: readonly OtherCampaign[],
): readonly OtherCampaign[] | undefined =>
  campaignIds ? others.filter(({ id }) => campaignIds.includes(id)) : undefined;

/** A mailbox that several running campaigns share has more to send than it may: each of them gets less than it could. */
function overLimit({ senders, limits, others, at, why = 'not read' }: CapacityFacts): Findings {
  if (!others) return unknown('over-limit', `the other running campaigns: ${why}`);
  const over: string[] = [];
  let unread: string | undefined;
  for (const sender of senders) {
    const shared = othersOf(sender, others);
    if (shared?.length === 0) continue;
    let isKnown = shared !== undefined;
    let asked = 0;
    for (const campaign of [{ limits }, ...(shared ?? [])]) {
      const emails = askedOf([sender], campaign.limits, at);
      isKnown &&= emails !== undefined;
      asked += emails ?? 0;
    }
    if (shared && asked > mailboxCapacity(mailboxLimitsIn(sender), at).emails) over.push(sender.address);
    else if (!isKnown) unread ??= sender.address;
  }
  const message = `${counted(over.length, 'mailbox sends', 'mailboxes send')} for other running campaigns as well, and together they ask for more than ${over.length === 1 ? 'its' : 'their'} daily limit`;
  return together(
    over.length === 0 ? none : found([problem('over-limit', over.length, message, over)]),
    unread === undefined
      ? none
      : unknown('over-limit', `what other campaigns of ${unread} send cannot be read`),
  );
}

/** The most that a campaign can ask of these mailboxes in a day; undefined where its limits are not known. */
function askedOf(
  senders: readonly CheckedSender[],
  limits: DailyLimits | undefined,
  at: number,
): number | undefined {
  if (!limits) return undefined;
  const emails = sum(capacitiesOf(limits, senders, openAt(limits, at)).map((each) => each.emails));
  return Math.min(emails, limits.dailyLimit ?? emails);
}

export function noCapacity({
  senders,
  limits,
  at,
  why = 'not read',
}: Omit<CapacityFacts, 'others'>): Findings {
  if (!limits) return unknown('no-capacity', `settings and schedule of the campaign: ${why}`);
  if (!everOpens(limits.window)) return none;
  const capacities = capacitiesOf(limits, senders, openAt(limits, at));
  if (capacities.some(({ emails }) => emails > 0)) return none;
  if (senders.some((sender) => dailyLimitOf(sender) === undefined))
    return unknown('no-capacity', 'the mailboxes do not show their daily limits');
  const reasons = capacities.map(({ sender, binding }) => `${sender.address} (${reasonOf[binding]})`);
  return broken('no-capacity', `nothing can be sent on an open day: ${firstOf(reasons, 3)}`);
}

const reasonOf: Readonly<Record<Binding, string>> = {
  disconnected: 'disconnected',
  health: 'held back',
  'build-up': 'build-up',
  currentDailyLimit: 'daily limit 0',
  maximumSendingsLimitPerDay: 'maximum 0',
  maximumSendingLimitPerSenderEmail: 'limit per mailbox 0',
  window: 'sending hours too short',
};

/** Above this, Gmail, Yahoo and Outlook.com ask more of a domain (support.google.com/mail/answer/81126). */
const bulkEmails = 5000;

function bulkSender({ senders, limits, others, at, why = 'not read' }: CapacityFacts): Findings {
  if (!limits) return unknown('bulk-sender', `settings and schedule of the campaign: ${why}`);
  const bulk = new Map<string, number>();
  for (const domain of new Set(senders.map(senderDomain))) {
    const own = senders.filter((sender) => senderDomain(sender) === domain);
    const emails = perDay(own, limits, others ?? [], at);
    if (emails > bulkEmails) bulk.set(domain, emails);
  }
  const [first] = bulk;
  if (!first) return others ? none : unknown('bulk-sender', `the other running campaigns: ${why}`);
  return found([
    problem(
      'bulk-sender',
      1,
      `up to ${counted(first[1], 'email')} a day from ${first[0]}: above ${grouped(bulkEmails)}, providers ask for SPF, DKIM, DMARC and one-click unsubscribe`,
      [...bulk.keys()],
    ),
  ]);
}

/** What these mailboxes send in a day at most, over all their running campaigns. */
function perDay(
  senders: readonly CheckedSender[],
  limits: DailyLimits,
  others: readonly OtherCampaign[],
  at: number,
): number {
  const own = sum(senders.map((sender) => mailboxCapacity(mailboxLimitsIn(sender), at).emails));
  let asked = askedOf(senders, limits, at) ?? own;
  for (const other of others) {
    const shared = senders.filter((sender) => othersOf(sender, [other])?.length);
    asked += askedOf(shared, other.limits, at) ?? own;
  }
  return Math.min(own, asked);
}
