import { writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { randomCampaign } from './random-campaign.ts';
import { prepare, rehearse } from './rehearse.ts';

it('reals', async () => {
  const out: unknown[] = [];
  for (let seed = 1; seed <= 300; seed++)
    for (const answering of [false, true]) {
      const { office, id } = await prepare(randomCampaign(seed), answering);
      out.push({ seed, answering, ...(await rehearse(office, id)) });
      office.db.close();
      writeFileSync('/tmp/f/reals.json', JSON.stringify(out));
    }
}, 3_000_000);
