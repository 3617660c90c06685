import { counted } from '../../base/counted.ts';
import type { campaigns } from '../../contract/areas/campaigns.ts';
import type { ItemOf, Output } from '../../contract/operation.ts';
import { day as dayMs, dayNumber, followUpDue } from '../window.ts';
import type { PlannedCampaign, WaitingFollowUps } from './plan.ts';

type Stats = Output<typeof campaigns.stats>;

/** What is left to send of a campaign. */
export type Work = Pick<PlannedCampaign, 'firsts' | 'followUps' | 'sentToday'>;

export interface WorkRecords {
  readonly campaign: ItemOf<typeof campaigns.list>;
  readonly leads?: number | undefined;
  readonly stats?: Stats | undefined;
}

/**
 * What a campaign has left to send at `at`, by its status: a draft all, one that has run what its statistics say. Where
 * they cannot be read `isGuess` is set: then those whom it has not written to yet wait for their first email.
 */
export function workIn(
  records: WorkRecords,
  delays: readonly number[],
  at: number,
): Work & { isGuess: boolean } {
  const { campaign, leads = 0, stats } = records;
  const none = { firsts: 0, followUps: [], sentToday: 0, isGuess: false };
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
    followUps: waitingFollowUps(followUp ?? 0, stats, delays, at),
    sentToday: sentOn(stats, dayNumber(at)),
    isGuess: false,
  };
}

const sentOn = ({ daily }: Stats, number: number): number =>
  daily?.find(({ date }) => numberOf(date) === number)?.sent ?? 0;

const numberOf = (date: string): number => dayNumber(Date.parse(`${date.slice(0, 10)}T00:00:00Z`));

/**
 * Which step each of the waiting follow-ups is, and when it falls due. The service tells neither: a step has been sent to
 * more people than the next one by those who wait for it, and they got it on the last days.
 */
function waitingFollowUps(
  count: number,
  stats: Stats,
  delays: readonly number[],
  at: number,
): WaitingFollowUps[] {
  if (count === 0 || delays.length === 0) return [];
  const sent = new Map(stats.steps?.map((step) => [step.index, step.sent]));
  const gaps = delays.map((_, index) => Math.max(0, (sent.get(index + 1) ?? 0) - (sent.get(index + 2) ?? 0)));
  const ofStep = shared(
    count,
    gaps.some((gap) => gap > 0) ? gaps : delays.map((_, index) => (index === 0 ? 1 : 0)),
  );
  return ofStep.flatMap((waiting, index) => {
    const delay = delays[index] ?? 0;
    const today = dayNumber(at);
    const back = Array.from({ length: delay + 1 }, (_, days) => today - days);
    const weights = back.map((number) => sentOn(stats, number));
    const due = shared(
      waiting,
      weights.some((weight) => weight > 0) ? weights : back.map((_, days) => (days === delay ? 1 : 0)),
    );
    return due.flatMap((part, days) =>
      part === 0 ? [] : { step: index + 2, dueAt: followUpDue((today - days) * dayMs, delay), count: part },
    );
  });
}

/** Whole parts of a number by weight, which add up to it. */
function shared(count: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let [given, before] = [0, 0];
  return weights.map((weight) => {
    before += weight;
    const upTo = Math.round((count * before) / sum);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}

/** How a guess is said. */
export const guessText = ({ campaign, leads = 0 }: WorkRecords): string =>
  `counted as if the ${counted(Math.max(0, leads - (campaign.stats?.contactedLeadsCount ?? 0)), 'person', 'people')} it has not written to waited for their first email, and no one else for a follow-up`;
