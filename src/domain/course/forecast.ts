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
  const lastDays = bandOf(all, typical, lastDayOf);
  const { constraint, phases } = phasesOf(boundDays(plan, typical));
  const { campaigns, mailboxes, startAt } = plan;
  const idle = mailboxes.filter((one) => one.before && sendsNothing(one, campaigns[0], startAt));
  let firsts = 0;
  const days = [];
  for (const { day: number, first, followUp, others } of typical.days) {
    const may = capacityOn(plan, number * day);
    const limit = campaigns[0].dailyLimit ?? Number.POSITIVE_INFINITY;
    const left = Math.min(may.campaign, may.mailboxes - others, limit);
    /** What the campaign may send, with what other campaigns leave of its mailboxes. */
    days.push({ day: number, first, followUp, capacity: Math.max(left, first + followUp) });
    firsts += first;
  }
  return {
    emails: bandOf(all, typical, ({ emails }) => emails),
    firsts,
    /** Follow-ups that never go out, and the mailboxes that they wait for: these send nothing as they are. */
    waiting: { emails: typical.held, mailboxes: typical.held > 0 ? idle.length : 0 },
    /** Days are numbers of UTC days; null where nothing is sent. */
    firstDay: typical.days[0]?.day ?? null,
    /** Null where the end is too far away to follow. */
    lastDay: dayOrNull(lastDayOf(typical)),
    lastDayEarly: dayOrNull(lastDays.low),
    lastDayLate: dayOrNull(lastDays.high),
    sendingDays: bandOf(all, typical, (course) => course.days.length),
    constraint,
    phases,
    days,
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
    let near = 0;
    for (const other of ends) {
      const areFinite = Number.isFinite(end) && Number.isFinite(other);
      if (end === other || (areFinite && Math.abs(openDaysBetween(plan, end, other)) <= 1)) near += 1;
    }
    if (near < most || (near === most && Math.abs(end - middle) >= Math.abs(chosen - middle))) continue;
    [chosen, most] = [end, near];
  }
  const alike = inOrder.filter((course) => lastDayOf(course) === chosen);
  return alike[alike.length >> 1] ?? nothing;
}

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

function bandOf(all: readonly Course[], middle: Course, of: (course: Course) => number): Band {
  const typical = of(middle);
  const sorted = all.map(of).sort((a, b) => a - b);
  const last = sorted.length - 1;
  return {
    typical,
    low: Math.min(typical, sorted[Math.floor(0.05 * last)] ?? typical),
    high: Math.max(typical, sorted[Math.ceil(0.95 * last)] ?? typical),
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
