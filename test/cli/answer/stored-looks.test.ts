import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/local/database.ts';
import type { TestWorld } from '../../world.ts';
import { readyCampaign } from '../launch/ready-campaign.ts';

const storedIn = (world: TestWorld) => join(world.home, 'state', 'checks.db');

describe('a home in which nothing can be stored', () => {
  it('checks and starts, and says so once', async () => {
    const world = await readyCampaign({ env: { OUTREACH_HOME: '/proc/outreach' } });
    await world.outreach('leads add ana1@firm1.example --first-name Ana --company Firm --campaign 1');
    for (const line of ['campaigns check 1', 'campaigns resume 1 --yes']) {
      const { exit, err } = await world.outreach(line);
      expect([exit, err.match(/Nothing of this look is stored/g)?.length]).toEqual([0, 1]);
    }
  });
});

describe('a file of stored looks that is damaged', () => {
  it.each([
    ['is not a database', (file: string) => writeFileSync(file, 'junk '.repeat(2000))],
    ['was cut', (file: string) => truncateSync(file, 5000)],
  ])('is made anew, and said once, where it %s', async (_, damage) => {
    const world = await readyCampaign();
    const said = async () =>
      (await world.outreach('campaigns check 1')).err.match(/is made anew/g)?.length ?? 0;
    expect(await said()).toBe(0);
    for (const more of ['-wal', '-shm']) rmSync(`${storedIn(world)}${more}`, { force: true });
    damage(storedIn(world));
    expect(await said()).toBe(1);
    expect(await said()).toBe(0);
  });
});

describe('a file that passes of launch checks are in', () => {
  it('loses them, and the people whom they name, and keeps the looks', async () => {
    const world = await readyCampaign();
    await world.outreach('campaigns check 1');
    const before = await openDatabase(storedIn(world));
    before.exec(`
      CREATE TABLE account (account TEXT PRIMARY KEY, generation INTEGER NOT NULL) STRICT;
      CREATE TABLE pass (account TEXT NOT NULL, campaign TEXT NOT NULL, found TEXT NOT NULL) STRICT;
      INSERT INTO pass VALUES ('sandbox', '1', 'ana1@firm1.example');
      INSERT INTO look VALUES ('sandbox', 'plan of a comparison', '{}');`);
    before.close();
    expect((await world.outreach('campaigns check 1')).exit).toBe(0);
    const after = await openDatabase(storedIn(world));
    expect(after.prepare("SELECT name FROM sqlite_master WHERE name IN ('pass', 'account')").all()).toEqual(
      [],
    );
    expect(after.prepare('SELECT name FROM look').all()).toEqual([{ name: 'plan of a comparison' }]);
    after.close();
    expect(readFileSync(storedIn(world), 'latin1')).not.toContain('ana1@firm1.example');
  });
});
