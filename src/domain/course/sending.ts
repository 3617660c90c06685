import { gapAfter, isFollowUpDue, never, nextLane } from '../mailbox/turn.ts';
import { dayNumber, followUpDue } from '../window.ts';
import type { Chance } from './chance.ts';
import {
  beginDay,
  type CourseCampaign,
  type CourseLane,
  type CourseMailbox,
  look,
  newCampaign,
  newMailbox,
  wait,
} from './lane.ts';
import type { Plan } from './plan.ts';

/** What the campaign that is asked about sends on one day. */
export interface CourseDay {
  readonly day: number;
  first: number;
  followUp: number;
  /** By other campaigns, from the same mailboxes. */
  others: number;
  /** Mailboxes that reached a limit of theirs. */
  full: number;
}

export type Sending = ReturnType<typeof newSending>;

/** Nothing is sent yet, and no one waits for a follow-up. */
export function newSending({ campaigns, mailboxes }: Plan, chance: Chance, firstDay: number) {
  const running = campaigns.map((planned, id) => newCampaign(planned, id, firstDay));
  const own = running[0] as CourseCampaign;
  return {
    chance,
    campaigns: running,
    mailboxes: mailboxes.map((limits, index) =>
      newMailbox(limits, index, [own, ...limits.alsoIn.flatMap((id) => running[id] ?? [])], firstDay),
    ),
    days: [] as (CourseDay | undefined)[],
    firstDay,
    followUps: 0,
  };
}

/** The mailbox looks for something to send: gives the moment of its next look. */
export function turn(state: Sending, mailbox: CourseMailbox, at: number): number {
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
function send(state: Sending, mailbox: CourseMailbox, lane: CourseLane, at: number): number {
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

function count(state: Sending, mailbox: CourseMailbox, lane: CourseLane, isFollowUp: boolean): void {
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
