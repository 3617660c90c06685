import { describe, expect, it } from 'vitest';
import type { AnyCommand, Verbs } from '../../src/cli/declare/command.ts';
import { tree } from '../../src/commands/index.ts';
import { areas, operations } from '../../src/contract/index.ts';
import { plantSeed } from '../../src/sandbox/seed-file/plant-seed.ts';
import { readSeedFile } from '../../src/sandbox/seed-file/read-seed-file.ts';
import { baseUrl, type LiveWorld, liveKey, liveWorld } from './live-service.ts';

/** What stops mail or money goes out whatever the service asked of other calls. */

const env = { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl };
const tenHours = { status: 429, headers: { 'retry-after': '36000' }, body: '{"error":"Too many requests"}' };

const stops = [
  'campaigns pause --all --json',
  'campaigns pause 1 --json',
  'campaigns pause "First steps" --json',
  'autopilot kill --all --json',
  'blocklist add ana@acme.example --json',
];

/** A campaign that runs. */
async function plant(world: LiveWorld): Promise<void> {
  const address = 'anna@northwind-mail.example';
  const seed = {
    leads: [{ email: 'ana@lumen.example' }],
    senders: [{ address, givenName: 'Anna', familyName: 'Berg' }],
    campaigns: [
      {
        name: 'First steps',
        status: 'running',
        schedule: { daysSchedule: '1,2,3,4,5' },
        sequence: [{ subject: 'Hi', body: 'Hello' }],
        senders: [address],
      },
    ],
  };
  await plantSeed(world.sandbox, readSeedFile('world.json', JSON.stringify(seed)));
}

/** A service whose refusals begin after `open` was set to false. */
async function refusing(of: (method: string, path: string) => boolean, answer = tenHours) {
  const state = { open: true };
  const world = await liveWorld({
    env,
    answer: ({ method, path }) => (!state.open && of(method, path) ? answer : undefined),
  });
  await plant(world);
  return { world, state };
}

it('has 60 seconds for each whole answer, however steadily it comes', async () => {
  const limits = new Map<string, number | undefined>();
  const world = await liveWorld({
    env,
    answer: ({ method, path, totalMs }) => void limits.set(`${method} ${path}`, totalMs),
  });
  await plant(world);
  expect((await world.outreach('campaigns pause --all --json')).exit).toBe(0);
  expect([...limits.values()]).toEqual([60_000, 60_000]);
  await world.outreach('leads list');
  expect(limits.get('GET /leads')).toBeUndefined();
});

describe('after a 429 that asks for ten hours', () => {
  it.each(stops)('goes out: %s', async (line) => {
    const { world, state } = await refusing((method, path) => method === 'GET' && path === '/leads');
    state.open = false;
    expect((await world.outreach('leads list')).exit).toBe(9);
    const { length } = world.clock.slept;
    expect((await world.outreach(line)).exit).toBe(0);
    expect(world.clock.slept.slice(length)).toEqual([]);
    // What was refused waits, and nothing else does.
    expect((await world.outreach('leads list --json')).err).toContain('out_of_budget');
    expect((await world.outreach('campaigns list')).exit).toBe(0);
  });

  it.each(stops)('of the very calls that it makes, goes out: %s', async (line) => {
    const { world, state } = await refusing(() => true);
    state.open = false;
    for (const read of ['campaigns list', 'autopilot list', 'blocklist list']) await world.outreach(read);
    await world.outreach(line);
    state.open = true;
    expect((await world.outreach('campaigns list --json')).err).toContain('out_of_budget');
    expect((await world.outreach(line)).exit).toBe(0);
  });
});

describe('a 429 of a stop itself', () => {
  it('is waited for, up to a minute', async () => {
    for (const seconds of ['45', '90']) {
      let refused = 0;
      const world = await liveWorld({
        env,
        answer: ({ path }) =>
          path.endsWith('/pause') && refused++ === 0
            ? { ...tenHours, headers: { 'retry-after': seconds } }
            : undefined,
      });
      await plant(world);
      expect((await world.outreach('campaigns pause 1')).exit).toBe(0);
      expect(world.clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(50_000);
    }
  });
});

const commandsIn = (loaded: AnyCommand | Verbs): readonly AnyCommand[] =>
  'run' in loaded ? [loaded] : [...loaded.commands, ...(loaded.groups ?? []).flatMap(commandsIn)];

describe('the column of the contract', () => {
  it('says of every write whether it stops mail or money', () => {
    const stopping = operations
      .filter(({ stops }) => stops !== undefined)
      .map(({ id, stops }) => [id, stops]);
    expect(stopping).toEqual([
      [areas.campaigns.pause.id, 'mail'],
      [areas.autopilot.kill.id, 'mail'],
      [areas.blocklist.add.id, 'mail'],
      [areas.verification.cancel.id, 'money'],
    ]);
  });

  it('has a command for each, all of whose calls are urgent', async () => {
    const commands = (await Promise.all(tree.map(async ({ load }) => commandsIn(await load())))).flat();
    for (const { id } of operations.filter(({ stops }) => stops !== undefined)) {
      const own = commands.filter(({ uses, stops }) => stops && uses[0]?.id === id);
      expect([id, own.length]).toEqual([id, 1]);
    }
  });
});

it.each(['GET /campaigns', 'POST /campaigns/1/pause'])(
  'tries again within a minute after a 429 of its own: %s',
  async (refused) => {
    let left = 2;
    const world = await liveWorld({
      env,
      answer: ({ method, path }) => (`${method} ${path}` === refused && left-- > 0 ? tenHours : undefined),
    });
    await plant(world);
    const before = world.clock.now();
    const { exit, json } = await world.outreach('campaigns pause --all --json');
    expect(exit).toBe(0);
    expect(JSON.stringify(json())).toContain('First steps');
    expect(world.clock.now() - before).toBeLessThan(60_000);
  },
);
