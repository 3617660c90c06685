import { sum } from '../../base/counted.ts';
import type { CampaignLimits, MailboxLimits } from '../mailbox/capacity.ts';
import type { AnswerRates } from './answers.ts';

/** Follow-ups that wait already, when a campaign has been running. */
export interface WaitingFollowUps {
  /** 2 for the email after the first. */
  readonly step: number;
  readonly dueAt: number;
  readonly count: number;
}

/** What a campaign has sent before the plan begins, as the service counts it. */
export interface Past {
  /** As they are, whatever a plan changes in thought. */
  readonly limits: CampaignLimits;
  readonly dailyLimit: number | null;
  /** Numbers of UTC days, the oldest first, that of the start of the plan included. */
  readonly days: readonly { readonly day: number; readonly sent: number }[];
  /** How many got each step; undefined where that is not told. */
  readonly steps: readonly number[] | undefined;
  /** What ended sequences so far. */
  readonly answers: AnswerRates;
}

export interface PlannedCampaign {
  readonly limits: CampaignLimits;
  /** Over all mailboxes; null: none. */
  readonly dailyLimit: number | null;
  /** Days before the second email, the third and so on: one fewer than the steps. */
  readonly delays: readonly number[];
  readonly firsts: number;
  /** When they fall due; 0: they are. */
  readonly firstsDueAt: number;
  readonly followUps: readonly WaitingFollowUps[];
  /** Null where it has sent nothing yet. */
  readonly past: Past | null;
  readonly answers: AnswerRates;
}

export interface PlannedMailbox extends MailboxLimits {
  /** Other campaigns that run on it, by their place in the plan; it belongs to the first campaign in any case. */
  readonly alsoIn: readonly number[];
  /** As it is, whatever a plan changes in thought; null: it is there in thought alone, and has no conversations. */
  readonly before: MailboxLimits | null;
}

/** The first campaign is the one asked about; others send from its mailboxes, each with the part that falls to them. */
export interface Plan {
  /** From when it sends, in milliseconds. */
  readonly startAt: number;
  readonly campaigns: readonly [PlannedCampaign, ...PlannedCampaign[]];
  readonly mailboxes: readonly PlannedMailbox[];
}

/** Emails of a campaign if everybody gets all that are left for them. */
export function mostEmails({ firsts, followUps, delays }: PlannedCampaign): number {
  const steps = delays.length + 1;
  let emails = firsts * steps;
  for (const { count, step } of followUps) emails += count * (steps - step + 1);
  return emails;
}

/** Whole parts of a number by weight, which add up to it; all 0 without any weight. */
export function shared(count: number, weights: readonly number[]): number[] {
  const all = sum(weights) || 1;
  const parts: number[] = [];
  let [given, before] = [0, 0];
  for (const weight of weights) {
    before += weight;
    const upTo = Math.round((count * before) / all);
    parts.push(upTo - given);
    given = upTo;
  }
  return parts;
}
