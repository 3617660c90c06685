import { day, minute, nextOpen, startOfDay } from '../window.ts';
import type { CampaignLimits } from './capacity.ts';

/** A moment that does not come. */
export const never = Number.POSITIVE_INFINITY;

/** A running campaign as one of its mailboxes sees it. Moments are milliseconds; {@link never} where nothing waits. */
export interface Lane {
  readonly campaignId: number;
  /** From this mailbox, on the UTC day of the look. */
  readonly sentToday: number;
  /** The longest due of its own follow-ups. */
  readonly followUpDue: number;
  /** Tells follow-ups apart that are due at the same moment: the one that was created first has the lower number. */
  readonly followUpId: number;
  /** The longest due of the first emails that any mailbox of the campaign may send. */
  readonly firstDue: number;
  readonly readyAt: number;
}

export const isFollowUpDue = (lane: Lane, at: number): boolean => lane.followUpDue <= at;

/** The follow-up due longest, whatever its campaign; else a first email of the campaign that sent least here today. */
export function nextLane<L extends Lane>(lanes: readonly L[], at: number): L | undefined {
  let chosen: L | undefined;
  for (const lane of lanes) {
    if (lane.readyAt !== at) continue;
    if (!isFollowUpDue(lane, at) && lane.firstDue > at) continue;
    if (!chosen || goesBefore(lane, chosen, at)) chosen = lane;
  }
  return chosen;
}

function goesBefore(lane: Lane, other: Lane, at: number): boolean {
  if (isFollowUpDue(lane, at) !== isFollowUpDue(other, at)) return isFollowUpDue(lane, at);
  if (isFollowUpDue(lane, at))
    return (lane.followUpDue - other.followUpDue || lane.followUpId - other.followUpId) < 0;
  return (lane.sentToday - other.sentToday || lane.campaignId - other.campaignId) < 0;
}

/** What a mailbox waits for before it sends in a campaign. */
interface Waiting {
  /** When the first of its emails is due. */
  readonly dueAt: number;
  /** When the time between two emails is over that was drawn after the last one. */
  readonly freeAt: number;
  /** The last email of the mailbox, whatever its campaign. */
  readonly lastSentAt: number;
  /** A limit of the day is reached: it waits for the next UTC day. */
  readonly isFull: boolean;
}

/** When the mailbox may send in this campaign next, from `at` on; {@link never} where the window never opens. */
export function readyAt(limits: CampaignLimits, waiting: Waiting, at: number): number {
  const free = Math.max(waiting.freeAt, waiting.lastSentAt + limits.minimumTimeBetweenEmails * minute);
  const earliest = Math.max(at, waiting.dueAt, free, waiting.isFull ? startOfDay(at) + day : 0);
  return nextOpen(limits.window, earliest) ?? never;
}

type Gap = Pick<CampaignLimits, 'minimumTimeBetweenEmails' | 'maximumTimeBetweenEmails'>;

/** Milliseconds until the mailbox may send again, drawn by `roll` (0 <= roll < 1) between the campaign's two bounds. */
export function gapAfter(
  { minimumTimeBetweenEmails: least, maximumTimeBetweenEmails: most }: Gap,
  roll: number,
): number {
  return Math.round((least + roll * (most - least)) * 60) * 1000;
}
