import { counted, grouped } from '../../base/counted.ts';
import type { Steps } from '../../base/steps.ts';
import { clockText } from '../window.ts';
import { addedMailbox } from './added-mailbox.ts';
import { coursesFor, type Forecast, forecasting, openDaysBetween } from './forecast.ts';
import type { Plan, PlannedCampaign } from './plan.ts';
import { workOf } from './thinned.ts';

interface WhatIf {
  readonly change: string;
  /** Number of the UTC day. */
  readonly lastDay: number;
}

/** Emails that all changes together may simulate; beyond `alone` none is looked at. */
const most = { emails: 330_000, alone: 300_000 } as const;

/** What would end a campaign noticeably sooner than this forecast, the soonest end first. */
export function* whatIf(plan: Plan, forecast: Forecast): Steps<WhatIf[]> {
  if (isTooLong(plan)) return [];
  // None switches build-up off, or opens the weekend or the night.
  const changes = [moreMailboxes(plan), ...higherLimits(plan), ...moreDays(plan), ...longerHours(plan)];
  const courses = coursesFor(plan, most.emails / changes.length);
  const before = courses === forecast.courses ? forecast : yield* forecasting(plan, courses);
  const bar = Math.min(forecast.lastDay ?? never, before.lastDay ?? never);
  const sooner: WhatIf[] = [];
  for (const { change, changed } of changes) {
    const { lastDay } = yield* forecasting(changed, courses);
    if (lastDay === null || lastDay >= bar) continue;
    const gained = bar === never ? never : openDaysBetween(plan, lastDay, bar);
    if (gained >= Math.max(1, leastGain * before.sendingDays.typical)) sooner.push({ change, lastDay });
  }
  return sooner.sort((a, b) => a.lastDay - b.lastDay);
}

/** Of the sending days. */
const leastGain = 0.05;

/** Whether a forecast of each change takes too much time. */
export const isTooLong = (plan: Plan): boolean => workOf(plan) > most.alone;

const never = Number.POSITIVE_INFINITY;

interface Change {
  readonly change: string;
  readonly changed: Plan;
}

function moreMailboxes(plan: Plan): Change {
  const own = plan.mailboxes.filter(({ isConnected }) => isConnected);
  const count = Math.max(2, Math.ceil(own.length / 2));
  const added = addedMailbox(plan.mailboxes, plan.startAt);
  return {
    change: `${counted(count, 'more mailbox', 'more mailboxes')}, warmed up for 4 weeks`,
    changed: { ...plan, mailboxes: [...plan.mailboxes, ...Array.from({ length: count }, () => added)] },
  };
}

function higherLimits(plan: Plan): Change[] {
  const [own] = plan.campaigns;
  const { maximumSendingLimitPerSenderEmail: each } = own.limits;
  const dailyLimit = own.dailyLimit && own.dailyLimit * 2;
  const higher = each && each * 2;
  const ofMailbox = `up to ${counted(higher ?? 0, 'email')} a day from each mailbox`;
  return [
    ...(dailyLimit ? [withOwn(plan, `a daily limit of ${grouped(dailyLimit)}`, { ...own, dailyLimit })] : []),
    ...(higher ? [withLimits(plan, ofMailbox, { maximumSendingLimitPerSenderEmail: higher })] : []),
  ];
}

const weekdays = [1, 2, 3, 4, 5];

function moreDays(plan: Plan): Change[] {
  const { window } = plan.campaigns[0].limits;
  if (weekdays.every((weekday) => window.days.includes(weekday))) return [];
  const days = [...new Set([...window.days, ...weekdays])].sort((a, b) => a - b);
  return [withLimits(plan, 'sending from Monday to Friday', { window: { ...window, days } })];
}

const longer = 120;
const latest = 22 * 60;

function longerHours(plan: Plan): Change[] {
  const { window } = plan.campaigns[0].limits;
  const end = Math.min(latest, window.end + longer);
  if (end <= window.end) return [];
  return [withLimits(plan, `sending until ${clockText(end)} (UTC assumed)`, { window: { ...window, end } })];
}

const withLimits = (plan: Plan, change: string, limits: Partial<PlannedCampaign['limits']>): Change => {
  const [own] = plan.campaigns;
  return withOwn(plan, change, { ...own, limits: { ...own.limits, ...limits } });
};

const withOwn = (plan: Plan, change: string, own: PlannedCampaign): Change => ({
  change,
  changed: { ...plan, campaigns: [own, ...plan.campaigns.slice(1)] },
});
