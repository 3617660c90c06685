import { dailyCapacity, isHeldBack, type MailboxLimits, mailboxCapacity } from '../mailbox/capacity.ts';
import { never, readyAt } from '../mailbox/turn.ts';
import type { Chance } from './chance.ts';
import type { PlannedCampaign, PlannedMailbox } from './plan.ts';

/** Who waits at one mailbox for a follow-up of one step, in the order in which these fall due. */
interface Queue {
  readonly step: number;
  head: number;
  readonly people: number[];
}

/** A campaign of which nothing is sent yet. */
export const newCampaign = (planned: PlannedCampaign, id: number, day: number) => ({
  planned,
  id,
  firsts: planned.firsts,
  followUps: 0,
  /** Numbered in the order in which they get their first email, after those who wait for a follow-up already. */
  people: 0,
  /** Of each person: when the follow-up is due that waits, and the number that it got among all follow-ups. */
  due: [] as number[],
  order: [] as number[],
  /** Of each person: when the sequence ends, {@link never} where it goes on. */
  ends: [] as number[],
  today: 0,
  day,
  /** What it may send on a day, over all mailboxes. */
  limit: planned.dailyLimit ?? never,
  limits: planned.limits,
});

export type CourseCampaign = ReturnType<typeof newCampaign>;

/** A mailbox of a campaign from which nothing is sent yet. */
const newLane = (campaign: CourseCampaign) => ({
  campaign,
  campaignId: campaign.id,
  queues: campaign.planned.delays.map((_, index): Queue => ({ step: index + 2, head: 0, people: [] })),
  sentToday: 0,
  followUpDue: never,
  followUpId: 0,
  firstDue: never,
  readyAt: never,
  dueAt: never,
  freeAt: 0,
  lastSentAt: 0,
  isFull: false,
  /** The queue whose head is due first. */
  next: undefined as Queue | undefined,
  /** What it has sent on the day of the start, before it. */
  sentBefore: 0,
  /** What the mailbox may send here today. */
  capacity: 0,
});

export type CourseLane = ReturnType<typeof newLane>;

export const newMailbox = (
  limits: PlannedMailbox,
  index: number,
  campaigns: readonly CourseCampaign[],
  firstDay: number,
) => ({
  limits,
  index,
  lanes: campaigns.map(newLane),
  firstDay,
  day: -1,
  today: 0,
  capacity: 0,
  freeAt: 0,
  lastSentAt: 0,
});

export type CourseMailbox = ReturnType<typeof newMailbox>;

/** A follow-up to this person begins to wait at this mailbox. */
export function wait(lane: CourseLane, step: number, person: number, dueAt: number, order: number): void {
  const { campaign, queues } = lane;
  campaign.due[person] = dueAt;
  campaign.order[person] = order;
  campaign.followUps += 1;
  queues[step - 2]?.people.push(person);
}

/** Nothing is sent yet on a day, but for what was sent before the course began. */
export function beginDay(mailbox: CourseMailbox, number: number, at: number, chance: Chance): void {
  mailbox.day = number;
  mailbox.today = 0;
  for (const lane of mailbox.lanes) {
    lane.sentToday = number === mailbox.firstDay ? lane.sentBefore : 0;
    mailbox.today += lane.sentToday;
  }
  mailbox.capacity = mailboxCapacity(mailbox.limits, at).emails;
  for (const lane of mailbox.lanes) {
    const { limits } = lane.campaign;
    const today = scoreToday(mailbox, limits.minimumHealthScore, chance);
    const roll = chance.variation(mailbox.index, lane.campaignId, mailbox.day);
    lane.capacity = dailyCapacity(today, limits, at, roll).emails;
  }
}

/** How far a score may move from one day to another. */
const scoreSwing = 2;

/** Whether a score is so near the minimum that a mailbox is held back on some days and not on others. */
export const mayFlap = (healthScore: number | null, minimum: number | undefined): boolean =>
  minimum !== undefined &&
  minimum > 0 &&
  healthScore !== null &&
  Math.abs(healthScore - minimum) <= scoreSwing;

/** The mailbox with the score of the day. It stays as it is unless the minimum is near. */
function scoreToday(
  { limits, index, day }: CourseMailbox,
  minimum: number | undefined,
  chance: Chance,
): MailboxLimits {
  const { healthScore } = limits;
  if (healthScore === null || !mayFlap(healthScore, minimum)) return limits;
  const score = healthScore + Math.round((chance.score(index, day) * 2 - 1) * scoreSwing);
  return isHeldBack(score, minimum) === isHeldBack(healthScore, minimum)
    ? limits
    : { ...limits, healthScore: score };
}

/** What the mailbox sees of a campaign at `at`: those whose sequence has ended meanwhile are no longer there. */
export function look(mailbox: CourseMailbox, lane: CourseLane, at: number): void {
  const { campaign } = lane;
  const { ends } = campaign;
  lane.followUpDue = never;
  lane.next = undefined;
  for (const queue of lane.queues) {
    const { people } = queue;
    while (queue.head < people.length && (ends[people[queue.head] as number] as number) <= at) {
      queue.head += 1;
      campaign.followUps -= 1;
    }
    if (queue.head >= people.length) continue;
    const person = people[queue.head] as number;
    const due = campaign.due[person] as number;
    const id = campaign.order[person] as number;
    if (due > lane.followUpDue || (due === lane.followUpDue && id > lane.followUpId)) continue;
    lane.followUpDue = due;
    lane.followUpId = id;
    lane.next = queue;
  }
  lane.firstDue = campaign.firsts > 0 ? campaign.planned.firstsDueAt : never;
  lane.dueAt = Math.min(lane.followUpDue, lane.firstDue);
  if (lane.dueAt === never) {
    lane.readyAt = never;
    return;
  }
  const sentToday = campaign.day === mailbox.day ? campaign.today : 0;
  lane.freeAt = mailbox.freeAt;
  lane.lastSentAt = mailbox.lastSentAt;
  lane.isFull =
    mailbox.today >= mailbox.capacity || lane.sentToday >= lane.capacity || sentToday >= campaign.limit;
  lane.readyAt = readyAt(campaign.limits, lane, at);
}
