import { sum } from '../../base/counted.ts';
import { atOnce, type Steps } from '../../base/steps.ts';
import { dailyCapacity } from '../mailbox/capacity.ts';
import { always, day, everOpens, opensOn } from '../window.ts';
import { boundDays, capacityOn, phasesOf } from './binding.ts';
import { type Course, courseOf } from './course.ts';
import { sendsNothing } from './deal.ts';
import { mostEmails, type Plan } from './plan.ts';
import { thinned, wholeOf, workOf } from './thinned.ts';

/** The typical one of many courses, and what 19 of 20 lie between. */
export interface Band {
  readonly typical: number;
  readonly low: number;
  readonly high: number;
}

/** Courses of a forecast, and how many emails all of them together may simulate. */
const most = { courses: 61, emails: 600_000 } as const;

/** So many that all of them simulate at most `emails`: of more emails each differs less. Unless said, three make a band. */
export function coursesFor(plan: Plan, emails?: number, courses: number = most.courses): number {
  const each = Math.max(1, workOf(plan));
  const least = emails === undefined && each <= most.emails ? 3 : 1;
  return Math.max(least, Math.min(courses, Math.floor((emails ?? most.emails) / each)));
}

/** What a campaign will send, and until when: many courses of its plan, each with other chances. */
export const forecastOf = (plan: Plan, courses?: number): Forecast => atOnce(forecasting(plan, courses));

/** The same in steps: one for each course. */
export function* forecasting(plan: Plan, courses = coursesFor(plan)) {
  const part = thinned(plan);
  const all: Course[] = [];
  for (let seed = 1; seed <= (canSend(plan) ? courses : 0); seed++) {
    all.push(wholeOf(courseOf(part.plan, seed), part, plan));
    yield;
  }
  const inOrder = all.sort((a, b) => lastDayOf(a) - lastDayOf(b) || a.emails - b.emails);
  const typical = typicalOf(plan, inOrder);
  const band = (of: (course: Course) => number) => bandOf(all.map(of), of(typical));
  const lastDays = band(lastDayOf);
  const { constraint, phases } = phasesOf(boundDays(plan, typical));
  const { campaigns, mailboxes, startAt } = plan;
  const idle = mailboxes.filter((one) => one.before && sendsNothing(one, campaigns[0], startAt));
  return {
    emails: band(({ emails }) => emails),
    firsts: sum(typical.days.map(({ first }) => first)),
    /** Follow-ups that never go out, and the mailboxes that they wait for: these send nothing as they are. */
    waiting: { emails: typical.held, mailboxes: typical.held > 0 ? idle.length : 0 },
    /** Days are numbers of UTC days; null where nothing is sent. */
    firstDay: typical.days[0]?.day ?? null,
    /** Null where the end is too far away to follow. */
    lastDay: dayOrNull(lastDayOf(typical)),
    lastDayEarly: dayOrNull(lastDays.low),
    lastDayLate: dayOrNull(lastDays.high),
    sendingDays: band(({ days }) => days.length),
    constraint,
    phases,
    days: typical.days.map(({ day: number, first, followUp, others }) => {
      const may = capacityOn(plan, number * day);
      const limit = campaigns[0].dailyLimit ?? Number.POSITIVE_INFINITY;
      const left = Math.min(may.campaign, may.mailboxes - others, limit);
      /** What the campaign may send, with what other campaigns leave of its mailboxes. */
      return { day: number, first, followUp, capacity: Math.max(left, first + followUp) };
    }),
    courses: all.length,
    /** More than 1: it follows one mailbox of so many, with its part of the people. */
    oneOf: part.oneOf,
    /** Something is still to be sent after three years. */
    isCut: typical.isCut,
  };
}

export type Forecast = ReturnType<typeof forecasting> extends Steps<infer F> ? F : never;

/** The course in the middle of those that end on the day to which most courses are near: within one sending day. */
function typicalOf(plan: Plan, inOrder: readonly Course[]): Course {
  const ends = inOrder.map(lastDayOf);
  const middle = ends[ends.length >> 1] ?? 0;
  let [chosen, most] = [middle, 0];
  for (const end of new Set(ends)) {
    const near = ends.filter((other) => isNear(plan, end, other)).length;
    if (near < most || (near === most && Math.abs(end - middle) >= Math.abs(chosen - middle))) continue;
    [chosen, most] = [end, near];
  }
  const alike = inOrder.filter((course) => lastDayOf(course) === chosen);
  return alike[alike.length >> 1] ?? nothing;
}

const isNear = (plan: Plan, one: number, other: number): boolean =>
  one === other ||
  (Number.isFinite(one) && Number.isFinite(other) && Math.abs(openDaysBetween(plan, one, other)) <= 1);

const nothing: Course = { days: [], emails: 0, held: 0, isCut: false };

/** Whether anything is there to send, a time to send it, and a mailbox that may: more days do not change the last. */
export const canSend = ({ campaigns: [own], mailboxes, startAt }: Plan): boolean =>
  mostEmails(own) > 0 &&
  everOpens(own.limits.window) &&
  mailboxes.some((mailbox) => dailyCapacity(mailbox, own.limits, startAt).emails > 0);

/** The same where the window is not known: whether it could send if it were open all day. */
export function couldSend(plan: Plan): boolean {
  const [own, ...others] = plan.campaigns;
  const limits = { ...own.limits, window: always };
  return canSend({ ...plan, campaigns: [{ ...own, limits }, ...others] });
}

const lastDayOf = ({ days, isCut }: Course): number =>
  isCut ? Number.POSITIVE_INFINITY : (days.at(-1)?.day ?? -1);

const dayOrNull = (number: number): number | null => (number >= 0 && Number.isFinite(number) ? number : null);

function bandOf(values: readonly number[], typical: number): Band {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? typical;
  const last = sorted.length - 1;
  return {
    typical,
    low: Math.min(typical, at(Math.floor(0.05 * last))),
    high: Math.max(typical, at(Math.ceil(0.95 * last))),
  };
}

/** Days of the campaign's window after `from` up to `to`; negative where `to` is earlier. */
export function openDaysBetween({ campaigns: [own] }: Plan, from: number, to: number): number {
  if (to < from) return -openDaysBetween({ campaigns: [own], mailboxes: [], startAt: 0 }, to, from);
  let days = 0;
  for (let number = from + 1; number <= to; number++) if (opensOn(own.limits.window, number * day)) days += 1;
  return days;
}

/** The date of the UTC day with this number: `2026-11-23`. */
export const dateOf = (number: number): string => new Date(number * day).toISOString().slice(0, 10);
