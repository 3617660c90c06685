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
}

/** Common advice, and not a rule of any mail provider. */
export const mailboxesPerDomain = 3;

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
  const { emails, by, existing, campaign, at } = input;
  let byExisting = 0;
  for (const mailbox of existing) byExisting += emailsBy(mailbox, campaign, at, by);
  const byEach = emailsBy(newMailbox(input), campaign, at, by);
  const missing = Math.max(0, emails - byExisting);
  const needed = missing === 0 ? 0 : byEach === 0 ? null : Math.ceil(missing / byEach);
  return {
    feasible: needed !== null,
    /** To be connected today, beside those that exist; null where no number of them is enough. */
    mailboxes: needed,
    domains: needed && Math.ceil(needed / mailboxesPerDomain),
    byExisting,
    byEach,
  };
}
