import { sum } from '../../base/counted.ts';
import { limits as serviceLimits } from '../../contract/limits.ts';
import type { CheckedSender } from '../launch/sender-rules.ts';
import { type CampaignLimits, dailyCapacity, mailboxCapacity } from '../mailbox/capacity.ts';
import { mailboxLimitsIn } from '../mailbox/limits-in.ts';
import { minute, startOfDay } from '../window.ts';
import type { Neighbour, SendFacts } from './cause.ts';

interface RoomFacts extends Pick<SendFacts, 'senders' | 'neighbours' | 'updatedAt' | 'at'> {
  /** Those that may send at all: connected, and not held back. */
  readonly able: readonly CheckedSender[];
  readonly limits: CampaignLimits;
  /** By the campaign, today; undefined where its figures cannot be read. */
  readonly sentToday: number | undefined;
}

/** Whether mailboxes may send more before the window closes. The service counts no emails by mailbox, so often it is open. */
export interface Room {
  readonly some: boolean | undefined;
  /** Every mailbox that is attached has. */
  readonly every: boolean | undefined;
}

export function roomToday(facts: RoomFacts): Room {
  const { senders, able } = facts;
  if (able.length === 0 || areAllFull(facts)) return { some: false, every: false };
  const roomy = able.filter((sender) => hasRoom(sender, facts));
  return {
    some: roomy.length > 0 || isNoneShared(facts) ? true : undefined,
    every: roomy.length === senders.length ? true : undefined,
  };
}

/** Every mailbox has sent what it may, whatever way the emails of today are shared out. */
function areAllFull(facts: RoomFacts): boolean {
  const { senders, able, sentToday, neighbours, at } = facts;
  if (sentToday === undefined) return false;
  // More than a limit may have gone out before it was lowered, or before a mailbox was held back.
  const most = sum(senders.map((sender) => mostToday(sender, facts)));
  if (able.every((sender) => sentToday - most + mostToday(sender, facts) >= capacityHere(sender, facts)))
    return true;
  let others = 0;
  for (const { id, mailboxes, sentToday: sent } of neighbours) {
    const shared = senders.filter(({ campaignIds }) => campaignIds?.includes(id));
    if (shared.length === mailboxes) others += sent ?? 0;
  }
  const all = sum(senders.map((sender) => mostOfAll(sender, facts)));
  return able.every(
    (sender) =>
      sentToday + others - all + mostOfAll(sender, facts) >=
      mailboxCapacity(mailboxLimitsIn(sender), at).emails,
  );
}

const capacityHere = (sender: CheckedSender, { limits, at }: RoomFacts): number =>
  dailyCapacity(mailboxLimitsIn(sender), limits, at).emails;

/** Whether it is since before the window opened today as it is now. */
const isSteady = (updatedAt: string | null | undefined, { limits, at }: RoomFacts): boolean =>
  Date.parse(updatedAt ?? '') <= startOfDay(at) + limits.window.start * minute;

/** What a mailbox may have sent today for this campaign at most. */
const mostToday = (sender: CheckedSender, facts: RoomFacts): number =>
  facts.able.includes(sender) && isSteady(facts.updatedAt, facts) && isSteady(sender.updatedAt, facts)
    ? capacityHere(sender, facts)
    : mostOfAll(sender, facts);

/** What a mailbox may have sent today for all campaigns at most. */
const mostOfAll = (sender: CheckedSender, facts: RoomFacts): number =>
  isSteady(sender.updatedAt, facts)
    ? mailboxCapacity({ ...mailboxLimitsIn(sender), isConnected: true }, facts.at).emails
    : serviceLimits.senderLimitRange[1];

/** By the largest draw of the day's variation. */
const leastCapacity = (sender: CheckedSender, { limits, at }: RoomFacts): number =>
  dailyCapacity(mailboxLimitsIn(sender), limits, at, 1).emails;

/** Nothing else is sent from them, and all together have sent less than they may. */
const isNoneShared = (facts: RoomFacts): boolean =>
  facts.neighbours.length === 0 &&
  facts.sentToday !== undefined &&
  facts.sentToday < sum(facts.able.map((sender) => leastCapacity(sender, facts))) &&
  emailsLeft(facts, []) > 0;

/** Even if every email of today had gone out from this one, and other campaigns go first. */
function hasRoom(sender: CheckedSender, facts: RoomFacts): boolean {
  const { neighbours, sentToday } = facts;
  if (sentToday === undefined) return false;
  let [used, ahead] = [sentToday, 0];
  const running: Neighbour[] = [];
  for (const neighbour of neighbours) {
    if (sender.campaignIds?.includes(neighbour.id) === false) continue;
    if (neighbour.sentToday === undefined) return false;
    used += neighbour.sentToday;
    if (!neighbour.isRunning) continue;
    running.push(neighbour);
    // Follow-ups of others go first, and then whichever campaign has sent least from here today.
    ahead += neighbour.followUps + sentToday;
  }
  return leastCapacity(sender, facts) - used > ahead && emailsLeft(facts, running) > ahead;
}

/** How many emails a mailbox sends for certain before the window closes, each after the longest gap. */
function emailsLeft({ limits, sentToday, neighbours, at }: RoomFacts, running: readonly Neighbour[]): number {
  const longest = Math.max(limits.maximumTimeBetweenEmails, ...running.map(({ longestGap }) => longestGap));
  const minutes = limits.window.end - (at - startOfDay(at)) / minute;
  const isFree = sentToday === 0 && neighbours.every((neighbour) => neighbour.sentToday === 0);
  return Math.ceil(minutes / longest) - (isFree ? 0 : 1);
}
