import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { forecastOf, openDaysBetween } from '../../src/domain/course/forecast.ts';
import type { Plan } from '../../src/domain/course/plan.ts';
import { planIn } from '../../src/domain/course/plan-in.ts';
import { dayNumber, minute } from '../../src/domain/window.ts';
import { whole } from '../sweep/slice.ts';
import { type BegunCampaign, begin, begunCampaign, readAll, sendAll } from './rehearsal/begun-campaign.ts';

/** `bench/forecast.mjs` asks for 200 campaigns of any size, and for the figures in a file. */
const { OUTREACH_COURSES: asked, OUTREACH_FIGURES: figuresFile, OUTREACH_FIRST: from } = process.env;
const campaigns = Number(asked ?? (whole ? 100 : 12));
const mostLeads = asked === undefined && !whole ? 80 : 400;
const firstSeed = Number(from ?? 1);

/** How one forecast did. Days are open days of the campaign. */
interface Row {
  readonly seed: number;
  readonly answering: boolean;
  readonly shared: boolean;
  /** How many days the middle of the forecast is late; negative: early. */
  readonly late: number;
  readonly inBand: boolean;
  readonly width: number;
  /** From the moment of the forecast to the real end. */
  readonly left: number;
}

async function compare(campaign: BegunCampaign): Promise<Row | undefined> {
  const whole = await begin(campaign);
  const sent = await sendAll(whole);
  whole.office.db.close();
  if (!sent) return undefined;
  const { first, last } = sent;
  const moment = Math.round(first + campaign.moment * (last - first)) + minute;
  if (moment >= last) return undefined;
  const begun = await begin(campaign);
  await begun.office.sandbox.advance(moment - begun.office.sandbox.state.now());
  const { own, others, now } = await readAll(begun);
  begun.office.db.close();
  const { plan } = planIn(own, others, { now, answers: campaign.answering });
  const { lastDay, lastDayEarly, lastDayLate } = forecastOf(plan);
  if (lastDay === null || lastDayEarly === null || lastDayLate === null)
    throw new Error(`campaign ${campaign.seed} has no end`);
  const real = dayNumber(last);
  return {
    seed: campaign.seed,
    answering: campaign.answering,
    shared: campaign.shared,
    late: openDays(plan, real, lastDay),
    inBand: real >= lastDayEarly && real <= lastDayLate,
    width: openDays(plan, lastDayEarly, lastDayLate),
    left: openDays(plan, dayNumber(now), real),
  };
}

const openDays = (plan: Plan, from: number, to: number): number => openDaysBetween(plan, from, to);

/** So wide a band may be, for so many days that are left. */
const widest = ({ left }: Row): number => Math.max(2, 0.15 * left);

describe('a forecast of a campaign that has begun, against the sandbox that sends the rest', () => {
  it('holds at a random moment', { tags: 'slow', timeout: 1_200_000 }, async () => {
    const rows: Row[] = [];
    for (let seed = firstSeed; rows.length < campaigns; seed++) {
      const row = await compare(begunCampaign(seed, mostLeads));
      if (row) rows.push(row);
    }
    if (figuresFile) writeFileSync(`${figuresFile}.begun`, JSON.stringify(rows));
    const share = (fits: (row: Row) => boolean) => rows.filter(fits).length / rows.length;
    expect(share(({ inBand }) => inBand)).toBeGreaterThanOrEqual(0.95);
    expect(share(({ late }) => Math.abs(late) <= 1)).toBeGreaterThanOrEqual(0.9);
    expect(share((row) => row.width <= widest(row))).toBeGreaterThanOrEqual(0.5);
  });
});
