import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { touchChecks } from '../../../src/cli/connect/touch-checks.ts';
import type { World } from '../../../src/cli/declare/world.ts';
import { accountOf } from '../../../src/cli/profile/account.ts';
import { operations } from '../../../src/contract/index.ts';
import { touchesChecked } from '../../../src/contract/touches.ts';
import type { Transport } from '../../../src/contract/wire.ts';
import { openCheckStore } from '../../../src/local/check-store.ts';
import { baseUrl, liveKey, liveWorld } from '../../commands/live-service.ts';
import { newWorld, type TestWorld } from '../../world.ts';
import { makeReady, people, readyCampaign } from './ready-campaign.ts';

/** A check of campaign 1 that took an earlier one where that counts. */
async function isTaken(world: TestWorld, more = ''): Promise<boolean> {
  world.requests.length = 0;
  const { exit } = await world.outreach(`campaigns check 1 --max-age 1h ${more}`);
  expect(exit).toBe(0);
  return world.requests.filter((request) => request === 'GET /leads').length === 1;
}

describe('a pass', () => {
  it('is dropped by every write that may change what was checked, and by no other call', async () => {
    const { home } = await newWorld();
    const world = { env: { OUTREACH_HOME: home } } as unknown as World;
    const settings = { baseUrl, key: liveKey, inProcess: false };
    const [mine, other] = [accountOf(settings), accountOf({ ...settings, key: `${liveKey}2` })];
    const store = await openCheckStore(world);
    const touch = touchChecks(world, settings);
    for (const operation of operations) {
      for (const account of [mine, other])
        store.keepPass(account, '1', store.generation(account), { digest: 'd', at: 0, found: '{}' });
      await touch(operation);
      expect([operation.id, store.findPass(mine, '1') === undefined]).toEqual([
        operation.id,
        touchesChecked(operation),
      ]);
      expect(store.findPass(other, '1')).toBeDefined();
    }
    store.close();
  });

  it('is not written by a check during which this machine changed something', async () => {
    let pages = 0;
    let during: (() => Promise<unknown>) | undefined;
    const between =
      (next: Transport): Transport =>
      async (request, signal) => {
        if (during && request.method === 'GET' && request.path === '/leads' && ++pages === 4) {
          const run = during;
          during = undefined;
          await run();
        }
        return next(request, signal);
      };
    const world = await readyCampaign({ between }, people(450));
    during = () => world.outreach('leads update ana150@firm150.example --first-name ""');
    expect((await world.outreach('campaigns check 1')).exit).toBe(0);
    expect(during).toBeUndefined();
    expect((await world.outreach('campaigns resume 1 --yes')).exit).toBe(16);
  });

  it.each([
    ['a profile of the same account', 'p2'],
    ['another path of the same service', 'p3'],
  ])('does not count for %s', async (_, name) => {
    const world = await liveWorld();
    const profiles = {
      p1: { baseUrl },
      p2: { baseUrl },
      p3: { baseUrl: baseUrl.replace('/r', '/v2/r') },
    };
    const saved = { key: liveKey, origin: new URL(baseUrl).origin };
    const keys = { p1: saved, p2: saved, p3: saved };
    for (const [file, data] of Object.entries({ 'keys.json': { keys }, 'config.json': { profiles } }))
      writeFileSync(join(world.home, file), JSON.stringify(data), { mode: 0o600 });
    const lists = async (profile: string) => {
      world.sent.length = 0;
      const run = await world.outreach(`campaigns check 1 --max-age 1h --profile ${profile}`);
      expect([run.exit, run.err]).toEqual([0, expect.anything()]);
      return world.sent.filter(({ path }) => path.endsWith('/leads')).length;
    };
    await makeReady({ ...world, outreach: (line, more) => world.outreach(`${line} --profile p1`, more) });
    expect(await lists('p1')).toBe(3);
    expect(await lists('p1')).toBe(1);
    expect(await lists(name)).toBe(4);
  });

  it('does not count with other waivers', async () => {
    const world = await readyCampaign();
    expect(await isTaken(world)).toBe(false);
    expect(await isTaken(world)).toBe(true);
    expect(await isTaken(world, '--accept no-opt-out=known')).toBe(false);
    expect(await isTaken(world, '--accept no-opt-out=known')).toBe(true);
    expect(await isTaken(world, '--accept no-opt-out=other')).toBe(false);
  });

  it('is over when days pass in the rehearsal', async () => {
    const world = await readyCampaign();
    await isTaken(world);
    expect(await isTaken(world)).toBe(true);
    await world.outreach('sandbox clock advance 2d');
    expect(await isTaken(world)).toBe(false);
  });
});

describe('a home in which nothing can be stored', () => {
  it('checks and starts, and says so once', async () => {
    const world = await readyCampaign({ env: { OUTREACH_HOME: '/proc/outreach' } });
    await world.outreach('leads add ana1@firm1.example --first-name Ana --company Firm --campaign 1');
    for (const _ of [1, 2]) {
      const { exit, err } = await world.outreach('campaigns check 1 --max-age 1h');
      expect([exit, err.match(/Nothing of this check is stored/g)?.length]).toEqual([0, 1]);
    }
    expect((await world.outreach('leads update ana1@firm1.example --first-name Bo')).exit).toBe(0);
    world.requests.length = 0;
    const { exit, err } = await world.outreach('campaigns resume 1 --yes');
    expect([exit, err.match(/Nothing of this check is stored/g)?.length]).toEqual([0, 1]);
    expect(world.requests.filter((request) => request === 'GET /leads').length).toBeGreaterThan(2);
  });
});

describe('a file of stored checks that is damaged', () => {
  it.each([
    ['is not a database', (file: string) => writeFileSync(file, 'junk '.repeat(2000))],
    ['was cut', (file: string) => truncateSync(file, 5000)],
  ])('is made anew, and said once, where it %s', async (_, damage) => {
    const world = await readyCampaign();
    expect(await isTaken(world)).toBe(false);
    const file = join(world.home, 'state', 'checks.db');
    for (const more of ['-wal', '-shm']) rmSync(`${file}${more}`, { force: true });
    damage(file);
    const said = async () =>
      (await world.outreach('campaigns check 1 --max-age 1h')).err.match(/is made anew/g)?.length ?? 0;
    world.requests.length = 0;
    expect(await said()).toBe(1);
    expect(world.requests.filter((request) => request === 'GET /leads').length).toBeGreaterThan(1);
    expect(await said()).toBe(0);
    expect(await isTaken(world)).toBe(true);
    damage(file);
    expect((await world.outreach('leads update ana1@firm1.example --first-name Bo')).exit).toBe(0);
  });
});
