import { expect, it } from 'vitest';
import { people, readyCampaign } from './ready-campaign.ts';

it.each(['--again --yes', '--again --fresh --yes', '--again --yes --dry-run'])(
  'does not read the leads of a campaign that is running already: resume %s',
  { tags: 'slow' },
  async (options) => {
    const world = await readyCampaign({}, people(450));
    await world.outreach('campaigns resume 1 --yes');
    world.requests.length = 0;
    const { exit, err, failure } = await world.outreach(`campaigns resume 1 ${options}`);
    expect([exit, failure?.code, err]).toEqual([
      7,
      'already_running',
      expect.stringContaining('is running already'),
    ]);
    expect(world.requests.filter((one) => one === 'GET /leads')).toHaveLength(1);
    expect(world.requests).not.toContain('POST /campaigns/1/resume');
  },
);

it('starts one again that was paused in between', { tags: 'slow' }, async () => {
  const world = await readyCampaign();
  await world.outreach('campaigns resume 1 --yes');
  await world.outreach('campaigns pause 1');
  expect((await world.outreach('campaigns resume 1 --again --yes')).exit).toBe(0);
});
