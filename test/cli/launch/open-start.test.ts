import { expect, it } from 'vitest';
import { copy, readyCampaign } from './ready-campaign.ts';

/** A start whose answer is lost, and which nothing has shown yet: the list says draft, and it may run any moment. */

const lost = [{ operation: 'campaigns.resume', kind: 'reset', phase: 'late:2h' }] as const;
const other = copy.replace('Hello', 'Good day');
const broken = copy.replace('{company}', '{frist_name}');

it('counts as running until it is settled', async () => {
  const world = await readyCampaign({ faults: lost });
  expect((await world.outreach('campaigns resume 1 --yes')).exit).toBe(14);
  const changed = await world.outreach('campaigns sequence set 1 -', { stdin: other });
  expect([changed.exit, changed.err]).toEqual([3, expect.stringContaining('its start has no known outcome')]);
  expect((await world.outreach('campaigns sequence set 1 - --yes', { stdin: broken })).exit).toBe(16);
  const blank = 'new@firm.example';
  expect((await world.outreach(`leads add ${blank} --campaign 1 --yes`)).exit).toBe(16);
  const rows = await world.outreach('leads import - --campaign 1 --yes', { stdin: `email\n${blank}\n` });
  expect(rows.exit).toBe(16);

  await world.outreach('journal settle 1 --not-done --force');
  expect((await world.outreach('campaigns sequence set 1 -', { stdin: other })).exit).toBe(0);
});

it('is the start of that campaign alone', async () => {
  const world = await readyCampaign({ faults: lost });
  await world.outreach('campaigns create Other');
  await world.outreach('campaigns resume 1 --yes');
  expect((await world.outreach('campaigns sequence set 2 -', { stdin: copy })).exit).toBe(0);
});
