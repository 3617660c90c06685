import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newWorld } from '../../world.ts';

describe('sandbox snapshot', () => {
  it('saves, lists, loads and removes', async () => {
    const world = await newWorld();
    await world.outreach('leads add ana@lumen.example');
    await world.outreach('sandbox clock advance 5d');
    const saved = (await world.outreach('sandbox snapshot save before --json')).json();
    expect(saved).toMatchObject({
      name: 'before',
      now: '2026-03-07T08:00:00.000Z',
      leads: 1,
      loadable: true,
    });
    await world.outreach('leads add bo@lumen.example');
    await world.outreach('sandbox clock advance 30d');
    const loaded = (await world.outreach('sandbox snapshot load before --yes --json')).json();
    expect(loaded).toMatchObject({ loaded: 'before', now: '2026-03-07T08:00:00.000Z', leads: 1 });
    expect((await world.outreach('leads list --json')).json().total).toBe(1);
    const list = (await world.outreach('sandbox snapshot list --json')).json();
    expect(list).toMatchObject({ items: [{ name: 'before', leads: 1, seed: 'outreach' }], total: 1 });
    expect((await world.outreach('sandbox info --json')).json()).toMatchObject({
      snapshots: 1,
      snapshotFolder: join(world.home, 'sandbox', 'snapshots'),
    });
    expect((await world.outreach('sandbox snapshot remove before --yes --json')).exit).toBe(0);
    expect(await readdir(join(world.home, 'sandbox', 'snapshots'))).toEqual([]);
  });

  it('changes nothing where nobody agrees', async () => {
    const world = await newWorld();
    await world.outreach('sandbox snapshot save empty');
    await world.outreach('leads add ana@lumen.example');
    await world.outreach('campaigns create Autumn');
    await world.outreach('campaigns create Winter');
    for (const line of ['sandbox snapshot load empty', 'sandbox snapshot remove empty'])
      expect(await world.outreach(line)).toMatchObject({ exit: 3, out: '' });
    const { err } = await world.outreach('sandbox snapshot load empty');
    expect(err).toContain(
      "Replace the sandbox (1 lead, 2 campaigns, 0 sent emails) with the snapshot 'empty'",
    );
    expect((await world.outreach('leads list --json')).json().total).toBe(1);
    expect((await world.outreach('sandbox snapshot list --json')).json().total).toBe(1);
  });

  it.each([
    ['sandbox snapshot save ../escape', 2, 'invalid_snapshot_name'],
    ['sandbox snapshot load nowhere --yes', 6, 'no_such_snapshot'],
    ['sandbox snapshot remove nowhere --yes', 6, 'no_such_snapshot'],
    ['sandbox snapshot remove ../sandbox --yes', 2, 'invalid_snapshot_name'],
    ['sandbox snapshot save kept', 7, 'snapshot_exists'],
  ])('%s ends with %i', async (line, exit, code) => {
    const world = await newWorld();
    await world.outreach('sandbox snapshot save kept');
    const run = await world.outreach(`${line} --json`);
    expect([run.exit, run.out, JSON.parse(run.err).error.code]).toEqual([exit, '', code]);
  });

  it('may leave the clock of the sandbox behind the one on the wall', async () => {
    const world = await newWorld({ tty: true, env: { NO_COLOR: '1' } });
    await world.outreach('sandbox snapshot save morning');
    world.clock.advance(5 * 3_600_000);
    await world.outreach('sandbox snapshot load morning --yes');
    expect((await world.outreach('sandbox info')).out).toMatch(/Behind this machine\s+5 h 0 min/);
    expect((await world.outreach('sandbox clock advance 1h --json')).json()).toMatchObject({
      from: '2026-03-02T08:00:00.000Z',
      now: '2026-03-02T09:00:00.000Z',
    });
  });

  it('says what to do where there is none', async () => {
    const world = await newWorld({ tty: true });
    const run = await world.outreach('sandbox snapshot list');
    expect(run.out).toContain('outreach sandbox snapshot save <name>');
  });
});
