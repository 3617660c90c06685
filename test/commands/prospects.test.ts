import { describe, expect, it } from 'vitest';
import { newWorld } from '../world.ts';

async function withProfile() {
  const world = await newWorld();
  await world.outreach('icps create Sales --title "Head of Sales" --location Germany --primary');
  await world.outreach('campaigns create Autumn');
  return world;
}

describe('outreach prospects source', () => {
  it('says what is known of the price, and spends nothing before somebody agrees', async () => {
    const world = await withProfile();
    const run = await world.outreach('prospects source --campaign Autumn --count 10');
    expect([run.exit, run.out]).toEqual([3, '']);
    for (const fact of ['does not say how many', '20 for as many', 'Balance: 5,000', '"Autumn", draft'])
      expect(run.err).toContain(fact);
    expect(world.requests).not.toContain('POST /prospects/source');
  });

  it('sources, and tells what it cost', async () => {
    const world = await withProfile();
    const run = await world.outreach('prospects source --campaign Autumn --count 10 --yes --json');
    expect(run.json()).toMatchObject({ sourced: 10, creditsSpent: 20, newBalance: 4980 });
    expect((await world.outreach('leads list --campaign Autumn --json')).json().total).toBe(10);
  });

  it('is allowed by no ceiling, because nobody knows the price', async () => {
    const world = await withProfile();
    for (const ceiling of ['--max-credits 1000', '--max-usd 1000'])
      expect((await world.outreach(`prospects source --count 1 ${ceiling} --yes`)).exit).toBe(3);
    expect(world.requests).not.toContain('POST /prospects/source');
  });

  it('says what to do where the wallet is too small or the campaign unknown', async () => {
    const world = await withProfile();
    const poor = await world.outreach('prospects source --count 2600 --yes');
    expect([poor.exit, poor.err]).toEqual([10, expect.stringContaining('outreach credits buy 1000')]);
    expect((await world.outreach('prospects source --campaign 99 --count 1 --yes')).exit).toBe(6);
  });
});
