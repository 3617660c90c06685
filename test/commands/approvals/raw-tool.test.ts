import { expect, it } from 'vitest';
import { agent, answered, asked, errorOf, withRunning } from './agent.ts';

/** A tool of the service, in the shell of an agent: the same deed as a command, which a person has to agree to. */

it('waits for a person where it changes what goes out', async () => {
  const world = await withRunning();
  for (const line of [
    'mcp call update_lead --field id=1 --field firstName=Eve --json',
    'mcp call update_campaign --field id=1 --field dailyLimit=999 --json',
  ])
    await asked(world, line);
  expect((await world.outreach('leads get 1 --json')).json().firstName).toBe('Ana');
  expect((await world.outreach('mcp call update_lead --field id=1 --field firstName=Eve')).exit).toBe(0);
});

it('lets people join only as they were when a person approved it', async () => {
  const world = await withRunning();
  await world.outreach('leads add bo@lumen.example --first-name Bo');
  const line = 'mcp call move_lead --field id=2 --field targetCampaignId=1 --json';
  expect((await answered(world, await asked(world, line))).err).toContain('{firstName}: Bo');
  expect((await world.outreach('leads update 2 --first-name Eve --json', { agent })).exit).toBe(0);
  const again = await world.outreach(line, { agent });
  expect(errorOf(again).code).toBe('approval_required');
  expect((await answered(world, errorOf(again).approval.code)).exit).toBe(0);
  expect((await world.outreach(line, { agent })).exit).toBe(0);
});
