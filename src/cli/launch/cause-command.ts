import { limits } from '../../contract/limits.ts';
import type { DailyLimits } from '../../domain/launch/capacity-rules.ts';
import { describeDays } from '../../domain/schedule-text.ts';
import type { CauseId, SendCause } from '../../domain/why/cause.ts';
import { clockText, minute, minutesOpen, opensOn, startOfDay, weekday } from '../../domain/window.ts';
import { lineOf } from '../advice/shell-words.ts';
import { addLeads, attachMailbox, setSequence, usualHours } from './fixes.ts';

interface Around {
  /** Undefined where they cannot be read. */
  readonly limits: DailyLimits | undefined;
  readonly at: number;
}

type Id = number | string;
type Line = (id: Id, cause: SendCause, around: Around) => string | undefined;

/** The launch checks would refuse what lacks something, and say what. */
const resume: Line = (id, { lacks }) =>
  lacks ? lineOf`campaigns check ${id}` : lineOf`campaigns resume ${id}`;
const nothing: Line = () => undefined;

/** The command that changes a cause; undefined where nothing but time does. */
const lines: Readonly<Record<CauseId, Line>> = {
  draft: resume,
  paused: resume,
  completed: addLeads,
  status: nothing,
  'everyone-contacted': addLeads,
  'no-leads': addLeads,
  'no-steps': setSequence,
  'none-attached': attachMailbox,
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
  'build-up': (id, cause) =>
    cause.limit === undefined
      ? lineOf`senders update ${cause.sender?.id} --no-build-up`
      : `${mailboxLimit(id, cause)} --no-build-up`,
  gap,
  'other-campaigns': (_, { campaign }) => lineOf`campaigns pause ${campaign}`,
  'not-known': nothing,
};

export const causeCommand = (id: Id, cause: SendCause, around: Around): string | undefined =>
  cause.isNotEnough || cause.isStop ? undefined : lines[cause.cause](id, cause, around);

const within = ([least, most]: readonly [number, number], value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.min(most, Math.max(least, value));

/** Without a score it warms up first. With one, another mailbox helps: a lower minimum would let this one send as it is. */
function heldBack(id: Id, { sender }: SendCause): string | undefined {
  return typeof sender?.healthScore === 'number'
    ? attachMailbox(id)
    : lineOf`senders warmup set ${sender?.id} --enabled`;
}

function mailboxLimit(_: Id, { sender, limit }: SendCause): string | undefined {
  const raised = within(limits.senderLimitRange, limit);
  const most = sender?.maximumSendingsLimitPerDay ?? 0;
  return raised !== undefined && raised > most
    ? lineOf`senders update ${sender?.id} --daily-limit ${raised} --max-limit ${raised}`
    : lineOf`senders update ${sender?.id} --daily-limit ${raised}`;
}

/** Time for an email at least, from now on. */
const soonMinutes = 30;

/** Opens the day, and widens its hours by as much as is needed: then it is open now. */
function window(id: Id, _: SendCause, { limits, at }: Around): string | undefined {
  if (!limits || limits.window.end <= limits.window.start) return usualHours(id);
  const { days, start, end } = limits.window;
  const now = Math.floor((at - startOfDay(at)) / minute);
  const named = describeDays([...days, weekday(at)].sort().join(','));
  const onDay = opensOn(limits.window, at) ? '' : ` --days ${named.toLowerCase().replaceAll(' ', '')}`;
  const from = Math.min(start, Math.floor(now / 60) * 60);
  const to = Math.max(end, Math.min(1439, Math.ceil((now + soonMinutes) / 60) * 60));
  const isWithin = now >= start && now < end;
  const hours = isWithin ? '' : ` --from ${clockText(from)} --to ${clockText(to)}`;
  return `${lineOf`campaigns schedule ${id}`}${onDay}${hours}`;
}

function gap(id: Id, _: SendCause, { limits: own }: Around): string | undefined {
  const [shortest] = limits.timeBetweenEmails;
  const most = own?.maximumTimeBetweenEmails ?? shortest;
  if (most <= shortest) return usualHours(id);
  // An email fits where the mean of the two does.
  const fitting = own ? 2 * minutesOpen(own.window) - shortest : most;
  const less = Math.max(shortest, Math.min(Math.floor(most / 2), fitting));
  return lineOf`campaigns schedule ${id} --min-gap ${shortest} --max-gap ${less}`;
}
