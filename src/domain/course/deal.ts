import { sum } from '../../base/counted.ts';
import { dailyCapacity, mailboxCapacity } from '../mailbox/capacity.ts';
import { never } from '../mailbox/turn.ts';
import { always } from '../window.ts';
import { noAnswers } from './answers.ts';
import { type CourseCampaign, type CourseLane, mayFlap, wait } from './lane.ts';
import type { Standing, StandingFollowUp } from './past.ts';
import { type Plan, type PlannedCampaign, type PlannedMailbox, shared } from './plan.ts';
import type { Sending } from './sending.ts';

/** Gives mailboxes what waits and was sent today; returns how many follow-ups wait for mailboxes that send nothing. */
export function dealt(sending: Sending, plan: Plan, { waiting, today }: Standing): number {
  const lanes = sending.mailboxes.map(
    (mailbox) => new Map(mailbox.lanes.map((lane) => [lane.campaignId, lane])),
  );
  for (const { campaign, mailbox, sent } of today) {
    const lane = lanes[mailbox]?.get(campaign);
    if (lane) lane.sentBefore = sent;
  }
  let held = 0;
  for (const campaign of sending.campaigns) {
    const { planned, id } = campaign;
    campaign.today = planned.past?.days.find(({ day }) => day === sending.firstDay)?.sent ?? 0;
    const own = waiting.filter((each) => each.campaign === id);
    const silent = planned.answers === noAnswers;
    for (const { mailbox, step, dueAt, ends } of fitted(own, planned, plan.mailboxes)) {
      const lane = lanes[mailbox]?.get(id);
      if (!lane) continue;
      if (sendsNothing(plan.mailboxes[mailbox], planned, plan.startAt)) held += id === 0 ? 1 : 0;
      else begin(sending, campaign, lane, { step, dueAt, ends: silent ? never : ends });
    }
  }
  return held;
}

function begin(
  sending: Sending,
  campaign: CourseCampaign,
  lane: CourseLane,
  { step, dueAt, ends }: Pick<StandingFollowUp, 'step' | 'dueAt' | 'ends'>,
): void {
  const person = campaign.people++;
  campaign.ends[person] = ends;
  wait(lane, step, person, dueAt, sending.followUps++);
}

/** Whether a mailbox sends nothing on any day, as it is. */
export const sendsNothing = (
  mailbox: PlannedMailbox | undefined,
  { limits }: Pick<PlannedCampaign, 'limits'>,
  at: number,
): boolean =>
  !mailbox ||
  (!mayFlap(mailbox.healthScore, limits.minimumHealthScore) &&
    dailyCapacity({ ...mailbox, toggleGradualBuildUp: false }, { ...limits, window: always }, at).emails ===
      0);

/** What waits in one standing, brought to as many as the service counts: in all, and at most so many for each step. */
function fitted(
  found: readonly StandingFollowUp[],
  planned: PlannedCampaign,
  mailboxes: readonly PlannedMailbox[],
): StandingFollowUp[] {
  const count = countOf(planned.followUps);
  if (count === 0) return [];
  const byStep = planned.delays.map((_, index) =>
    found.filter(({ step }) => step === index + 2).sort((a, b) => a.dueAt - b.dueAt || a.mailbox - b.mailbox),
  );
  const most = planned.delays.map((_, index) => mostOf(planned, index + 2) ?? count);
  const counts = countsWithin(
    byStep.map(({ length }) => length),
    most,
    count,
  );
  return counts
    .flatMap((wanted, index) => {
      const known = byStep[index] ?? [];
      return evenly(known.length > 0 ? known : unseen(planned, index + 2, mailboxes), wanted);
    })
    .sort((a, b) => a.dueAt - b.dueAt);
}

/** How many can wait for a step: those who got the one before. Undefined where the figures do not tell. */
function mostOf({ past, followUps }: PlannedCampaign, step: number): number | undefined {
  if (!past) return countOf(followUps.filter((each) => each.step === step));
  return past.steps && Math.max(0, (past.steps[step - 2] ?? 0) - (past.steps[step - 1] ?? 0));
}

const countOf = (waiting: PlannedCampaign['followUps']): number => sum(waiting.map(({ count }) => count));

/** So many numbers as near to those found as the sum and the most of each allow. */
function countsWithin(found: readonly number[], most: readonly number[], count: number): number[] {
  let counts = found.map((each, index) => Math.min(each, most[index] ?? 0));
  const missing = () => count - sum(counts);
  const add = (more: number, weights: readonly number[]) => {
    const parts = shared(more, weights);
    counts = counts.map((each, index) => each + (parts[index] ?? 0));
  };
  add(Math.min(0, missing()), counts);
  for (const isOpen of [(index: number) => found[index] !== 0, () => true]) {
    const room = counts.map((each, index) => (isOpen(index) ? Math.max(0, (most[index] ?? 0) - each) : 0));
    add(Math.min(missing(), sum(room)), room);
  }
  // More wait than the steps can tell of.
  add(
    missing(),
    counts.map((each) => each + 1),
  );
  return counts;
}

/** So many of a list, each as often as any other. */
const evenly = <T>(list: readonly T[], count: number): T[] =>
  list.length === 0
    ? []
    : Array.from(
        { length: count },
        (_, index) => list[Math.floor(((index + 0.5) * list.length) / count)] as T,
      );

/** Follow-ups of a step that no past tells of: by the figures alone, over the mailboxes by what they may send. */
function unseen(
  { followUps, limits }: PlannedCampaign,
  step: number,
  mailboxes: readonly PlannedMailbox[],
): StandingFollowUp[] {
  const waiting = followUps.filter((each) => each.step === step);
  const due = (waiting.length > 0 ? waiting : followUps).flatMap(({ dueAt, count }) =>
    evenly([dueAt], count),
  );
  const most = limits.maximumSendingLimitPerSenderEmail ?? never;
  const places = mailboxes.map(({ before }, mailbox) => {
    const may = before ? mailboxCapacity({ ...before, isConnected: true }, due[0] ?? 0).emails : 0;
    return { mailbox, may: Math.min(most, may), given: 0 };
  });
  const [first] = places;
  if (!first) return [];
  return due.map((dueAt) => {
    const next = places.reduce((a, b) => (b.may / (b.given + 1) > a.may / (a.given + 1) ? b : a), first);
    next.given += 1;
    return { campaign: 0, mailbox: next.mailbox, step, dueAt, ends: never };
  });
}
