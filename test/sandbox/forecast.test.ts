import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { forecastOf, openDaysBetween } from '../../src/domain/course/forecast.ts';
import { whole } from '../sweep/slice.ts';
import { planOf, randomCampaign } from './rehearsal/random-campaign.ts';
import { prepare, rehearse } from './rehearsal/rehearse.ts';

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
  /** Between the early and the late end. */
  inBand: number;
  emails: number;
}

/** Forecasts campaigns, then lets the sandbox send them to their end, and compares the two. */
async function compare(answering: boolean): Promise<Figures> {
  const figures = { campaigns, exact: 0, near: 0, inBand: 0, emails: 0 };
  for (let seed = 1; seed <= campaigns; seed++) {
    const campaign = randomCampaign(seed, mostLeads);
    const plan = planOf(campaign, answering);
    const { lastDay, lastDayEarly, lastDayLate, emails } = forecastOf(plan);
    const { office, id } = await prepare(campaign, answering);
    const real = await rehearse(office, id);
    office.db.close();
    const off = openDaysBetween(plan, real.lastDay, lastDay ?? 0);
    figures.emails += real.emails;
    if (off === 0) figures.exact += 1;
    if (Math.abs(off) <= 1) figures.near += 1;
    if (real.lastDay >= (lastDayEarly ?? 0) && real.lastDay <= (lastDayLate ?? 0)) figures.inBand += 1;
    if (!answering) expect(emails.median, `emails of campaign ${seed}`).toBe(real.emails);
  }
  if (figuresFile)
    writeFileSync(`${figuresFile}.${answering ? 'answers' : 'silence'}`, JSON.stringify(figures));
  return figures;
}

describe('a forecast against the sandbox, run to its end', () => {
  it('holds where no one answers', async () => {
    const { near, inBand } = await compare(false);
    expect(near / campaigns).toBeGreaterThanOrEqual(0.97);
    expect(inBand / campaigns).toBeGreaterThanOrEqual(0.98);
  }, 1_200_000);

  it('holds where people answer', async () => {
    const { near, inBand } = await compare(true);
    expect(near / campaigns).toBeGreaterThanOrEqual(0.9);
    expect(inBand / campaigns).toBeGreaterThanOrEqual(0.95);
  }, 1_200_000);
});
