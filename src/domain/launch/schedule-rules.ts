import { counted, plural } from '../../base/counted.ts';
import type { campaigns } from '../../contract/areas/campaigns.ts';
import { limits } from '../../contract/limits.ts';
import type { Output } from '../../contract/operation.ts';
import { minutesOf, minutesOpen, weekdaysOf } from '../window.ts';
import { broken, type Findings, none, together, unknown } from './problem.ts';

export type Schedule = NonNullable<Output<typeof campaigns.getSchedule>['schedule']>;

/** Minutes between two emails of a mailbox; undefined where the service does not say. */
export interface Gaps {
  readonly least?: number | null | undefined;
  readonly most?: number | null | undefined;
}

const scheduleRules = ['no-day', 'empty-window', 'window-shorter-than-gap'] as const;

/** What keeps a schedule from sending anything. `why` says why there is none to look at. */
export function scheduleProblems(
  schedule: Schedule | undefined,
  gaps: Gaps = {},
  why = 'the schedule cannot be read',
): Findings {
  if (!schedule) return together(...scheduleRules.map((rule) => unknown(rule, why)));
  return together(daysOf(schedule), hoursOf(schedule, gaps));
}

/** Whether people wait for their first email, although the campaign runs. */
export function firstStepDelayed(delays: readonly number[] | undefined, why = 'not read'): Findings {
  if (!delays) return unknown('first-step-delayed', why);
  const [delay = 0] = delays;
  if (delay === 0) return none;
  return broken('first-step-delayed', `the first email to each person waits ${counted(delay, 'day')}`);
}

/** Whether the answer of someone who is away ends the follow-ups to them. */
export function outOfOfficeStops(
  settings: Partial<
    Record<'isEnabledStopFollowUpsOnReply' | 'ignoreOutOfOfficeReplies', boolean | null | undefined>
  >,
  delays: readonly number[] | undefined,
  why: string | undefined,
): Findings {
  if (why !== undefined) return unknown('out-of-office-stops', why);
  const stops = settings.isEnabledStopFollowUpsOnReply && !settings.ignoreOutOfOfficeReplies;
  if (!stops || (delays && delays.length < 2)) return none;
  return broken('out-of-office-stops', 'an out-of-office answer ends the follow-ups to that person');
}

/** Whether a schedule names no day to send on; undefined where the service does not say, or says it in another way. */
export function namesNoDay({ daysSchedule, cronSchedule }: Schedule): boolean | undefined {
  if (daysSchedule === undefined) return undefined;
  if (!daysSchedule?.trim()) return cronSchedule ? undefined : true;
  return weekdaysOf(daysSchedule) === undefined ? undefined : false;
}

function daysOf(schedule: Schedule): Findings {
  const { daysSchedule, cronSchedule } = schedule;
  const isMissing = namesNoDay(schedule);
  if (isMissing === false) return none;
  if (isMissing) return broken('no-day', 'the schedule names no day to send on');
  let why = 'the schedule does not show its days';
  if (daysSchedule) why = `the days '${daysSchedule}' are not weekday numbers`;
  else if (cronSchedule)
    why = 'the schedule has a cron expression and no days, and the service does not say what it means';
  return unknown('no-day', why);
}

function hoursOf({ startSchedule, endSchedule }: Schedule, gaps: Gaps): Findings {
  const start = minutesOf(startSchedule ?? '');
  const end = minutesOf(endSchedule ?? '');
  if (start === undefined || end === undefined) {
    const why = 'the schedule does not show its hours';
    return together(unknown('empty-window', why), unknown('window-shorter-than-gap', why));
  }
  const open = minutesOpen({ days: [], start, end });
  const hours = `${startSchedule} to ${endSchedule}`;
  if (open === 0) return broken('empty-window', `the sending hours are empty: ${hours}`);
  return fitOf(open, hours, gaps);
}

/** As the capacity of a day counts: an email fits where the mean gap does. */
function fitOf(open: number, hours: string, { least, most }: Gaps): Findings {
  const [, longest] = limits.timeBetweenEmails;
  const isKnown = typeof least === 'number' && typeof most === 'number';
  const mean = isKnown ? (least + most) / 2 : longest;
  if (open >= mean) return none;
  if (!isKnown)
    return unknown('window-shorter-than-gap', 'the campaign does not show the time between two emails');
  const message = `the ${counted(open, 'minute')} from ${hours} ${plural(open, 'is', 'are')} shorter than the ${counted(mean, 'minute')} between two emails`;
  return broken('window-shorter-than-gap', message);
}
