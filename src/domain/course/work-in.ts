import { counted, sum } from '../../base/counted.ts';
import { betweenSteps, followUpsWaiting, sentByStep } from '../why/due.ts';
import { day as dayMs, dayNumber, followUpDue } from '../window.ts';
import { type AnswerRates, noAnswers, usualRates } from './answers.ts';
import type { CampaignRecords } from './campaign-records.ts';
import { type Past, type PlannedCampaign, shared, type WaitingFollowUps } from './plan.ts';

type Work = Pick<PlannedCampaign, 'firsts' | 'followUps'>;

type WorkRecords = Pick<CampaignRecords, 'campaign' | 'leads' | 'stats'>;

/** A draft has all left, one that ran what its statistics say; without them (`isGuess`) those not written to yet. */
export function workIn(
  records: WorkRecords,
  delays: readonly number[],
  at: number,
): Work & { isGuess: boolean } {
  const { campaign, leads = 0, stats } = records;
  const none = { firsts: 0, followUps: [], isGuess: false };
  if (campaign.status === 'completed') return none;
  if (campaign.status === 'draft') return { ...none, firsts: leads };
  const counts = stats?.emailCounts;
  if (!counts) {
    const contacted = campaign.stats?.contactedLeadsCount ?? 0;
    return { ...none, firsts: Math.max(0, leads - contacted), isGuess: true };
  }
  const { scheduled, pending, waitingForReschedule, followUp } = counts;
  return {
    firsts: (scheduled ?? 0) + (pending ?? 0) + (waitingForReschedule ?? 0),
    followUps: waitingFollowUps(
      Math.min(followUp ?? 0, followUpsWaiting(stats, delays.length)),
      stats,
      delays,
      at,
    ),
    isGuess: false,
  };
}

/** What it has sent, for the campaigns that count it by day; null where it has sent nothing. */
export function pastIn(
  { stats }: WorkRecords,
  limits: Pick<Past, 'limits' | 'dailyLimit'>,
  waiting: readonly WaitingFollowUps[],
): Past | null {
  const days: { day: number; sent: number }[] = [];
  for (const { date, sent } of stats?.daily ?? []) if (sent > 0) days.push({ day: numberOf(date), sent });
  if (days.length === 0) return null;
  const steps = stats?.steps && sentByStep(stats);
  const left = sum(waiting.map(({ count }) => count));
  return {
    ...limits,
    days: days.sort((a, b) => a.day - b.day),
    steps: steps ?? undefined,
    answers: steps ? ratesOf(steps, left) : usualRates,
  };
}

/** Of those who got a step and not the next, nor wait for it, something came back: as often as that, by the usual shares. */
function ratesOf(steps: readonly number[], waiting: number): AnswerRates {
  const { bounce, away, reply, followUpFactor, loss } = usualRates;
  const ended = (steps[0] ?? 0) - (steps.at(-1) ?? 0) - waiting;
  const followUps = sum(steps.slice(1, -1)) * (loss + reply * followUpFactor);
  const usual = steps.length < 2 ? 0 : (steps[0] ?? 0) * (bounce + away + loss + reply) + followUps;
  if (ended <= 0 || usual === 0) return noAnswers;
  const by = Math.min(5, ended / usual);
  return { bounce: bounce * by, away: away * by, reply: reply * by, followUpFactor, loss: loss * by };
}

const numberOf = (date: string): number => dayNumber(Date.parse(`${date.slice(0, 10)}T00:00:00Z`));

/** By the figures: people who got a step and not the next, but for those whose sequence ended; none got it after the last day. */
function waitingFollowUps(
  count: number,
  stats: NonNullable<CampaignRecords['stats']>,
  delays: readonly number[],
  at: number,
): WaitingFollowUps[] {
  const { left, answered } = betweenSteps(stats, delays.length);
  // More than answers explain had all emails before a step was added: they are at one step, the last that can hold them.
  const through = sum(left) - count - sum(answered);
  const former = left.findLastIndex((people) => people >= through);
  if (through > sum(answered) && former >= 0) left[former] = (left[former] ?? 0) - through;
  const ended = shared(Math.max(0, sum(left) - count), answered);
  for (const [index, part] of ended.entries()) left[index] = Math.max(0, (left[index] ?? 0) - part);
  // Where the figures tell of none, all wait for the second email.
  if (sum(left) === 0) left.fill(1, 0, 1);
  let last = Number.NEGATIVE_INFINITY;
  for (const { date, sent } of stats.daily ?? []) if (sent > 0) last = Math.max(last, numberOf(date));
  const waiting: WaitingFollowUps[] = [];
  for (const [index, part] of shared(count, left).entries()) {
    const dueAt = Number.isFinite(last) ? followUpDue(last * dayMs, delays[index] ?? 0) : at;
    if (part > 0) waiting.push({ step: index + 2, dueAt, count: part });
  }
  return waiting;
}

export const guessText = ({ campaign, leads = 0 }: WorkRecords): string =>
  `as ${counted(Math.max(0, leads - (campaign.stats?.contactedLeadsCount ?? 0)), 'person', 'people')} who wait for a first email, and no follow-ups`;
