import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newWorld } from '../../world.ts';
import { copy, people } from './ready-campaign.ts';

it.each([1, 200])(
  'starts a campaign of %s mailboxes by its name with at most 8 calls on a pass',
  { tags: 'slow' },
  async (count) => {
    const world = await newWorld();
    const senders = Array.from({ length: count }, (_, at) => ({
      address: `box${at}@northwind-mail.example`,
    }));
    writeFileSync(
      join(world.home, 'world.json'),
      JSON.stringify({ senders, campaigns: [{ name: 'Autumn' }] }),
    );
    const ids = senders.map(({ address }) => address).join(' ');
    for (const [line, stdin = ''] of [
      ['sandbox seed world.json --yes'],
      ['leads import - --campaign Autumn', people(450)],
      ['campaigns sequence set Autumn -', copy],
      [`campaigns senders attach Autumn ${ids}`],
      ['campaigns schedule Autumn --days mon-fri'],
    ])
      expect([line, await world.outreach(line ?? '', { stdin })]).toMatchObject([line, { exit: 0 }]);
    world.requests.length = 0;
    const { out } = await world.outreach('campaigns check 1 --json');
    const { looked, passed, problems } = JSON.parse(out);
    expect(problems.filter(({ severity }: { severity: string }) => severity === 'block')).toEqual([]);
    expect({ passed, calls: looked.calls }).toEqual({ passed: true, calls: world.requests.length });

    world.requests.length = 0;
    const taken = (await world.outreach('campaigns check 1 --json --max-age 1h')).json();
    expect(taken.looked.calls).toBe(world.requests.length);

    world.requests.length = 0;
    const { exit, err } = await world.outreach('campaigns resume Autumn --yes');
    expect([exit, err]).toEqual([0, expect.stringContaining('Launch checks: passed')]);
    const before = world.requests.findIndex((request) => /^POST .*resume$/.test(request));
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThanOrEqual(8);
  },
);
