import {
  type Binding,
  dailyCapacity,
  isHeldBack,
  type MailboxLimits,
  mailboxCapacity,
} from '../mailbox/capacity.ts';
import { type Lane, never, readyAt, type Waiting } from '../mailbox/turn.ts';
import { mix } from '../seeded-random.ts';
import type { PlannedCampaign, PlannedMailbox } from './plan.ts';

/** Follow-ups of one step and one mailbox, in the order in which they fall due. One index in all of these is one email. */
interface Queue {
  readonly step: number;
  head: number;
  readonly due: number[];
  readonly id: number[];
  /** When the sequence of this person ends, {@link never} where it goes on. */
  readonly ends: number[];
  readonly person: number[];
}

export interface CourseCampaign {
  readonly planned: PlannedCampaign;
  readonly id: number;
  firsts: number;
  followUps: number;
  today: number;
  day: number;
}

/** A campaign on one of its mailboxes, in one course. */
export interface CourseLane extends Lane, Waiting {
  readonly campaign: CourseCampaign;
  readonly queues: readonly Queue[];
  sentToday: number;
  followUpDue: number;
  followUpId: number;
  firstDue: number;
  readyAt: number;
  dueAt: number;
  freeAt: number;
  lastSentAt: number;
  isFull: boolean;
  /** The queue whose head is due first. */
  next: Queue | undefined;
  /** What it has sent on the day of the start, before it. */
  sentBefore: number;
  /** What the mailbox may send here today. */
  capacity: number;
  binding: Binding;
}

export interface CourseMailbox {
  readonly limits: PlannedMailbox;
  readonly lanes: readonly CourseLane[];
  readonly random: () => number;
  readonly firstDay: number;
  day: number;
  today: number;
  capacity: number;
  freeAt: number;
  lastSentAt: number;
}

export function newLane(campaign: CourseCampaign): CourseLane {
  return {
    campaign,
    campaignId: campaign.id,
    queues: campaign.planned.delays.map((_, index) => ({
      step: index + 2,
      head: 0,
      due: [],
      id: [],
      ends: [],
      person: [],
    })),
    sentToday: 0,
    followUpDue: never,
    followUpId: 0,
    firstDue: never,
    readyAt: never,
    dueAt: never,
    freeAt: 0,
    lastSentAt: 0,
    isFull: false,
    next: undefined,
    sentBefore: 0,
    capacity: 0,
    binding: 'disconnected',
  };
}

/** A follow-up begins to wait at this mailbox. */
export function wait(
  lane: CourseLane,
  step: number,
  dueAt: number,
  id: number,
  ends: number,
  person: number,
): void {
  const queue = lane.queues[step - 2];
  if (!queue) return;
  queue.due.push(dueAt);
  queue.id.push(id);
  queue.ends.push(ends);
  queue.person.push(person);
  lane.campaign.followUps += 1;
}

/** What the mailbox may send today, in all and in each campaign. */
export function beginDay(mailbox: CourseMailbox, number: number, at: number): void {
  mailbox.day = number;
  mailbox.today = 0;
  mailbox.capacity = mailboxCapacity(mailbox.limits, at).emails;
  for (const lane of mailbox.lanes) {
    const { limits } = lane.campaign.planned;
    const today = scoreToday(mailbox, limits.minimumHealthScore);
    const { emails, binding } = dailyCapacity(today, limits, at, mailbox.random());
    lane.sentToday = number === mailbox.firstDay ? lane.sentBefore : 0;
    mailbox.today += lane.sentToday;
    lane.capacity = emails;
    lane.binding = binding;
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
function scoreToday({ limits, random }: CourseMailbox, minimum: number | undefined): MailboxLimits {
  const { healthScore } = limits;
  if (healthScore === null || !mayFlap(healthScore, minimum)) return limits;
  const score = healthScore + Math.round((random() * 2 - 1) * scoreSwing);
  return isHeldBack(score, minimum) === isHeldBack(healthScore, minimum)
    ? limits
    : { ...limits, healthScore: score };
}

/** What the mailbox sees of a campaign at `at`: those whose sequence has ended meanwhile are no longer there. */
export function look(mailbox: CourseMailbox, lane: CourseLane, at: number): void {
  const { campaign } = lane;
  lane.followUpDue = never;
  lane.next = undefined;
  for (const queue of lane.queues) {
    while (queue.head < queue.due.length && (queue.ends[queue.head] as number) <= at) {
      queue.head += 1;
      campaign.followUps -= 1;
    }
    if (queue.head >= queue.due.length) continue;
    const due = queue.due[queue.head] as number;
    const id = queue.id[queue.head] as number;
    if (due > lane.followUpDue || (due === lane.followUpDue && id > lane.followUpId)) continue;
    lane.followUpDue = due;
    lane.followUpId = id;
    lane.next = queue;
  }
  lane.firstDue = campaign.firsts > 0 ? 0 : never;
  lane.dueAt = Math.min(lane.followUpDue, lane.firstDue);
  if (lane.dueAt === never) {
    lane.readyAt = never;
    return;
  }
  const { limits, dailyLimit } = campaign.planned;
  const sentToday = campaign.day === mailbox.day ? campaign.today : 0;
  lane.freeAt = mailbox.freeAt;
  lane.lastSentAt = mailbox.lastSentAt;
  lane.isFull =
    mailbox.today >= mailbox.capacity ||
    lane.sentToday >= lane.capacity ||
    (dailyLimit !== null && sentToday >= dailyLimit);
  lane.readyAt = readyAt(limits, lane, at);
}

/** 0 <= n < 1 for one email of one person: the same in every course with this seed, whatever else changes. */
export const rollOf = (seed: number, person: number, step: number): number =>
  mix(mix(seed ^ Math.imul(person, 0x9e3779b1)) + Math.imul(step, 0x85ebca6b)) / 2 ** 32;
