import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Course, courseBy, courseOf, mostDays } from '../../src/domain/course/course.ts';
import { dateOf, forecastOf, openDaysBetween } from '../../src/domain/course/forecast.ts';
import type { Plan } from '../../src/domain/course/plan.ts';
import { dayNumber } from '../../src/domain/window.ts';
import { whole } from '../sweep/slice.ts';
import { drawnChances } from './rehearsal/drawn-chances.ts';
import { planOf, randomCampaign } from './rehearsal/random-campaign.ts';
import { prepare, type RehearsedDay, rehearse } from './rehearsal/rehearse.ts';

/** `npm run bench` asks for 200 campaigns of any size, and for the figures in a file. */
const { OUTREACH_COURSES: asked, OUTREACH_FIGURES: figuresFile } = process.env;
const campaigns = Number(asked ?? (whole ? 200 : 40));
const mostLeads = asked === undefined && !whole ? 60 : 700;

interface Figures {
  campaigns: number;
  /** On the very day. */
  exact: number;
  /** At most one sending day off. */
  near: number;
  /** So many would be near by chance alone: of other courses, which differ only in what is drawn. */
  nearByChance: number;
  /** Between the early and the late end. */
  inBand: number;
  /** Calendar days from the early to the late end, of all campaigns. */
  width: number;
  emails: number;
}

const isNear = (plan: Plan, lastDay: number, real: number): boolean =>
  Math.abs(openDaysBetween(plan, real, lastDay)) <= 1;

/** The day after which nothing is forecast: a later end is right where the forecast says that it is later. */
const lastForecast = ({ startAt }: Plan): number => dayNumber(startAt) + mostDays;

const endOf = (plan: Plan, { days, isCut }: Pick<Course, 'days' | 'isCut'>): number =>
  isCut ? lastForecast(plan) : (days.at(-1)?.day ?? 0);

/** Of courses with other seeds than those of a forecast. */
function nearByChance(plan: Plan, lastDay: number): number {
  const others = Array.from({ length: 40 }, (_, seed) => endOf(plan, courseOf(plan, 1_000_000 + seed)));
  return others.filter((day) => isNear(plan, lastDay, day)).length / others.length;
}

/** Forecasts campaigns, then lets the sandbox send them to their end, and compares the two. */
async function compare(answering: boolean): Promise<Figures> {
  const figures = { campaigns, exact: 0, near: 0, nearByChance: 0, inBand: 0, width: 0, emails: 0 };
  for (let seed = 1; seed <= campaigns; seed++) {
    const campaign = randomCampaign(seed, mostLeads);
    const plan = planOf(campaign, answering);
    const made = forecastOf(plan);
    const last = lastForecast(plan);
    const { lastDay, early, late } = {
      lastDay: made.lastDay ?? last,
      early: made.lastDayEarly ?? last,
      late: made.lastDayLate ?? last,
    };
    const { office, id } = await prepare(campaign, answering);
    const days = await rehearse(office, id);
    const sameDraws = courseBy(plan, drawnChances(office, id));
    office.db.close();
    const sent = sentBefore(last, days);
    expect(sentBefore(last, sameDraws.days), `campaign ${seed} with the sandbox's draws`).toEqual(sent);
    const real = Math.min(last, days.at(-1)?.day ?? 0);
    figures.emails += days.reduce((sum, { first, followUp }) => sum + first + followUp, 0);
    if (real === lastDay) figures.exact += 1;
    if (isNear(plan, lastDay, real)) figures.near += 1;
    if (real >= early && real <= late) figures.inBand += 1;
    figures.nearByChance += nearByChance(plan, lastDay);
    figures.width += late - early;
    if (!answering && !made.isCut)
      expect(made.emails.typical, `emails of campaign ${seed}`).toBe(
        campaign.leads * (campaign.delays.length + 1),
      );
  }
  if (figuresFile)
    writeFileSync(`${figuresFile}.${answering ? 'answers' : 'silence'}`, JSON.stringify(figures));
  return figures;
}

/** The bar, or where chance alone stays below it: two standard errors below chance. */
const leastNear = (bar: number, byChance: number): number =>
  Math.min(bar * campaigns, byChance - 2 * Math.sqrt(byChance * (1 - byChance / campaigns)));

const sentBefore = (last: number, days: readonly RehearsedDay[]): string[] =>
  days
    .filter(({ day }) => day < last)
    .map(({ day, first, followUp }) => `${dateOf(day)}: ${first} first, ${followUp} follow-ups`);

describe('a forecast against the sandbox, run to its end', () => {
  it('holds where no one answers', { tags: 'slow', timeout: 1_200_000 }, async () => {
    const { near, nearByChance, inBand } = await compare(false);
    expect(near).toBeGreaterThanOrEqual(leastNear(0.97, nearByChance));
    expect(inBand / campaigns).toBeGreaterThanOrEqual(0.98);
  });

  it('holds where people answer', { tags: 'slow', timeout: 1_200_000 }, async () => {
    const { near, nearByChance, inBand } = await compare(true);
    expect(near).toBeGreaterThanOrEqual(leastNear(0.9, nearByChance));
    expect(inBand / campaigns).toBeGreaterThanOrEqual(0.95);
  });
});
