import { sum } from '../../base/counted.ts';
import { dailyCapacity, mailboxCapacity } from '../mailbox/capacity.ts';
import { never } from '../mailbox/turn.ts';
import { always } from '../window.ts';
import { noAnswers } from './answers.ts';
import { type CourseCampaign, type CourseLane, mayFlap, wait } from './lane.ts';
import type { Standing, StandingFollowUp } from './past.ts';
import type { Plan, PlannedCampaign, PlannedMailbox } from './plan.ts';
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

/** What waits in one standing, brought to as many as the service counts. */
function fitted(
  found: readonly StandingFollowUp[],
  { followUps, limits }: PlannedCampaign,
  mailboxes: readonly PlannedMailbox[],
): StandingFollowUp[] {
  const count = sum(followUps.map((waiting) => waiting.count));
  if (found.length > 0)
    return evenly(
      [...found].sort((a, b) => a.dueAt - b.dueAt || a.mailbox - b.mailbox),
      count,
    );
  return unseen(followUps, limits, mailboxes);
}

/** So many of a list, each as often as any other. */
const evenly = <T>(list: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, index) => list[Math.floor(((index + 0.5) * list.length) / count)] as T);

/** Follow-ups that no past tells of: over the mailboxes by what they may send. */
function unseen(
  followUps: PlannedCampaign['followUps'],
  { maximumSendingLimitPerSenderEmail: most = never }: PlannedCampaign['limits'],
  mailboxes: readonly PlannedMailbox[],
): StandingFollowUp[] {
  const [at] = followUps.map(({ dueAt }) => dueAt);
  const places = mailboxes.map(({ before }, mailbox) => {
    const may = before ? mailboxCapacity({ ...before, isConnected: true }, at ?? 0).emails : 0;
    return { mailbox, may: Math.min(most, may), given: 0 };
  });
  if (places.length === 0) return [];
  return followUps.flatMap(({ step, dueAt, count }) =>
    Array.from({ length: count }, () => {
      const next = places.reduce((a, b) => (b.may / (b.given + 1) > a.may / (a.given + 1) ? b : a));
      next.given += 1;
      return { campaign: 0, mailbox: next.mailbox, step, dueAt, ends: never };
    }),
  );
}
