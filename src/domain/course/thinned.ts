import { sum } from '../../base/counted.ts';
import { dailyCapacity } from '../mailbox/capacity.ts';
import { type Course, mostDays } from './course.ts';
import { mostEmails, type Past, type Plan, type PlannedCampaign, type PlannedMailbox } from './plan.ts';
import type { CourseDay } from './sending.ts';

/** A plan with a part of its mailboxes, and with the same part of all that they have to send; `oneOf` 20: one of 20. */
type Thinned = ReturnType<typeof thinned>;

/** A course of more emails takes seconds, and differs from one of a part by less than a day. */
const mostOfCourse = 500_000;

/** How many emails a course of a plan sends at most, before it is cut. */
export function mostSent({ campaigns, mailboxes }: Plan): number {
  let left = 0;
  for (const campaign of campaigns)
    left += Math.min(mostEmails(campaign), mostDays * (campaign.dailyLimit ?? Infinity));
  return Math.min(left, mostDays * limitOfAll(mailboxes));
}

/** How long a course takes, in emails: under a daily limit of the campaign, every mailbox looks each day for its turn. */
export function workOf(plan: Plan): number {
  const [own] = plan.campaigns;
  const days =
    own.dailyLimit === null ? 0 : Math.min(mostDays, mostEmails(own) / Math.max(1, own.dailyLimit));
  return mostSent(plan) + pastSent(plan) + plan.mailboxes.length * days;
}

function pastSent({ campaigns }: Plan): number {
  let all = 0;
  for (const { past } of campaigns) for (const { sent } of past?.days ?? []) all += sent;
  return all;
}

/** The plan itself where its course is short enough. */
export function thinned(plan: Plan) {
  const [own, ...others] = plan.campaigns;
  const able = plan.mailboxes.filter(
    (mailbox) => dailyCapacity(mailbox, own.limits, plan.startAt).emails > 0,
  );
  const step = Math.min(able.length, Math.ceil((mostSent(plan) + pastSent(plan)) / mostOfCourse));
  if (step <= 1) return { plan, oneOf: 1 };
  const alike = able.sort((a, b) => limitOf(a) - limitOf(b) || a.connectedAt - b.connectedAt);
  const mailboxes = alike.filter((_, index) => index % step === step >> 1);
  const oneOf = limitOfAll(able) / limitOfAll(mailboxes);
  const part = (count: number) => Math.round(count / oneOf);
  const partOf = (campaign: PlannedCampaign): PlannedCampaign => ({
    ...campaign,
    dailyLimit: campaign.dailyLimit === null ? null : Math.max(1, part(campaign.dailyLimit)),
    firsts: part(campaign.firsts),
    followUps: campaign.followUps.map((waiting) => ({ ...waiting, count: part(waiting.count) })),
    past: campaign.past && pastPart(campaign.past, 1 / oneOf),
  });
  const thin: Plan = { ...plan, campaigns: [partOf(own), ...others.map(partOf)], mailboxes };
  return { plan: thin, oneOf };
}

export function pastPart(past: Past, part: number): Past {
  const ofDay = rounded(part);
  const days = past.days.map(({ day, sent }) => ({ day, sent: ofDay(sent) }));
  return { ...past, days, steps: past.steps?.map((sent) => Math.round(sent * part)) };
}

/** A course of the thinned plan, as one of the whole plan: all first emails add up to those of the plan. */
export function wholeOf(course: Course, { plan: { campaigns }, oneOf }: Thinned, whole: Plan): Course {
  if (oneOf === 1) return course;
  const firsts = rounded(whole.campaigns[0].firsts / Math.max(1, campaigns[0].firsts));
  const followUps = rounded(oneOf);
  const days: CourseDay[] = [];
  let emails = 0;
  for (const { day, first, followUp, others, full } of course.days) {
    const today = { day, first: firsts(first), followUp: followUps(followUp) };
    days.push({ ...today, others: Math.round(others * oneOf), full: Math.round(full * oneOf) });
    emails += today.first + today.followUp;
  }
  return { ...course, days, held: Math.round(course.held * oneOf), emails };
}

/** Each number of a row times `by`, rounded so that the sum is right. */
function rounded(by: number): (count: number) => number {
  let [before, given] = [0, 0];
  return (count) => {
    before += count;
    const more = Math.round(before * by) - given;
    given += more;
    return more;
  };
}

const limitOf = ({ currentDailyLimit, maximumSendingsLimitPerDay }: PlannedMailbox): number =>
  Math.min(currentDailyLimit, maximumSendingsLimitPerDay);

const limitOfAll = (mailboxes: readonly PlannedMailbox[]): number => Math.max(1, sum(mailboxes.map(limitOf)));
