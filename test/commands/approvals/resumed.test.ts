import { expect, it } from 'vitest';
import { agent, answered, asked, errorOf, withRunning } from './agent.ts';

/** Campaign 1 with the lead ana@lumen.example, in a status; bo@lumen.example is in none. */
async function worldIn(status: string) {
  const world = await withRunning();
  await world.outreach('leads add bo@lumen.example --first-name Bo');
  world.database.prepare('UPDATE campaign SET status = ? WHERE id = 1').run(status);
  world.clock.advance(11 * 60_000);
  return world;
}

const launch = 'campaigns resume 1 --accept no-opt-out=test --json';
const join = 'leads move bo@lumen.example 1 --accept no-opt-out=test --json';
const change = 'leads update 1 --first-name Eve --json';

it.each([
  ['paused', launch, 'POST /campaigns/1/resume'],
  ['completed', launch, 'POST /campaigns/1/resume'],
  ['completed', join, 'POST /leads/2/move'],
])('an approval that starts a campaign which is %s is bound to its leads: %s', async (status, line, call) => {
  const world = await worldIn(status);
  world.requests.length = 0;
  expect((await answered(world, await asked(world, line))).exit).toBe(0);
  expect((await world.outreach(change, { agent })).exit).toBe(0);
  const again = await world.outreach(line, { agent });
  expect(errorOf(again).code).toBe('approval_required');
  expect((await answered(world, errorOf(again).approval.code)).exit).toBe(0);
  expect(world.requests).not.toContain(call);
  await world.outreach(line, { agent });
  expect(world.requests).toContain(call);
});

it('an approved start of a paused campaign is bound to each of its leads, also to those behind the first page', async () => {
  const world = await worldIn('paused');
  const rows = Array.from({ length: 250 }, (_, at) => `p${at}@firm${at}.example,Ana`).join('\n');
  await world.outreach('leads import - --campaign 1', { stdin: `email,First Name\n${rows}\n` });
  world.clock.advance(11 * 60_000);
  world.requests.length = 0;
  expect((await answered(world, await asked(world, launch))).exit).toBe(0);
  expect((await world.outreach(change, { agent })).exit).toBe(0);
  expect(errorOf(await world.outreach(launch, { agent })).code).toBe('approval_required');
  expect(world.requests).not.toContain('POST /campaigns/1/resume');
});

it('a launch walks over the leads when it is asked for and when it is called, and not for the person who approves', async () => {
  const world = await worldIn('paused');
  const pages = async <T>(work: Promise<T>) => {
    world.requests.length = 0;
    const done = await work;
    return { done, read: world.requests.filter((request) => request === 'GET /leads').length };
  };
  const { done: code, read: asking } = await pages(asked(world, launch));
  const { done: approving, read: looked } = await pages(answered(world, code));
  expect([approving.exit, looked]).toEqual([0, 1]);
  expect(approving.err).toContain('Launch checks: passed, 2 warnings, 1 lead');
  const { done: calling, read: called } = await pages(world.outreach(launch, { agent }));
  expect([calling.exit, asking, called]).toEqual([0, 3, 3]);
});
