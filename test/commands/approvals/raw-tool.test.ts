import { expect, it } from 'vitest';
import { newWorld } from '../../world.ts';
import { agent, answered, asked, errorOf, withRunning } from './agent.ts';

/** A tool or a raw call of the service, in the shell of an agent: the same deed as a command, which a person has to agree to. */

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

it.each([
  ['api POST /campaigns/1/resume --json', 'campaigns resume'],
  ['api campaigns.resume --param id=1 --json', 'campaigns resume'],
  ['mcp call resume_campaign --field id=1 --json', 'campaigns resume'],
  ['api drafts.send --param id=1 --json', 'drafts send'],
  ['mcp call send_reply_draft --field id=1 --json', 'drafts send'],
  ['api autopilot.approve --param id=1 --json', 'autopilot approve'],
])('waits for no person where others may change what it sends: %s', async (line, command) => {
  const world = await newWorld();
  const refused = await world.outreach(line, { agent });
  const { code, hint } = errorOf(refused);
  expect([refused.exit, code]).toEqual([3, 'needs_a_person']);
  expect(hint).toContain(`outreach ${command} <id>`);
  expect((await world.outreach('approvals list --all --json')).json().total).toBe(0);
  expect(world.ledger.all()).toEqual([]);
});
