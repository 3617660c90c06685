import { gapAfter, isFollowUpDue, never, nextLane } from '../mailbox/turn.ts';
import { day, dayNumber, followUpDue } from '../window.ts';
import { type Chance, seededChance } from './chance.ts';
import {
  beginDay,
  type CourseCampaign,
  type CourseLane,
  type CourseMailbox,
  look,
  newLane,
  wait,
} from './lane.ts';
import type { Plan } from './plan.ts';
import { turnQueue } from './turn-queue.ts';

/** A course that lasts longer is not followed to its end. */
export const mostDays = 3 * 366;

/** What the campaign that is asked about sends on one day. */
export interface CourseDay {
  /** Number of the UTC day. */
  readonly day: number;
  first: number;
  followUp: number;
  /** By other campaigns, from the same mailboxes. */
  others: number;
  /** Mailboxes that reached a limit of theirs. */
  full: number;
}

/** One way in which a campaign may go: every email of it, with chance drawn from the seed. */
export interface Course {
  /** Days on which it sends, in order. */
  readonly days: readonly CourseDay[];
  readonly emails: number;
  /** It was not at its end after {@link mostDays}. */
  readonly isCut: boolean;
}

interface State {
  readonly chance: Chance;
  readonly campaigns: readonly CourseCampaign[];
  readonly mailboxes: readonly CourseMailbox[];
  readonly days: (CourseDay | undefined)[];
  readonly firstDay: number;
  followUps: number;
}

/** Sends every email of a plan by the rules of the sandbox, one after another. The same seed gives the same course. */
export const courseOf = (plan: Plan, seed: number): Course =>
  courseBy(plan, seededChance(plan.campaigns, seed));

/** The course that these chances give. */
export function courseBy(plan: Plan, chance: Chance): Course {
  const state = stateOf(plan, chance);
  const [own] = state.campaigns as [CourseCampaign];
  const until = plan.startAt + mostDays * day;
  const turns = turnQueue(state.mailboxes.length, plan.startAt);
  while (own.firsts > 0 || own.followUps > 0) {
    const at = turns.at();
    if (at >= until) break;
    turns.move(turn(state, state.mailboxes[turns.first()] as CourseMailbox, at));
  }
  const days = state.days.flatMap((found) => (found && found.first + found.followUp > 0 ? found : []));
  return {
    days,
    emails: days.reduce((sum, { first, followUp }) => sum + first + followUp, 0),
    isCut: own.firsts > 0 || own.followUps > 0,
  };
}

function stateOf({ campaigns, mailboxes, startAt }: Plan, chance: Chance): State {
  const today = dayNumber(startAt);
  const running = campaigns.map((planned, id) => ({
    planned,
    id,
    firsts: planned.firsts,
    followUps: 0,
    people: 0,
    due: [],
    order: [],
    ends: [],
    today: planned.sentToday,
    day: today,
  }));
  const own = running[0] as CourseCampaign;
  const state: State = {
    chance,
    campaigns: running,
    mailboxes: mailboxes.map((limits, index) => ({
      limits,
      index,
      lanes: [own, ...limits.alsoIn.flatMap((id) => running[id] ?? [])].map(newLane),
      firstDay: today,
      day: -1,
      today: 0,
      capacity: 0,
      freeAt: 0,
      lastSentAt: 0,
    })),
    days: [],
    firstDay: today,
    followUps: 0,
  };
  for (const campaign of running) deal(state, campaign);
  return state;
}

/** Gives the mailboxes of a campaign, in turn, what waits already and what they have sent today. */
function deal(state: State, campaign: CourseCampaign): void {
  const lanes = state.mailboxes.flatMap(({ lanes }) => lanes.filter((lane) => lane.campaign === campaign));
  if (lanes.length === 0) return;
  for (let each = 0; each < campaign.planned.sentToday; each++)
    (lanes[each % lanes.length] as CourseLane).sentBefore += 1;
  let turn = 0;
  const waiting = [...campaign.planned.followUps].sort((a, b) => a.dueAt - b.dueAt);
  for (const { step, dueAt, count } of waiting)
    for (let each = 0; each < count; each++) {
      const person = campaign.people++;
      campaign.ends[person] = never;
      wait(lanes[turn++ % lanes.length] as CourseLane, step, person, dueAt, state.followUps++);
    }
}

/** The mailbox looks for something to send: gives the moment of its next look. */
function turn(state: State, mailbox: CourseMailbox, at: number): number {
  const number = dayNumber(at);
  if (mailbox.day !== number) beginDay(mailbox, number, at, state.chance);
  for (const lane of mailbox.lanes) look(mailbox, lane, at);
  const lane = nextLane(mailbox.lanes, at);
  if (lane) {
    const gap = send(state, mailbox, lane, at);
    mailbox.lastSentAt = at;
    mailbox.freeAt = at + gap;
    return mailbox.freeAt;
  }
  let next = never;
  for (const { readyAt } of mailbox.lanes) if (readyAt < next) next = readyAt;
  return next;
}

/** Gives the time until the mailbox may send again. */
function send(state: State, mailbox: CourseMailbox, lane: CourseLane, at: number): number {
  const { campaign, next } = lane;
  const { chance } = state;
  const isFollowUp = isFollowUpDue(lane, at) && next !== undefined;
  let step = 1;
  let person = campaign.people;
  if (isFollowUp) {
    step = next.step;
    person = next.people[next.head++] as number;
    campaign.followUps -= 1;
  } else {
    campaign.firsts -= 1;
    campaign.people += 1;
    campaign.ends[person] = never;
  }
  count(state, mailbox, lane, isFollowUp);
  const delay = campaign.planned.delays[step - 1];
  if (delay !== undefined) {
    const ends = Math.min(campaign.ends[person] as number, chance.endOf(campaign.id, person, step, at));
    const dueAt = followUpDue(at, delay);
    campaign.ends[person] = ends;
    if (ends > dueAt) wait(lane, step + 1, person, dueAt, state.followUps++);
  }
  return gapAfter(campaign.planned.limits, chance.gap(campaign.id, person, step));
}

function count(state: State, mailbox: CourseMailbox, lane: CourseLane, isFollowUp: boolean): void {
  const { campaign } = lane;
  if (campaign.day !== mailbox.day) {
    campaign.day = mailbox.day;
    campaign.today = 0;
  }
  campaign.today += 1;
  mailbox.today += 1;
  lane.sentToday += 1;
  const index = mailbox.day - state.firstDay;
  state.days[index] ??= { day: mailbox.day, first: 0, followUp: 0, others: 0, full: 0 };
  const today = state.days[index];
  if (campaign.id !== 0) today.others += 1;
  else {
    if (isFollowUp) today.followUp += 1;
    else today.first += 1;
    if (lane.sentToday === lane.capacity || mailbox.today === mailbox.capacity) today.full += 1;
  }
}
