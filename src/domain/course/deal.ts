import { sum } from '../../base/counted.ts';
import { dailyCapacity, mailboxCapacity } from '../mailbox/capacity.ts';
import { never } from '../mailbox/turn.ts';
import { always } from '../window.ts';
import { noAnswers } from './answers.ts';
import { mayFlap, wait } from './lane.ts';
import {
  type Plan,
  type PlannedCampaign,
  type PlannedMailbox,
  shared,
  type WaitingFollowUps,
} from './plan.ts';
import type { Sending } from './sending.ts';

/** A follow-up that waits; its mailbox by its place in the plan. */
interface StandingFollowUp {
  readonly mailbox: number;
  readonly step: number;
  readonly dueAt: number;
  /** When the sequence of the person ends by what was sent already. */
  readonly ends: number;
}

/** Gives mailboxes what waits and was sent today; returns how many follow-ups wait for mailboxes that send nothing. */
export function dealt(sending: Sending, plan: Plan, past: Sending | undefined): number {
  for (const { index, lanes } of sending.mailboxes) {
    const before = past?.mailboxes[index];
    if (before?.day !== sending.firstDay) continue;
    for (const [at, lane] of lanes.entries()) lane.sentBefore = before.lanes[at]?.sentToday ?? 0;
  }
  let held = 0;
  for (const campaign of sending.campaigns) {
    const { planned, id } = campaign;
    campaign.today = planned.past?.days.find(({ day }) => day === sending.firstDay)?.sent ?? 0;
    const waiting = fitted(waitingIn(past, id, plan.startAt), planned, plan.mailboxes);
    for (const { mailbox, step, dueAt, ends } of waiting) {
      const lane = sending.mailboxes[mailbox]?.lanes.find(({ campaignId }) => campaignId === id);
      if (!lane) continue;
      if (sendsNothing(plan.mailboxes[mailbox], planned, plan.startAt)) held += id === 0 ? 1 : 0;
      else {
        const person = campaign.people++;
        campaign.ends[person] = planned.answers === noAnswers ? never : ends;
        wait(lane, step, person, dueAt, sending.followUps++);
      }
    }
  }
  return held;
}

/** What waits at the end of the past, but for people whose sequence is over at `at`. */
function waitingIn(past: Sending | undefined, id: number, at: number): StandingFollowUp[] {
  const waiting: StandingFollowUp[] = [];
  for (const { index, lanes } of past?.mailboxes ?? [])
    for (const { campaignId, campaign, queues } of lanes) {
      if (campaignId !== id) continue;
      for (const { step, head, people } of queues)
        for (const person of people.slice(head)) {
          const [dueAt, ends] = [campaign.due[person] as number, campaign.ends[person] as number];
          if (ends > at) waiting.push({ mailbox: index, step, dueAt, ends });
        }
    }
  return waiting;
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

/** What waits in the replayed past, brought to as many as the service counts: of steps for which any can wait by its figures. */
function fitted(
  found: readonly StandingFollowUp[],
  { followUps, limits }: PlannedCampaign,
  mailboxes: readonly PlannedMailbox[],
): StandingFollowUp[] {
  const inOrder = [...found].sort((a, b) => a.dueAt - b.dueAt || a.mailbox - b.mailbox);
  const byStep: StandingFollowUp[][] = [];
  const [known, wanted]: [number[], number[]] = [[], []];
  for (const { step, count } of followUps) {
    const own = inOrder.filter((one) => one.step === step);
    byStep.push(own);
    known.push(own.length);
    wanted.push(count);
  }
  const counts = shared(sum(wanted), sum(known) > 0 ? known : wanted);
  const dealt: StandingFollowUp[] = [];
  for (const [index, waiting] of followUps.entries()) {
    const [own = [], count = 0] = [byStep[index], counts[index]];
    if (own.length === 0) dealt.push(...unseen({ ...waiting, count }, limits, mailboxes));
    // Each of those that were found as often as any other.
    for (let at = 0; own.length > 0 && at < count; at++)
      dealt.push(own[Math.floor(((at + 0.5) * own.length) / count)] as StandingFollowUp);
  }
  return dealt.sort((a, b) => a.dueAt - b.dueAt);
}

/** Follow-ups of a step that no past tells of: over the mailboxes by what they may send. */
function unseen(
  { step, dueAt, count }: WaitingFollowUps,
  { maximumSendingLimitPerSenderEmail: most = never }: PlannedCampaign['limits'],
  mailboxes: readonly PlannedMailbox[],
): StandingFollowUp[] {
  const places: { mailbox: number; may: number; given: number }[] = [];
  for (const [mailbox, { before }] of mailboxes.entries()) {
    const may = before ? mailboxCapacity({ ...before, isConnected: true }, dueAt).emails : 0;
    places.push({ mailbox, may: Math.min(most, may), given: 0 });
  }
  const dealt: StandingFollowUp[] = [];
  const [first] = places;
  while (first && dealt.length < count) {
    let next = first;
    for (const place of places) if (place.may / (place.given + 1) > next.may / (next.given + 1)) next = place;
    next.given += 1;
    dealt.push({ mailbox: next.mailbox, step, dueAt, ends: never });
  }
  return dealt;
}
