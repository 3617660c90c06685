import { expect, it } from 'vitest';
import { newWorld, type TestWorld } from '../world.ts';

/** Campaigns 1 and 2; ana is in the first, and has unsubscribed. */
async function withUnsubscribed(): Promise<TestWorld> {
  const world = await newWorld();
  await world.outreach('campaigns create Autumn');
  await world.outreach('campaigns create Winter');
  await world.outreach('leads add ana@lumen.example --campaign 1');
  world.database.prepare('UPDATE lead SET unsubscribed_at = 1').run();
  return world;
}

const said = '1 person did not join campaign 2: ana@lumen.example.';

it.each([
  ['leads add ana@lumen.example --campaign 2', ''],
  ['leads move ana@lumen.example 2 --yes', ''],
])('is said of a person whom the campaign leaves out: %s', async (line, stdin) => {
  const world = await withUnsubscribed();
  const run = await world.outreach(line, { stdin });
  expect([run.exit, run.err]).toEqual([0, expect.stringContaining(said)]);
  expect(run.err).not.toContain('Lead moved');
});

it('is not looked up at any price: the lead is saved by then', async () => {
  const world = await newWorld({
    between: (next) => async (request, signal) =>
      request.method === 'GET' && /\/leads(\?|$)/.test(request.path)
        ? { status: 500, headers: {}, body: '{"error":"Broken"}' }
        : next(request, signal),
  });
  await world.outreach('campaigns create Autumn');
  const began = world.clock.now();
  const run = await world.outreach('leads add ana@lumen.example --campaign 1');
  expect([run.exit, world.clock.now() - began < 5000]).toEqual([0, true]);
});

it('is among the warnings of the JSON, and not said of one who joins', async () => {
  const world = await withUnsubscribed();
  const { err } = await world.outreach('leads move ana@lumen.example 2 --yes --json');
  expect(err).toContain(said);
  await world.outreach('leads add bo@brass.example --campaign 1');
  const joined = await world.outreach('leads move bo@brass.example 2 --yes');
  expect([joined.exit, joined.err]).toEqual([0, expect.not.stringContaining('did not join')]);
});
