import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../src/cli/output/text/width.ts';
import { newWorld } from '../../world.ts';
import { places, worldOfProfiles } from './profiles.ts';

describe('status --all-profiles', () => {
  it('shows every profile, also where others cannot be read, and the line that repairs those', async () => {
    const { world } = await worldOfProfiles(places);
    const { exit, json } = await world.outreach('status --all-profiles --json');
    expect(exit).toBe(0);
    const shown = json().profiles.map(({ profile, ok, error }: never) => [
      profile,
      ok,
      (error as never as { hint: string })?.hint,
    ]);
    expect(shown).toEqual([
      ['sandbox', true, undefined],
      ['acme', true, undefined],
      ['berlin', true, undefined],
      ['lumen', false, 'outreach doctor --profile lumen'],
      ['northwind', false, 'outreach doctor --profile northwind'],
      ['zephyr', false, 'outreach login --profile zephyr'],
    ]);
    const rows = await world.outreach('status --all-profiles --exit-code');
    expect({ exit: rows.exit, rows: rows.out.split('\n').length - 1 }).toEqual({ exit: 15, rows: 3 });
  });

  it.each([60, 80, 100, 200])(
    'fits a window of %i columns, and shows each profile as it comes',
    async (columns) => {
      const { world } = await worldOfProfiles(places, { tty: true, columns });
      await world.outreach(['campaigns', 'create', 'Evil \u001b[2J\u202e name', '--profile', 'acme']);
      const { exit, out } = await world.outreach('status --all-profiles');
      expect(exit).toBe(0);
      for (const line of out.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
      expect(out).not.toMatch(/\u001b\[2J|\u202e/);
      for (const name of Object.keys(places)) expect(out).toContain(name);
      expect(out).toContain('outreach login --profile zephyr');
      expect(out).toContain('Nothing of what could be read needs you.');
    },
  );

  it('reads twelve profiles of one account within its budget, without a 429', async () => {
    const first = await worldOfProfiles({ acme: places.acme });
    const keys: Record<string, string> = {};
    for (let at = 0; at < 12; at++) {
      const { id } = (await first.world.outreach(`workspaces create w${at} --profile acme --json`)).json();
      const line = `workspaces key create ${id} --scope read --profile acme --json`;
      keys[`p${at}`] = (await first.world.outreach(line)).json().key;
    }
    first.save(keys);
    first.world.forgetCalls();
    first.world.clock.advance(60_000);
    const before = first.answers.length;
    const { exit, json } = await first.world.outreach('status --all-profiles --json');
    expect({ exit, ok: json().profiles.filter(({ ok }: { ok: boolean }) => ok).length }).toEqual({
      exit: 0,
      ok: 13,
    });
    const answers = first.answers.slice(before);
    expect(answers).not.toContain(429);
    // At the pace of ten calls a second. The clock of tests adds up pauses that are at the same time.
    expect(answers.length).toBeLessThanOrEqual(12 * 10);
  });
});

describe('status', () => {
  it('tells in its exit code what failed, and fails like others where its profile cannot be read', async () => {
    const { world } = await worldOfProfiles(places);
    for (const [line, exit] of [
      ['status --profile acme --exit-code', 0],
      ['status --profile zephyr', 4],
      ['status --profile zephyr --exit-code', 15],
      ['status --profile acme --every 5m', 2],
      ['status --all-profiles --profile acme', 2],
      ['status --done nonsense', 2],
      ['status --done drafts-waiting --profile acme', 7],
    ] as const)
      expect([line, (await world.outreach(line)).exit]).toEqual([line, exit]);
  });

  it('says of a quiet morning that it is one', async () => {
    const world = await newWorld({ tty: true });
    expect((await world.outreach('status')).out).toContain('Nothing needs you.');
    expect(await (await newWorld()).outreach('status')).toMatchObject({ exit: 0, out: '' });
  });

  it('looks again with --watch until Ctrl-C, a document a line with --json', async () => {
    const world = await newWorld();
    world.clock.alarm(150_000, () => world.interrupt());
    const { exit, out } = await world.outreach('status --watch --json');
    const looks = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).checkedAt);
    expect({ exit, looks }).toEqual({
      exit: 130,
      looks: ['2026-03-02T08:00:00.000Z', '2026-03-02T08:01:00.000Z', '2026-03-02T08:02:00.000Z'],
    });
  });
});
