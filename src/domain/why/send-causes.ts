import { counted, grouped } from '../../base/counted.ts';
import { exactText } from '../../base/exact-json.ts';
import { blockersOf } from '../launch/blockers.ts';
import { type CheckedSender, isConnected, isHeld } from '../launch/sender-rules.ts';
import { describeDays } from '../schedule-text.ts';
import { day, followUpDue, isOpen, minute, nextOpen, startOfDay } from '../window.ts';
import type { Found, SendCause, SendFacts } from './cause.ts';
import { type Due, dueIn, followUpsIn, waitingIn } from './due.ts';
import { causeOf, fullMailboxes, lessThanItCould } from './limit-causes.ts';
import { type Room, roomToday } from './room.ts';

/** Why a campaign sends nothing now, or less than it could, by what the sandbox sends by. */
export function sendCauses(facts: SendFacts) {
  const able = facts.senders.filter((sender) => isConnected(sender) && !isHeld(sender, facts));
  const unknown = facts.unread.map((why): Found => ({ cause: 'not-known', message: `not known: ${why}` }));
  const standing = [...statusOf(facts), ...blockersOf(facts).map(causeOf)];
  if (facts.status !== 'running')
    return withBinding(statusNames.includes(facts.status) ? false : null, standing, unknown);
  const now = nowOf(facts, able, standing.length > 0);
  const stopped = [...standing, ...now.causes];
  if (stopped.length > 0) return withBinding(false, stopped, unknown);
  const less = lessThanItCould(facts, able, now);
  if (now.sends) return withBinding(true, less, unknown);
  return withBinding(null, less, [...now.doubts, ...unknown]);
}

/** What is not known comes first where it decides. */
function withBinding(sends: boolean | null, causes: readonly Found[], unknown: readonly Found[]) {
  const inOrder: SendCause[] = [];
  for (const cause of sends === null ? [...unknown, ...causes] : [...causes, ...unknown])
    inOrder.push({ ...cause, binding: sends !== null && cause === causes[0] });
  return {
    /** Whether something goes out before the window closes that is open now; null where that is not known. */
    sends,
    /** The one that decides first. */
    causes: inOrder,
  };
}

const statusNames: readonly unknown[] = ['draft', 'paused', 'completed', 'running'];

function statusOf({ status }: SendFacts): Found[] {
  if (status === 'running') return [];
  if (status === 'draft') return [{ cause: 'draft', message: 'it is a draft and was never started' }];
  if (status === 'paused') return [{ cause: 'paused', message: 'it is paused' }];
  if (status === 'completed') return [{ cause: 'completed', message: 'it is completed: no email waits' }];
  if (status === undefined) return [{ cause: 'status', message: 'its status is not known' }];
  const word = typeof status === 'string' ? status : exactText(status);
  return [{ cause: 'status', message: `its status is '${word}', which the service does not explain` }];
}

/** What a running campaign does today. One that `lacks` something goes on on no day, whatever its limits are. */
function nowOf(facts: SendFacts, able: readonly CheckedSender[], lacks: boolean) {
  const { stats, limits, unread, at } = facts;
  const due = dueIn(facts);
  const sentToday = stats?.daily ? sentOn(stats.daily, at) : undefined;
  const room = limits && roomToday({ ...facts, able, limits, sentToday });
  const causes: Found[] = [
    ...(due.waiting === 0
      ? [{ cause: 'everyone-contacted' as const, message: 'everyone was contacted, and no email waits' }]
      : inOrder(facts, nothingDue(due, facts), closed(facts))),
    ...reachedLimit(facts, sentToday),
  ];
  if (room?.some === false && able.length > 0 && !lacks)
    for (const full of fullMailboxes(facts, able, sentToday))
      causes.push({ ...full, message: `${full.message}${nextDay(facts)}` });
  const isCertain = unread.length === 0 && (limits?.dailyLimit === null || sentToday !== undefined);
  const first = due.first === true && room?.some === true;
  const followUp = due.followUp === true && room?.every === true;
  const sends = causes.length === 0 && isCertain && (first || followUp);
  return {
    due,
    sentToday,
    /** What keeps it from sending anything now, the longest first. */
    causes,
    /** True where something goes out for certain, where `causes` is empty. */
    sends,
    /** Why that is not certain. */
    doubts: sends ? [] : doubtsOf(facts, due, room),
  };
}

/** How many emails went out on the UTC day of `at`. */
export const sentOn = (daily: readonly { date: string; sent: number }[], at: number): number => {
  const today = new Date(at).toISOString().slice(0, 10);
  let all = 0;
  for (const { date, sent } of daily) if (date.startsWith(today)) all += sent;
  return all;
};

/** Whichever of the two ends later decides. */
function inOrder(
  { limits, at }: SendFacts,
  due: (Found & { until: number }) | undefined,
  window: Found | undefined,
): Found[] {
  const opens = (limits && nextOpen(limits.window, at)) ?? at;
  const { until = 0, ...waits } = due ?? {};
  const found = due ? [waits as Found] : [];
  if (window) found.push(window);
  return until > opens ? found : found.reverse();
}

function nothingDue(
  { waiting, first, followUp, next }: Due,
  { stats, delays, limits }: SendFacts,
): (Found & { until: number }) | undefined {
  if (first !== false || followUp !== false || next === undefined || waiting === undefined) return undefined;
  const [what, why] =
    (waitingIn(stats) ?? 0) > followUpsIn(stats)
      ? ['email', `: the first step waits ${counted(delays?.[0] ?? 0, 'day')}`]
      : ['follow-up', ''];
  const message = `nothing is due: the next of ${counted(waiting, what)} is due on ${dayOf((limits && nextOpen(limits.window, next)) ?? next)} at the earliest${why}`;
  return { cause: 'nothing-due', message, until: next };
}

function closed(facts: SendFacts): Found | undefined {
  const { limits, at, schedule } = facts;
  if (!limits || isOpen(limits.window, at)) return undefined;
  const opens = nextOpen(limits.window, at);
  if (opens === undefined) return undefined;
  const hours = `${schedule?.startSchedule ?? '?'} to ${schedule?.endSchedule ?? '?'} UTC`;
  return {
    cause: 'window',
    message: `closed until ${momentOf(opens)}: it sends ${describeDays(limits.window.days.join(','))}, ${hours} (assumed: the service does not name the zone)`,
  };
}

function reachedLimit(facts: SendFacts, sentToday: number | undefined): Found[] {
  const limit = facts.limits?.dailyLimit;
  if (!limit || sentToday === undefined || sentToday < limit) return [];
  const message = `its limit is reached: ${grouped(sentToday)} of ${counted(limit, 'email')} today (UTC)${nextDay(facts)}`;
  return [{ cause: 'campaign-limit', message }];
}

/** Limits are those of UTC days. */
function nextDay({ limits, at }: SendFacts): string {
  const next = limits && nextOpen(limits.window, startOfDay(at) + day);
  return next === undefined ? '' : `; it goes on ${momentOf(next)}`;
}

/** The first step waits since people joined: since the last change of the campaign, where they have not come since. */
function whenDue({ delays, updatedAt }: SendFacts, { first }: Due): string {
  const [delay = 0] = delays ?? [];
  const latest = followUpDue(Date.parse(updatedAt ?? ''), delay);
  if (first !== undefined || delay === 0 || Number.isNaN(latest)) return 'the service shows no due dates';
  return `the first step waits ${counted(delay, 'day')}: until ${dayOf(latest)}, or longer for people who joined later`;
}

function doubtsOf(facts: SendFacts, due: Due, room: Room | undefined): Found[] {
  const { limits, at } = facts;
  const minutes = limits && Math.floor(limits.window.end - (at - startOfDay(at)) / minute);
  if (limits && minutes !== undefined && minutes <= limits.maximumTimeBetweenEmails) {
    const message = `can't tell whether another email fits: ${counted(minutes, 'minute')} left in today's window, up to ${limits.maximumTimeBetweenEmails} between two emails`;
    return [{ cause: 'gap', message }];
  }
  const doubts: string[] = [];
  if (!due.first && !due.followUp) doubts.push(`whether an email is due: ${whenDue(facts, due)}`);
  if (room && !room.some)
    doubts.push("whether a mailbox has room left today: the service doesn't report emails per mailbox");
  if (room?.some && !due.first && due.followUp)
    doubts.push('whether the mailboxes of the due follow-ups have room: follow-ups stay with their mailbox');
  return doubts.map((message) => ({ cause: 'not-known', message: `can't tell ${message}` }));
}

/** `Mon 23 Nov`, in UTC. */
const dayOf = (at: number): string => {
  const [weekday = '', date = '', month = ''] = new Date(at).toUTCString().split(/,? /);
  return `${weekday} ${Number(date)} ${month}`;
};

/** `Mon 23 Nov 09:00 UTC`. */
const momentOf = (at: number): string => `${dayOf(at)} ${new Date(at).toISOString().slice(11, 16)} UTC`;
