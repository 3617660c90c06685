import { counted, grouped } from '../../base/counted.ts';
import type { Steps } from '../../base/steps.ts';
import { clockText } from '../window.ts';
import { addedMailbox } from './added-mailbox.ts';
import { coursesFor, type Forecast, forecasting, openDaysBetween } from './forecast.ts';
import type { Plan, PlannedCampaign, PlannedMailbox } from './plan.ts';
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
  const changes = [...changesOf(plan)];
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

const weekdays = [1, 2, 3, 4, 5];
const longer = 120;
const latest = 22 * 60;

function* changesOf(plan: Plan): Iterable<Change> {
  const { campaigns, mailboxes } = plan;
  const [own, ...others] = campaigns;
  const { window, maximumSendingLimitPerSenderEmail: each } = own.limits;
  const withLimits = (limits: Partial<PlannedCampaign['limits']>): Plan => ({
    ...plan,
    campaigns: [{ ...own, limits: { ...own.limits, ...limits } }, ...others],
  });
  const able = mailboxes.filter(({ isConnected }) => isConnected);
  const count = Math.max(2, Math.ceil(able.length / 2));
  const added = new Array<PlannedMailbox>(count).fill(addedMailbox(mailboxes, plan.startAt));
  yield {
    change: `${counted(count, 'more mailbox', 'more mailboxes')}, warmed up for 4 weeks`,
    changed: { ...plan, mailboxes: [...mailboxes, ...added] },
  };
  if (own.dailyLimit) {
    const dailyLimit = own.dailyLimit * 2;
    yield {
      change: `a daily limit of ${grouped(dailyLimit)}`,
      changed: { ...plan, campaigns: [{ ...own, dailyLimit }, ...others] },
    };
  }
  if (each)
    yield {
      change: `up to ${counted(each * 2, 'email')} a day from each mailbox`,
      changed: withLimits({ maximumSendingLimitPerSenderEmail: each * 2 }),
    };
  const days = [...new Set([...window.days, ...weekdays])].sort((a, b) => a - b);
  if (days.length > window.days.length)
    yield { change: 'sending from Monday to Friday', changed: withLimits({ window: { ...window, days } }) };
  const end = Math.min(latest, window.end + longer);
  if (end > window.end)
    yield {
      change: `sending until ${clockText(end)} (UTC assumed)`,
      changed: withLimits({ window: { ...window, end } }),
    };
}
