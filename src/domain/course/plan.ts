import type { CampaignLimits, MailboxLimits } from '../mailbox/capacity.ts';
import type { AnswerRates } from './answers.ts';

/** Follow-ups that wait already, when a campaign has been running. */
export interface WaitingFollowUps {
  /** 2 for the email after the first. */
  readonly step: number;
  readonly dueAt: number;
  readonly count: number;
}

export interface PlannedCampaign {
  readonly limits: CampaignLimits;
  /** Over all mailboxes; null: none. */
  readonly dailyLimit: number | null;
  /** Days before the second email, the third and so on: one fewer than the steps. */
  readonly delays: readonly number[];
  /** People who wait for their first email. */
  readonly firsts: number;
  readonly followUps: readonly WaitingFollowUps[];
  /** Emails that left on the day of the start, before it. */
  readonly sentToday: number;
  readonly answers: AnswerRates;
}

export interface PlannedMailbox extends MailboxLimits {
  /** Other campaigns that run on it, by their place in the plan; it belongs to the first campaign in any case. */
  readonly alsoIn: readonly number[];
}

/**
 * What a course needs to know. The first campaign is the one that is asked about; the others send from its mailboxes at
 * the same time, each with the part of its emails that falls to them.
 */
export interface Plan {
  /** From when it sends, in milliseconds. */
  readonly startAt: number;
  readonly campaigns: readonly [PlannedCampaign, ...PlannedCampaign[]];
  readonly mailboxes: readonly PlannedMailbox[];
}

/** Emails of a campaign if everybody gets all that are left for them. */
export const mostEmails = ({ firsts, followUps, delays }: PlannedCampaign): number => {
  const steps = delays.length + 1;
  return followUps.reduce((sum, { count, step }) => sum + count * (steps - step + 1), firsts * steps);
};
