import { sum } from '../../base/counted.ts';
import { words } from '../../base/text/words.ts';
import type { campaigns } from '../../contract/areas/campaigns.ts';
import type { Output } from '../../contract/operation.ts';
import { day, dayNumber, followUpDue } from '../window.ts';
import type { SendFacts } from './cause.ts';

type Stats = Output<typeof campaigns.stats>;

/** What of a campaign is due. Undefined is what its figures do not tell. */
export interface Due {
  /** Emails that are not sent yet, whenever they are due. */
  readonly waiting: number | undefined;
  /** Whether a first email is due, which any mailbox may send. */
  readonly first: boolean | undefined;
  /** Whether a follow-up is due, which only the mailbox of its first email sends. */
  readonly followUp: boolean | undefined;
  /** Where follow-ups wait and none is due: the earliest moment at which one may be. */
  readonly next: number | undefined;
}

/** States of an email that is not sent any more. */
const ended = [
  ...words('blocked bounced canceled delivered dropped errorOnSent followUpCanceled'),
  ...words('invalid replied sent spamReport'),
] as const;

/** How many emails of a campaign wait; undefined where its figures do not say. */
export function waitingIn(stats: Pick<Stats, 'emailCounts'> | undefined): number | undefined {
  const counts = stats?.emailCounts;
  if (typeof counts?.total !== 'number') return undefined;
  let left = counts.total;
  for (const name of ended) left -= counts[name] ?? 0;
  return Math.max(0, left);
}

export const followUpsIn = (stats: Pick<Stats, 'emailCounts'> | undefined): number =>
  (stats?.emailCounts?.followUp ?? 0) + (stats?.emailCounts?.followUpDraft ?? 0);

/** How many emails of each step were sent, in order. */
export const sentByStep = (stats: Pick<Stats, 'steps'> | undefined): number[] =>
  [...(stats?.steps ?? [])].sort((a, b) => a.index - b.index).map(({ sent }) => sent);

/** Of each step of a sequence but the last: who got it and not the next one, and what came back to it. */
export function betweenSteps({ steps, emailCounts }: Partial<Stats>, pauses: number) {
  const found = new Map(steps?.map((step) => [step.index, step]));
  const [left, answered]: [number[], number[]] = [[], []];
  for (let step = 1; step <= pauses; step++) {
    const { sent = 0, replied } = found.get(step) ?? {};
    left.push(Math.max(0, sent - (found.get(step + 1)?.sent ?? 0)));
    answered.push((replied ?? 0) + (step === 1 ? (emailCounts?.bounced ?? 0) : 0));
  }
  return { left, answered };
}

/** How many follow-ups wait, without those whose step was removed: they are counted until their turn comes, and never sent. */
export function followUpsWaiting(stats: Partial<Stats> | undefined, pauses: number): number {
  const [counted, sent] = [followUpsIn(stats), sentByStep(stats)];
  if (pauses > 0 && sent.length <= pauses) return counted;
  const { left, answered } = betweenSteps(stats ?? {}, pauses);
  // Who waits for a step got the one before it.
  return counted <= sum(left) ? counted : Math.max(0, sum(left) - sum(answered));
}

/** `delays` are those of the steps, in days. */
export function dueIn({ stats, delays, createdAt, updatedAt, at }: SendFacts): Due {
  const followUps = delays ? followUpsWaiting(stats, delays.length - 1) : followUpsIn(stats);
  const counted = waitingIn(stats);
  const waiting = counted && Math.max(0, counted - followUpsIn(stats) + followUps);
  if (!stats || waiting === undefined)
    return { waiting, first: undefined, followUp: undefined, next: undefined };
  const { followUp, next } = followUpsDue(stats, followUps, delays, at);
  if (waiting <= followUps) return { waiting, first: false, followUp, next };
  const [delay] = delays ?? [];
  if (!delay) return { waiting, first: delay === 0 ? true : undefined, followUp, next };
  // No one has joined it before it was there.
  const earliest = followUpDue(Date.parse(createdAt ?? ''), delay);
  if (!(earliest > at)) return { waiting, first: undefined, followUp, next };
  // Of one that has sent nothing yet, as the forecast counts: since its last change, which is its start.
  const started = sentByStep(stats).some((sent) => sent > 0) ? Number.NaN : Date.parse(updatedAt ?? '');
  const due = Math.max(earliest, followUpDue(started, delay) || earliest);
  return { waiting, first: false, followUp, next: Math.min(due, next ?? due) };
}

/** A follow-up not due yet is of an email of the last days; a due one of an older email without its follow-up. */
function followUpsDue(
  { daily, steps }: Stats,
  followUps: number,
  delays: readonly number[] = [],
  at: number,
): Pick<Due, 'followUp' | 'next'> {
  if (followUps <= 0) return { followUp: false, next: undefined };
  const pauses = delays.slice(1);
  if (!daily || !steps || pauses.length === 0) return { followUp: undefined, next: undefined };
  const today = dayNumber(at);
  const [shortest, longest] = [Math.min(...pauses), Math.max(...pauses)];
  // Emails whose follow-up may still wait by the longest pause; whose is due, and whose is not, by the shortest.
  let [mayWait, old, recent, next] = [0, 0, 0, Number.POSITIVE_INFINITY];
  for (const { date, sent } of daily) {
    const sentOn = dayNumber(Date.parse(date));
    if (sentOn + longest > today) mayWait += sent;
    if (sentOn + shortest <= today) old += sent;
    if (sentOn + shortest > today) recent += sent;
    if (sentOn + shortest > today && sent > 0) next = Math.min(next, sentOn + shortest);
  }
  if (followUps > mayWait) return { followUp: true, next: undefined };
  const byStep = sentByStep({ steps });
  const followUpsSent = sum(byStep.slice(1));
  const last = byStep.length === delays.length ? (byStep.at(-1) ?? 0) : 0;
  if (old - Math.max(0, last - recent) - followUpsSent > 0) return { followUp: undefined, next: undefined };
  return { followUp: false, next: next * day };
}
