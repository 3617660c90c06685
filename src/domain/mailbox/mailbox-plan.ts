import { limits } from '../../contract/limits.ts';
import { day, opensOn, startOfDay } from '../window.ts';
import { type CampaignLimits, dailyCapacity, type MailboxLimits } from './capacity.ts';

export interface PlanInput {
  readonly emails: number;
  /** Now: new mailboxes are connected today, and everything sends from tomorrow on. */
  readonly at: number;
  /** The last moment at which something may be sent. */
  readonly by: number;
  readonly campaign: CampaignLimits;
  readonly perMailbox: number;
  readonly buildUp: boolean;
  /** Mailboxes that send as well. */
  readonly existing: readonly MailboxLimits[];
  readonly mailboxesPerDomain: number;
  /** No more new ones than these; undefined for as many as are needed. */
  readonly mostMailboxes?: number | undefined;
}

/** A plan looks no further ahead. */
export const longestPlan = 3 * 366 * day;

/** What a mailbox sends on the open days that begin after `from` and whose window closes by `by`. */
function emailsBy(mailbox: MailboxLimits, campaign: CampaignLimits, from: number, by: number): number {
  let emails = 0;
  for (let midnight = startOfDay(from) + day; midnight + campaign.window.end * 60_000 <= by; midnight += day)
    if (opensOn(campaign.window, midnight)) emails += dailyCapacity(mailbox, campaign, midnight).emails;
  return emails;
}

export const newMailbox = ({ at, perMailbox, buildUp }: PlanInput): MailboxLimits => ({
  isConnected: true,
  connectedAt: at,
  currentDailyLimit: perMailbox,
  maximumSendingsLimitPerDay: perMailbox,
  toggleGradualBuildUp: buildUp,
  healthScore: limits.goodHealthScore,
});

/** The fewest new mailboxes with which so many emails go out in time: the forecast the other way round. */
export function planMailboxes(input: PlanInput) {
  const { emails, by, mailboxesPerDomain, mostMailboxes = Number.POSITIVE_INFINITY } = input;
  const { byExisting, byEach } = sentBy(input, by);
  const missing = Math.max(0, emails - byExisting);
  const needed = missing === 0 ? 0 : byEach === 0 ? null : Math.ceil(missing / byEach);
  const feasible = needed !== null && needed <= mostMailboxes;
  return {
    feasible,
    /** To be connected today, beside those that exist; null where no number of them is enough. */
    mailboxes: needed,
    domains: needed && Math.ceil(needed / mailboxesPerDomain),
    byExisting,
    byEach,
    /** The first day by whose end it is; undefined where none within {@link longestPlan} is. */
    ...(!feasible && { feasibleBy: firstDay(input) }),
  };
}

/** What the existing mailboxes send by then, and what one new one does. */
const sentBy = (input: PlanInput, by: number) => ({
  byExisting: input.existing.reduce((sum, one) => sum + emailsBy(one, input.campaign, input.at, by), 0),
  byEach: emailsBy(newMailbox(input), input.campaign, input.at, by),
});

/** By halves: a later day never sends less. */
function firstDay(input: PlanInput): number | undefined {
  const { at, emails, mostMailboxes = Number.POSITIVE_INFINITY } = input;
  const endOf = (days: number) => startOfDay(at) + (days + 1) * day - 1;
  const isEnough = (days: number) => {
    const { byExisting, byEach } = sentBy(input, endOf(days));
    return byExisting >= emails || (byEach > 0 && byExisting + byEach * mostMailboxes >= emails);
  };
  let [least, most] = [0, Math.floor(longestPlan / day)];
  if (!isEnough(most)) return undefined;
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    if (isEnough(middle)) most = middle;
    else least = middle + 1;
  }
  return endOf(least);
}
