import { limits } from '../../contract/limits.ts';
import { dayNumber, minutesOpen, type SendingWindow } from '../window.ts';

/** What a mailbox itself allows (spec, Sender email). */
export interface MailboxLimits {
  readonly isConnected: boolean;
  readonly connectedAt: number;
  readonly currentDailyLimit: number;
  readonly maximumSendingsLimitPerDay: number;
  readonly toggleGradualBuildUp: boolean;
  /** 0-100; null while warm-up is off or too few warm-up emails were checked. */
  readonly healthScore: number | null;
}

/** What a campaign allows each of its mailboxes (spec, CreateCampaignRequest). */
export interface CampaignLimits {
  readonly window: SendingWindow;
  /** Between two emails of a mailbox; taken for minutes, which the spec does not say. */
  readonly minimumTimeBetweenEmails: number;
  readonly maximumTimeBetweenEmails: number;
  readonly maximumSendingLimitPerSenderEmail?: number | undefined;
  /** Percent by which that maximum may fall on a day, so that days differ. */
  readonly maximumSendingLimitPerSenderEmailVariation?: number | undefined;
  /** 0 or absent: none. */
  readonly minimumHealthScore?: number | undefined;
}

export type Binding =
  | 'disconnected'
  | 'health'
  | 'build-up'
  | 'currentDailyLimit'
  | 'maximumSendingsLimitPerDay'
  | 'maximumSendingLimitPerSenderEmail'
  | 'window';

export interface Capacity {
  readonly emails: number;
  readonly binding: Binding;
}

/** Build-up never allows more than this, however old the mailbox is (spec, Gradual build-up). */
const { buildUpCap, buildUpPerWeek } = limits;

/** The week that has begun counts: rounding down would keep a new mailbox from sending for seven days. */
export const weeksConnected = (connectedAt: number, at: number): number =>
  Math.max(1, Math.floor((dayNumber(at) - dayNumber(connectedAt)) / 7) + 1);

/** An account below the minimum, or without a score, sends nothing (spec, CreateCampaignRequest). */
export const isHeldBack = (healthScore: number | null, minimum: number | undefined): boolean =>
  minimum !== undefined && minimum > 0 && (healthScore === null || healthScore < minimum);

/** What the mailbox may send on the day of `at` over all its campaigns together. */
export function mailboxCapacity(mailbox: MailboxLimits, at: number): Capacity {
  if (!mailbox.isConnected) return { emails: 0, binding: 'disconnected' };
  const limits: Capacity[] = [
    { emails: mailbox.currentDailyLimit, binding: 'currentDailyLimit' },
    { emails: mailbox.maximumSendingsLimitPerDay, binding: 'maximumSendingsLimitPerDay' },
  ];
  // Last: it limits nothing where a limit of the mailbox itself is no higher.
  if (mailbox.toggleGradualBuildUp) {
    const emails = Math.min(buildUpPerWeek * weeksConnected(mailbox.connectedAt, at), buildUpCap);
    limits.push({ emails, binding: 'build-up' });
  }
  return least(limits);
}

/** In this campaign on that day, whatever it sends elsewhere. `roll` (0 <= n < 1) draws how far the maximum falls. */
export function dailyCapacity(
  mailbox: MailboxLimits,
  campaign: CampaignLimits,
  at: number,
  roll = 0,
): Capacity {
  const own = mailboxCapacity(mailbox, at);
  if (own.binding === 'disconnected') return own;
  if (isHeldBack(mailbox.healthScore, campaign.minimumHealthScore)) return { emails: 0, binding: 'health' };
  const limits: Capacity[] = [own, { emails: windowCapacity(campaign), binding: 'window' }];
  const maximum = campaign.maximumSendingLimitPerSenderEmail;
  if (maximum !== undefined) {
    const variation = campaign.maximumSendingLimitPerSenderEmailVariation ?? 0;
    const emails = Math.max(1, Math.floor(maximum * (1 - (variation / 100) * roll)));
    limits.push({ emails, binding: 'maximumSendingLimitPerSenderEmail' });
  }
  return least(limits);
}

/** How many emails of one mailbox fit into an open day at the mean time between two. */
export function windowCapacity(campaign: CampaignLimits): number {
  const mean = (campaign.minimumTimeBetweenEmails + campaign.maximumTimeBetweenEmails) / 2;
  return Math.floor(minutesOpen(campaign.window) / mean);
}

/** The smallest, the first one where several are: that is the one to name. */
function least(limits: readonly Capacity[]): Capacity {
  return limits.reduce((smallest, limit) => (limit.emails < smallest.emails ? limit : smallest));
}
