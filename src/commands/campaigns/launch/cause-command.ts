import { lineOf } from '../../../cli/line/shell-words.ts';
import { limits } from '../../../contract/limits.ts';
import type { DailyLimits } from '../../../domain/launch/capacity-rules.ts';
import { describeDays } from '../../../domain/schedule-text.ts';
import type { CauseId, SendCause } from '../../../domain/why/cause.ts';
import { minute, opensOn, startOfDay, weekday } from '../../../domain/window.ts';

interface Around {
  /** Undefined where they cannot be read. */
  readonly limits: DailyLimits | undefined;
  readonly at: number;
}

type Line = (id: number, cause: SendCause, around: Around) => string | undefined;

const resume: Line = (id) => lineOf`campaigns resume ${id}`;
const addLeads: Line = (id) => `${lineOf`leads import`} <file> --campaign ${id}`;
const nothing: Line = () => undefined;
const usualHours: Line = (id) => lineOf`campaigns schedule ${id} --days mon-fri --from 09:00 --to 17:00`;

/** The command that changes a cause; undefined where nothing but time does. */
const lines: Readonly<Record<CauseId, Line>> = {
  draft: resume,
  paused: resume,
  completed: addLeads,
  status: nothing,
  'everyone-contacted': addLeads,
  'no-leads': addLeads,
  'no-steps': (id) => `${lineOf`campaigns sequence set ${id}`} <file>`,
  'none-attached': (id) => `${lineOf`campaigns senders attach ${id}`} <mailbox>`,
  disconnected: (_, { sender }) => lineOf`senders get ${sender?.id}`,
  'held-back': heldBack,
  'no-day': usualHours,
  window,
  'nothing-due': nothing,
  'few-left': addLeads,
  'campaign-limit': (id, { limit }) =>
    lineOf`campaigns update ${id} --daily-limit ${within(limits.campaignDailyLimit, limit)}`,
  'mailbox-limit': mailboxLimit,
  'sender-limit': (id, { limit }) =>
    lineOf`campaigns update ${id} --sender-limit ${within(limits.sendingLimitPerSender, limit)}`,
  'build-up': (_, { sender }) => lineOf`senders update ${sender?.id} --no-build-up`,
  gap,
  'other-campaigns': (_, { campaign }) => lineOf`campaigns pause ${campaign}`,
  'not-known': nothing,
};

export const causeCommand = (id: number, cause: SendCause, around: Around): string | undefined =>
  lines[cause.cause](id, cause, around);

const within = ([least, most]: readonly [number, number], value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.min(most, Math.max(least, value));

/** Without a score it warms up first; with one, the minimum can be lowered to it. */
function heldBack(id: number, { sender }: SendCause): string | undefined {
  const score = sender?.healthScore;
  return typeof score === 'number'
    ? lineOf`campaigns update ${id} --min-health ${score}`
    : lineOf`senders warmup set ${sender?.id} --enabled`;
}

function mailboxLimit(_: number, { sender, limit }: SendCause): string | undefined {
  const raised = within(limits.senderLimitRange, limit);
  const most = sender?.maximumSendingsLimitPerDay ?? 0;
  return raised !== undefined && raised > most
    ? lineOf`senders update ${sender?.id} --daily-limit ${raised} --max-limit ${raised}`
    : lineOf`senders update ${sender?.id} --daily-limit ${raised}`;
}

/** Opens the day, or widens its hours by as much as is needed. */
function window(id: number, cause: SendCause, { limits, at }: Around): string | undefined {
  if (!limits || limits.window.end <= limits.window.start) return usualHours(id, cause, { limits, at });
  const { days, start, end } = limits.window;
  if (!opensOn(limits.window, at)) {
    const named = describeDays([...days, weekday(at)].sort().join(','));
    return lineOf`campaigns schedule ${id} --days ${named.toLowerCase().replaceAll(' ', '')}`;
  }
  const hour = Math.floor((at - startOfDay(at)) / (60 * minute));
  const to = Math.max(end, (hour + 1) * 60);
  return lineOf`campaigns schedule ${id} --from ${clock(Math.min(start, hour * 60))} --to ${clock(Math.min(to, 1439))}`;
}

function gap(id: number, cause: SendCause, { limits: own, at }: Around): string | undefined {
  const [shortest] = limits.timeBetweenEmails;
  const most = own?.maximumTimeBetweenEmails ?? shortest;
  if (most <= shortest) return usualHours(id, cause, { limits: own, at });
  return lineOf`campaigns schedule ${id} --min-gap ${shortest} --max-gap ${Math.max(shortest, Math.floor(most / 2))}`;
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
