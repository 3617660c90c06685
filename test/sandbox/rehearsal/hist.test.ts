import { it } from 'vitest';
import { courseOf } from '../../../src/domain/course/course.ts';
import { planOf, randomCampaign } from './random-campaign.ts';
import { prepare, rehearse } from './rehearse.ts';

it(`hist`, async () => {
  for (const seed of (process.env.SEEDS ?? '58').split(',').map(Number)) {
    const campaign = randomCampaign(seed);
    console.log(JSON.stringify(campaign));
    const plan = planOf(campaign, false);
    const hist = (v: number[]) => {
      const m = new Map<number, number>();
      for (const x of v) m.set(x, (m.get(x) ?? 0) + 1);
      return [...m]
        .sort((a, b) => a[0] - b[0])
        .map(([d, n]) => `${d}:${n}`)
        .join(' ');
    };
    console.log('model', hist(Array.from({ length: 100 }, (_, s) => courseOf(plan, s + 1).days.at(-1)!.day)));
    const reals: number[] = [];
    for (let r = 0; r < 16; r++) {
      const { office, id } = await prepare(campaign, false, r);
      reals.push((await rehearse(office, id)).lastDay);
      office.db.close();
    }
    console.log('real', hist(reals));
  }
}, 3_000_000);
