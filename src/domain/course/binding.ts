import { type Binding, dailyCapacity, mailboxCapacity } from '../mailbox/capacity.ts';
import { day, minutesOpen, opensOn } from '../window.ts';
import type { Course } from './course.ts';
import type { Plan } from './plan.ts';
import type { CourseDay } from './sending.ts';

export type Constraint = 'mailbox-limits' | 'campaign-limit' | 'build-up' | 'window' | 'gap' | 'follow-ups';

export interface Phase {
  readonly constraint: Constraint;
  /** Number of the last UTC day on which it does. */
  readonly until: number;
}

/** What mailboxes may send on a day, in the first campaign and in all, and what holds most of them back. */
export function capacityOn({ campaigns: [own], mailboxes }: Plan, at: number) {
  // Short hours and long gaps keep a mailbox from sending alike: the one that is further from what is usual is named.
  const { window, minimumTimeBetweenEmails, maximumTimeBetweenEmails } = own.limits;
  const gap = (minimumTimeBetweenEmails + maximumTimeBetweenEmails) / 2;
  const hoursOrGap = minutesOpen(window) / usual.minutesOpen < usual.gap / gap ? 'window' : 'gap';
  const counts = new Map<Constraint, number>();
  let [campaign, all] = [0, 0];
  for (const mailbox of mailboxes) {
    const { emails, binding } = dailyCapacity(mailbox, own.limits, at);
    campaign += emails;
    all += mailboxCapacity(mailbox, at).emails;
    if (emails === 0) continue;
    const constraint = binding === 'window' ? hoursOrGap : constraints[binding];
    counts.set(constraint, (counts.get(constraint) ?? 0) + 1);
  }
  return { campaign, mailboxes: all, constraint: mostOften(counts) ?? 'mailbox-limits' };
}

function mostOften(counts: ReadonlyMap<Constraint, number>): Constraint | undefined {
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0];
}

const constraints: Readonly<Record<Exclude<Binding, 'window'>, Constraint>> = {
  disconnected: 'mailbox-limits',
  health: 'mailbox-limits',
  currentDailyLimit: 'mailbox-limits',
  maximumSendingsLimitPerDay: 'mailbox-limits',
  'build-up': 'build-up',
  maximumSendingLimitPerSenderEmail: 'campaign-limit',
};

const usual = { minutesOpen: 480, gap: 7.5 } as const;

/** What bound on each open day of a course, from its first email to its last. */
export function boundDays(plan: Plan, course: Course): { day: number; constraint: Constraint }[] {
  const [first, last] = [course.days[0], course.days.at(-1)];
  if (!first || !last) return [];
  const [own] = plan.campaigns;
  const sent = new Map(course.days.map((found) => [found.day, found]));
  const bound: { day: number; constraint: Constraint }[] = [];
  let firsts = own.firsts;
  for (let number = first.day; number <= last.day; number++) {
    if (!opensOn(own.limits.window, number * day)) continue;
    const today = sent.get(number);
    firsts -= today?.first ?? 0;
    bound.push({ day: number, constraint: constraintOn(plan, number, today, firsts) });
  }
  return bound;
}

function constraintOn(
  plan: Plan,
  number: number,
  today: CourseDay | undefined,
  firstsLeft: number,
): Constraint {
  const [own] = plan.campaigns;
  const emails = today ? today.first + today.followUp : 0;
  if (emails > 0 && own.dailyLimit !== null && emails >= own.dailyLimit) return 'campaign-limit';
  const capacity = capacityOn(plan, number * day);
  const able = plan.mailboxes.filter(({ isConnected }) => isConnected).length;
  const isBusy = firstsLeft > 0 || (today?.full ?? 0) * 2 >= able;
  if (isBusy) return capacity.constraint;
  return own.delays.length > 0 ? 'follow-ups' : 'gap';
}

/** A constraint of a few days within the time of another one is noise: this share of all days at least is shown. */
const leastShown = 0.1;

/** What binds most, and what binds one after another. */
export function phasesOf(bound: readonly { day: number; constraint: Constraint }[]): {
  readonly constraint: Constraint | null;
  readonly phases: readonly Phase[];
} {
  const counts = new Map<Constraint, number>();
  for (const { constraint } of bound) counts.set(constraint, (counts.get(constraint) ?? 0) + 1);
  // Each constraint once, until it binds for the last time, in the order in which they end; the last one to the end.
  const phases = new Map<Constraint, Phase>();
  for (const { constraint, day: until } of bound) {
    if ((counts.get(constraint) ?? 0) < bound.length * leastShown) continue;
    phases.delete(constraint);
    phases.set(constraint, { constraint, until });
  }
  const inOrder = [...phases.values()];
  const [last, end] = [inOrder.pop(), bound.at(-1)];
  if (last && end) inOrder.push({ ...last, until: end.day });
  return { constraint: mostOften(counts) ?? null, phases: inOrder };
}
