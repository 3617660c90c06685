import { describe, expect, it } from 'vitest';
import {
  isKey,
  sandboxChildKey,
  sandboxExpiredKey,
  sandboxPausedKey,
  sandboxTrialKey,
} from '../../src/contract/keys.ts';
import { newWorld } from '../world.ts';

describe('workspaces', () => {
  it('are listed and created', async () => {
    const world = await newWorld();
    expect((await world.outreach('workspaces list --json')).json()).toMatchObject({
      total: 2,
      items: [
        { id: 1, isMain: true },
        { id: 2, isMain: false },
      ],
    });
    const made = (await world.outreach('workspaces create "Agency client" --json')).json();
    expect(made).toMatchObject({ name: 'Agency client', parentId: 1 });
    expect((await world.outreach('workspaces list')).out).toContain('Agency client');
  });

  it('get keys, which are shown once on standard output and nowhere else', async () => {
    const world = await newWorld();
    const { out, err, exit } = await world.outreach('workspaces key create 2 --scope read_write --debug');
    expect(exit).toBe(0);
    const key = out.match(/run_\w+/)?.[0] ?? '';
    expect(isKey(key)).toBe(true);
    expect(err).not.toContain(key);
    const made = (await world.outreach('workspaces key create 2 --name CI --json')).json();
    expect(made).toMatchObject({ workspaceId: 2, scope: 'read', name: 'CI' });
    expect(isKey(made.key) && made.key !== key).toBe(true);
    const alone = await world.outreach('workspaces key create 2 --fields key');
    expect(isKey(alone.out.trim().split(/\s/).at(-1) ?? '')).toBe(true);
  });

  it('are made only with a key of the main workspace', async () => {
    const world = await newWorld({ env: { OUTREACH_API_KEY: sandboxChildKey } });
    for (const line of ['workspaces create Mine', 'workspaces key create 2']) {
      const { exit, err } = await world.outreach(line);
      expect([line, exit]).toEqual([line, 5]);
      expect(err).toContain('main workspace');
    }
    expect((await world.outreach('workspaces list --json')).json()).toMatchObject({ total: 1 });
    const main = await newWorld();
    const { exit, err } = await main.outreach('workspaces key create 99');
    expect(exit).toBe(6);
    expect(err).toContain('outreach workspaces list');
  });

  it('say so where a key was asked for and none came', async () => {
    const world = await newWorld({
      between: () => async () => ({ status: 200, headers: {}, body: '{"message":"Done"}' }),
    });
    const { exit, out, err } = await world.outreach('workspaces key create 2 --json');
    expect([exit, out]).toEqual([14, '']);
    expect(JSON.parse(err).error).toMatchObject({ code: 'no_key_in_answer', outcome: 'unknown' });
    expect(JSON.parse(err).error.message).toContain('look in the settings');
    expect((await world.outreach('journal list --json')).json().items).toMatchObject([{ state: 'unknown' }]);
  });

  const key = `run_Zz12Yy34_${'k'.repeat(40)}`;
  it.each([
    { data: [{ token: key }] },
    { apiKey: key },
    // Beside what looks like the record.
    { result: { id: 1, scope: 'read' }, secret: key },
  ])('are found wherever the answer holds them: %j', async (answer) => {
    const world = await newWorld({
      between: () => async () => ({
        status: 201,
        headers: {},
        body: JSON.stringify(answer),
      }),
    });
    expect((await world.outreach('workspaces key create 2 --json')).json().key).toBe(key);
  });
});

describe('the keys of the sandbox', () => {
  it('are shown, and each is refused what it may not', async () => {
    const { keys } = (await (await newWorld()).outreach('sandbox info --json')).json();
    expect(keys).toMatchObject({
      childWorkspace: sandboxChildKey,
      trialWorkspace: sandboxTrialKey,
      expired: sandboxExpiredKey,
      paused: sandboxPausedKey,
    });
    const run = async (key: string, line: string) =>
      (await newWorld({ env: { OUTREACH_API_KEY: key } })).outreach(line);
    expect((await run(keys.expired, 'leads list')).err).toContain('expired');
    for (const key of [keys.expired, keys.paused]) expect((await run(key, 'leads list')).exit).toBe(4);
    expect((await run(keys.readOnly, 'campaigns create Autumn')).exit).toBe(5);
    expect((await run(keys.trialWorkspace, 'credits buy 1000 --yes')).exit).toBe(10);
    expect((await run(keys.childWorkspace, 'api setup.ping --json')).json()).toMatchObject({
      workspaceId: 2,
    });
  });
});

describe('billing', () => {
  it('is shown and changed field by field', async () => {
    const world = await newWorld();
    expect((await world.outreach('billing show', { tty: true })).out).toContain('not set');
    const line =
      'billing update --first-name Ana --address-line-one "Main St 1" --postal-code 1010 --city Wien --country AT --json';
    expect((await world.outreach(line)).json()).toMatchObject({
      firstName: 'Ana',
      postalAddress: 'Main St 1, 1010 Wien, AT',
    });
    await world.outreach('billing update --last-name Berg --phone 1234 --phone-cc 43');
    const { out } = await world.outreach('billing show', { tty: true });
    for (const part of ['Ana Berg', 'Main St 1, 1010 Wien, AT', '+43 1234']) expect(out).toContain(part);
  });

  it.each([
    ['--country xq', '--country must be a country like Germany or DE'],
    ['--country Österriech', 'Austria'],
    ['--phone-cc +43', 'without the plus'],
    ['', 'Nothing to change'],
    ['--postal-address x', 'postal-address'],
  ])('refuses %j before anything is sent', async (options, reason) => {
    const world = await newWorld();
    const { exit, err } = await world.outreach(`billing update ${options}`);
    expect(exit).toBe(2);
    expect(err).toContain(reason);
    expect(world.requests).toEqual([]);
  });
});
