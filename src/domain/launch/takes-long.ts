import { counted } from '../../base/counted.ts';
import type { CampaignRecords } from '../course/campaign-records.ts';
import { canSend, coursesFor, dateOf, forecastOf } from '../course/forecast.ts';
import { planIn } from '../course/plan-in.ts';
import { dayNumber } from '../window.ts';
import { broken, type Findings, none, unknown } from './problem.ts';

const mostWeeks = 8;
/** Enough courses to tell weeks apart, and emails that all of them may simulate. */
const most = { courses: 7, emails: 150_000 } as const;

/** Whether everything is sent within eight weeks from `at`, with what other campaigns send from its mailboxes. */
export function takesLong(
  own: Parameters<typeof planIn>[0],
  others: readonly CampaignRecords[],
  at: number,
): Findings {
  const missing = [own.why.sequence, own.why.schedule].find((why) => why !== undefined);
  if (missing !== undefined) return unknown('takes-long', missing);
  const { plan, knowsWindow } = planIn(own, others, { now: at });
  if (!knowsWindow) return unknown('takes-long', 'the schedule cannot be read');
  if (!canSend(plan)) return none;
  const { lastDay, isCut, emails } = forecastOf(plan, coursesFor(plan, most.emails, most.courses));
  if (isCut) return broken('takes-long', 'it is not at its end after three years of sending');
  if (lastDay === null) return none;
  const weeks = (lastDay - dayNumber(at)) / 7;
  if (weeks <= mostWeeks) return none;
  return broken(
    'takes-long',
    `about ${counted(emails.typical, 'email')} end on ${dateOf(lastDay)}, in ${Math.ceil(weeks)} weeks`,
  );
}
