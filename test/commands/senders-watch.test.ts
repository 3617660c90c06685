import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxTrialKey } from '../../src/contract/keys.ts';
import { openDatabase } from '../../src/local/database.ts';
import { newWorld, type TestWorld } from '../world.ts';

const setHealth = (world: TestWorld, health: number) =>
  world.database.prepare('UPDATE sender SET health = ?').run(health);

describe('senders watch', () => {
  it('reports once what is below the bar', async () => {
    const world = await newWorld();
    const { exit, json, err } = await world.outreach('senders watch --once --json');
    expect(exit).toBe(16);
    const scores = json().items.map(({ healthScore }: { healthScore: number }) => healthScore);
    expect(scores).toHaveLength(2);
    for (const score of scores) expect(score).toBeLessThan(90);
    expect(JSON.parse(err.trim()).error).toMatchObject({ code: 'health_below', exitCode: 16 });
    expect(world.clock.slept).toEqual([]);
  });

  it('gives a line for each with --ndjson', async () => {
    const world = await newWorld();
    const { exit, out } = await world.outreach('senders watch --once --ndjson');
    expect(exit).toBe(16);
    const lines = out.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([6, 5]);
  });

  it('is content where the bar is lower, and says so', async () => {
    const world = await newWorld({ tty: true });
    const { exit, out } = await world.outreach('senders watch --once --below 70');
    expect(exit).toBe(0);
    expect(out).toContain('No mailbox is below 70.');
    expect((await world.outreach('senders watch --once --below 70 --json')).json().items).toEqual([]);
  });

  it('looks again until one falls below', async () => {
    const world: TestWorld = await newWorld({
      between: (next) => (request, signal) => {
        if (world.clock.slept.length === 3) setHealth(world, 60);
        return next(request, signal);
      },
    });
    setHealth(world, 99);
    const { exit, json } = await world.outreach('senders watch --every 1h --json');
    expect(exit).toBe(16);
    expect(json().items).toHaveLength(6);
    expect(world.clock.slept).toEqual([3_600_000, 3_600_000, 3_600_000]);
  });

  it('tells the time by the clock of the sandbox', async () => {
    const world = await newWorld({ tty: true });
    setHealth(world, 99);
    await world.outreach('sandbox clock advance 60d');
    setHealth(world, 99);
    const { err } = await world.outreach('senders watch --every 30m --for 1h');
    expect(err).toContain('none below the threshold at 2026-05-');
  });

  it('ends well when nothing was found for as long as it was to look', async () => {
    const world = await newWorld();
    setHealth(world, 99);
    expect((await world.outreach('senders watch --every 30m --for 2h')).exit).toBe(0);
    expect(world.clock.slept.reduce((sum, ms) => sum + ms, 0)).toBe(7_200_000);
  });

  it('looks at the mailboxes of a campaign alone', async () => {
    const world = await newWorld();
    const { id } = (await world.outreach('campaigns create Autumn --json')).json();
    await world.outreach(`campaigns senders attach ${id} 1 5`);
    const { json } = await world.outreach(`senders watch --once --campaign ${id} --json`);
    expect(json().items.map((sender: { id: number }) => sender.id)).toEqual([5]);
  });

  it('shows what changed since the last look of this machine, and not the same mailbox every night', async () => {
    const world = await newWorld();
    const look = async (more = '') => {
      const { exit, json } = await world.outreach(`senders watch --once --changed --json ${more}`);
      return [exit, ...json().items.map(({ id }: { id: number }) => id)];
    };
    const set = (column: string, value: number) =>
      world.database.prepare(`UPDATE sender SET ${column} = ? WHERE id = 5`).run(value);
    expect(await look()).toEqual([16, 6, 5]);
    expect(await look()).toEqual([0]);
    expect(await look('--below 89'), 'another threshold is another look').toEqual([16, 6, 5]);
    set('health', 60);
    expect(await look()).toEqual([16, 5]);
    set('health', 99);
    expect(await look()).toEqual([0]);
    set('health', 60);
    expect(await look(), 'fell again').toEqual([16, 5]);
    expect((await world.outreach('senders watch --once --json')).json().items).toHaveLength(2);
    expect(await look()).toEqual([0]);
    await world.outreach('sandbox reset --yes');
    expect(await look(), 'another world').toEqual([16, 6, 5]);
  });

  it('shows again what could not be written', async () => {
    const world = await newWorld();
    for (const line of ['senders watch --once --changed', 'senders watch --once'])
      expect((await world.outreach(line, { full: true })).exit).toBe(16);
    const { exit, json } = await world.outreach('senders watch --once --changed --json');
    expect([exit, json().items.length]).toEqual([16, 2]);
    expect((await world.outreach('senders watch --once --changed')).exit).toBe(0);
  });

  it('leaves out what a look without --changed has shown', async () => {
    const world = await newWorld();
    expect((await world.outreach('senders watch --once')).exit).toBe(16);
    const { exit, err } = await world.outreach('senders watch --once --changed');
    expect([exit, err]).toEqual([0, expect.stringContaining('2 mailboxes are as at the last look.')]);
  });

  it('goes on to watch with --changed until something changes', async () => {
    const world: TestWorld = await newWorld({
      between: (next) => (request, signal) => {
        if (world.clock.slept.length === 2) setHealth(world, 60);
        return next(request, signal);
      },
    });
    await world.outreach('senders watch --once --changed');
    const { exit, json } = await world.outreach('senders watch --changed --every 1h --json');
    expect([exit, json().items.length, world.clock.slept.length]).toEqual([16, 6, 2]);
  });

  it('works where nothing can be stored, and says so once', async () => {
    const world = await newWorld();
    await world.outreach('senders watch --once --changed');
    const stored = await openDatabase(join(world.home, 'state', 'checks.db'));
    stored.exec('PRAGMA user_version = 99');
    stored.close();
    const { exit, err } = await world.outreach('senders watch --once --changed');
    expect(exit).toBe(16);
    expect(err.match(/is stored for the next one/g)).toHaveLength(1);
  });

  it.each(['--once --every 5m', '--once --for 1h', '--below 101', '--every soon'])(
    'refuses %s',
    async (options) => {
      const world = await newWorld();
      expect((await world.outreach(`senders watch ${options}`)).exit).toBe(2);
      expect(world.requests).toEqual([]);
    },
  );
});

describe('senders connect', () => {
  const line = (address: string) =>
    `senders connect ${address} --imap imap.lumen.example --smtp smtp.lumen.example --password-file -`;

  it('says what to do where no seat is left', async () => {
    const world = await newWorld({ env: { OUTREACH_API_KEY: sandboxTrialKey, OUTREACH_PROFILE: 'sandbox' } });
    for (const box of [1, 2, 3])
      expect((await world.outreach(line(`box${box}@lumen.example`), { stdin: 'secret' })).exit).toBe(0);
    const { exit, err } = await world.outreach(line('box4@lumen.example'), { stdin: 'secret' });
    expect(exit).toBe(10);
    expect(err).toContain('no seat left');
    expect(err).toContain('add seats in the app');
  });

  it('says what to do where another workspace has the mailbox', async () => {
    const world = await newWorld();
    world.database.prepare('UPDATE sender SET workspace_id = 2 WHERE id = 3').run();
    const { exit, err } = await world.outreach(line('mira.osei@northwind-mail.example'), { stdin: 'secret' });
    expect(exit).toBe(7);
    expect(err).toContain('Disconnect it there first');
  });

  it.each(['wrong', 'secret'])('says what to do where the server does not let it in (%s)', async (stdin) => {
    const world = await newWorld();
    const host = stdin === 'wrong' ? 'imap.lumen.example' : 'imap.lumen.invalid';
    const { exit, err } = await world.outreach(line('a@lumen.example').replace('imap.lumen.example', host), {
      stdin,
    });
    expect(exit).toBe(11);
    expect(err).toContain('app password');
    expect(world.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  });
});

describe('senders update', () => {
  it.each([
    ['given-name', '', 2],
    ['given-name', 'x'.repeat(255), 0],
    ['given-name', 'x'.repeat(256), 2],
    ['family-name', '', 0],
    ['family-name', 'x'.repeat(256), 2],
    ['daily-limit', '0', 0],
    ['daily-limit', '1000', 0],
    ['daily-limit', '1001', 2],
    ['max-limit', '1', 0],
    ['max-limit', '1000', 0],
    ['max-limit', '1001', 2],
    ['min-limit', '0', 2],
    ['min-limit', '50', 0],
  ])('--%s %s', async (option, value, exit) => {
    const world = await newWorld();
    expect((await world.outreach(['senders', 'update', '1', `--${option}`, value])).exit).toBe(exit);
    expect(world.requests).toHaveLength(exit === 0 ? 1 : 0);
  });
});
