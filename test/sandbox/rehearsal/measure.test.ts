import { it } from 'vitest';
import { forecastOf, openDaysBetween } from '../../../src/domain/course/forecast.ts';
import { planOf, randomCampaign } from './random-campaign.ts';
import { prepare, rehearse } from './rehearse.ts';

const count = Number(process.env.OUTREACH_COURSES ?? 10);
for (const answering of [false, true])
  it(`measures ${answering}`, async () => {
    let [near, inside, exact, width, tf, tr] = [0, 0, 0, 0, 0, 0];
    const misses: string[] = [];
    for (let seed = 1; seed <= count; seed++) {
      const campaign = randomCampaign(seed);
      const plan = planOf(campaign, answering);
      let t = performance.now();
      const forecast = forecastOf(plan);
      tf += performance.now() - t;
      t = performance.now();
      const { office, id } = await prepare(campaign, answering);
      const real = await rehearse(office, id);
      office.db.close();
      tr += performance.now() - t;
      const off = openDaysBetween(plan, real.lastDay, forecast.lastDay ?? 0);
      if (Math.abs(off) <= 1) near++;
      if (off === 0) exact++;
      const isIn =
        real.lastDay >= (forecast.lastDayEarly ?? 0) && real.lastDay <= (forecast.lastDayLate ?? 0);
      if (isIn) inside++;
      width += openDaysBetween(plan, forecast.lastDayEarly ?? 0, forecast.lastDayLate ?? 0);
      if (Math.abs(off) > 1 || !isIn)
        misses.push(
          `${seed}: off ${off} real ${real.lastDay} band ${forecast.lastDayEarly} ${forecast.lastDay} ${forecast.lastDayLate} emails ${real.emails} ${JSON.stringify(forecast.emails)} days ${forecast.sendingDays.median}`,
        );
    }
    console.log({ answering, count, exact, near, inside, width: width / count, tf, tr });
    console.log(misses.join('\n'));
  }, 3_000_000);
