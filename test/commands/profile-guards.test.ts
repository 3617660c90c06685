import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/index.ts';
import { baseUrl, liveKey, liveReadOnlyKey, liveWorld } from './live-service.ts';
import { places, worldOfProfiles } from './status/profiles.ts';

const login = `login --profile prod --base-url ${baseUrl} --key-stdin`;

async function loggedIn(set = '') {
  const world = await liveWorld();
  await world.outreach(login, { stdin: liveKey });
  if (set !== '') expect((await world.outreach(`profiles set prod ${set}`)).exit).toBe(0);
  const shown = async () => (await world.outreach('profiles show prod --json')).json();
  return { ...world, shown };
}

/** What of the profile holds, and the commands that would lower it. */
const lowering = [
  ['--read-only', 'profiles set prod --unset read-only'],
  ['--read-only', 'profiles set prod --unset read-only --max-credits 5'],
  ['--read-only', 'profiles remove prod --yes'],
  ['--max-credits-per-day 100', 'profiles set prod --max-credits-per-day 101'],
  ['--max-credits-per-day 100', 'profiles set prod --unset max-credits-per-day'],
  ['--max-credits-per-day 0', 'profiles remove prod --yes'],
  ['--max-usd-per-day 10', 'profiles set prod --max-usd-per-day 10.5 --max-credits-per-day 1'],
  ['--max-usd-per-day 10', 'profiles set prod --unset max-usd-per-day,workspace'],
  ['--read-only', 'profiles set prod --base-url https://api.other.example/r'],
  ['--read-only', 'profiles set prod --base-url https://api.outreach.example:8443/r'],
  ['--read-only', 'profiles set prod --unset base-url'],
  ['--max-credits-per-day 0', 'profiles set prod --base-url http://127.0.0.1:4010/r'],
  ['--max-usd-per-day 10', 'profiles set prod --unset base-url --max-usd-per-day 5'],
] as const;

describe('the guards of a profile', () => {
  it.each(lowering)('%s stays without a person: %s', async (set, line) => {
    const world = await loggedIn(set);
    const before = await world.shown();
    for (const form of ['', ' --json']) {
      const { exit, out, err } = await world.outreach(`${line}${form}`);
      expect([exit, out]).toEqual([3, '']);
      expect(err).toContain('outreach help safety');
      expect(err).not.toContain('--unset');
      expect(err).not.toContain('outreach profiles set');
      if (form !== '')
        expect(JSON.parse(err).error).toMatchObject({ code: 'needs_a_person', outcome: 'none' });
    }
    expect(await world.shown()).toEqual(before);
    expect((await world.outreach('journal list --json')).json().total).toBe(0);
  });

  it.each([
    ['2d', 2],
    ['tomorrow', 1],
  ])('hold again after --until %s, which is ahead', async (until, days) => {
    const world = await loggedIn();
    const line = `profiles set prod --accept no-opt-out=footer --until ${until} --utc --json`;
    const [, fact] = / until (\S+): /.exec((await world.outreach(line)).err) ?? [];
    const ahead = new Date(world.clock.now() + days * 86_400_000).toISOString().slice(0, 10);
    expect(fact).toBe(`${ahead}T23:59:59.999Z`);
  });

  it.each(lowering.filter(([, line]) => line.includes(' set ')))(
    '%s takes no --yes: %s',
    async (set, line) => {
      const world = await loggedIn(set);
      expect((await world.outreach(`${line} --yes`)).exit).toBe(2);
    },
  );

  it.each([
    '--read-only',
    '--max-credits-per-day 100',
    '--max-credits-per-day 99',
    '--max-usd-per-day 10',
    '--max-usd-per-day 0',
  ])('are raised freely: %s', async (set) => {
    const world = await loggedIn('--max-credits-per-day 100 --max-usd-per-day 10');
    expect((await world.outreach(`profiles set prod ${set}`)).exit).toBe(0);
  });

  it('are kept by a login over the profile', async () => {
    const world = await loggedIn('--read-only --max-credits-per-day 100 --max-usd-per-day 10');
    const before = await world.shown();
    expect((await world.outreach(login, { stdin: liveKey })).exit).toBe(0);
    expect(await world.shown()).toEqual(before);
  });

  it('are not left behind by a login at another service', async () => {
    const world = await loggedIn('--read-only');
    const before = await world.shown();
    const elsewhere = 'login --profile prod --base-url https://api.other.example/r --key-stdin --json';
    const { exit, err } = await world.outreach(elsewhere, { stdin: liveKey });
    expect([exit, JSON.parse(err.trim().split('\n').at(-1) ?? '').error.code]).toEqual([3, 'needs_a_person']);
    expect(await world.shown()).toEqual(before);
  });

  it('stay where the address does: another path of the service, or the first address', async () => {
    const world = await loggedIn('--read-only');
    const moved = 'profiles set prod --base-url https://api.outreach.example/v2/r';
    expect((await world.outreach(moved)).exit).toBe(0);
    await world.outreach('profiles set new --read-only');
    expect((await world.outreach(`profiles set new --base-url ${baseUrl}`)).exit).toBe(0);
  });

  const buy = 'credits buy 1000 --yes --usd-per-credit 0.01';

  it.each([
    ['--read-only', '', 5],
    ['--read-only', '--max-credits-per-day 5000', 5],
    ['--max-credits-per-day 0', '', 3],
    ['--max-credits-per-day 0', '--max-credits-per-day 5000', 3],
    ['--max-usd-per-day 1', '--max-usd-per-day 500', 3],
    ['--max-credits-per-day 5000', '--read-only', 5],
    ['--max-credits-per-day 50000', '', 0],
    ['--max-credits 5', '', 0],
  ])('hold for another profile with the same key: %s beside %s', async (set, ofOther, exit) => {
    const world = await loggedIn(set);
    await world.outreach(login.replace('prod', 'p2'), { stdin: liveKey });
    if (ofOther !== '') await world.outreach(`profiles set p2 ${ofOther}`);
    world.sent.length = 0;
    const run = await world.outreach(`${buy} --profile p2`);
    expect([run.exit, run.err]).toEqual([exit, expect.any(String)]);
    expect(world.sent.filter(({ path }) => path === '/credits/purchase').length).toBe(exit === 0 ? 1 : 0);
    if (exit !== 0) expect(run.err).toContain(ofOther === '--read-only' ? "'p2'" : "prod'");
  });

  it.each([
    ['--consent person', ['logout --profile prod']],
    ['--read-only', ['logout --profile prod']],
    ['--max-usd-per-day 1', ['logout --profile prod']],
    ['--consent person', [login]],
    ['--consent person', [login, 'logout --profile prod', login]],
  ])('hold for its key also when that has gone: %s, %j', async (set, lines) => {
    const world = await loggedIn(set);
    for (const line of lines) expect((await world.outreach(line, { stdin: liveReadOnlyKey })).exit).toBe(0);
    await world.outreach(login.replace('prod', 'p2'), { stdin: liveKey });
    world.sent.length = 0;
    expect((await world.outreach(`${buy} --profile p2`)).exit).toBe(set === '--read-only' ? 5 : 3);
    expect(world.sent.filter(({ path }) => path === '/credits/purchase')).toEqual([]);
    await world.outreach(login, { stdin: liveKey });
    expect((await world.outreach(`${buy} --profile p2`)).exit).toBe(set === '--read-only' ? 5 : 3);
  });

  it('hold for no key that only a profile without guards had', async () => {
    const world = await loggedIn();
    await world.outreach('logout --profile prod');
    await world.outreach('profiles set prod --read-only');
    await world.outreach(login.replace('prod', 'p2'), { stdin: liveKey });
    expect((await world.outreach(`${buy} --profile p2`)).exit).toBe(0);
  });

  it('do not hold for a profile with another key, or at another service', async () => {
    const world = await loggedIn('--read-only');
    const other = `run_zz12cd34_${'aB3'.repeat(13)}z`;
    const keys = {
      p2: { key: other, origin: new URL(baseUrl).origin },
      p3: { key: liveKey, origin: 'https://api.other.example' },
    };
    const profiles = {
      prod: { baseUrl, readOnly: true },
      p2: { baseUrl },
      p3: { baseUrl: 'https://api.other.example/r' },
    };
    for (const [file, data] of Object.entries({ 'keys.json': { keys }, 'config.json': { profiles } }))
      writeFileSync(join(world.home, file), JSON.stringify(data), { mode: 0o600 });
    for (const name of ['p2', 'p3']) {
      const run = await world.outreach(`campaigns create X --profile ${name} --json`);
      expect(run.err).not.toContain('read_only_profile');
    }
  });

  const withEffect = operations.filter(({ effect }) => effect !== 'none');

  it.each(withEffect.map(({ id, route }) => [id, `${route.method} ${route.path}`] as const))(
    'hold the route of %s',
    async (id, route) => {
      const world = await loggedIn();
      const run = await world.outreach(['profiles', 'route', id, `${route}/elsewhere`, '--json']);
      expect([run.exit, JSON.parse(run.err).error.code]).toEqual([3, 'needs_a_person']);
      expect((await world.outreach('profiles route --json')).json().total).toBe(0);
    },
  );

  it('hold a route that is there already, and the profile with it', async () => {
    const world = await loggedIn();
    const profile = { baseUrl, routes: { 'credits.purchase': 'POST /billing/buy' } };
    const settings = { profile: 'prod', profiles: { prod: profile } };
    writeFileSync(join(world.home, 'config.json'), JSON.stringify(settings), { mode: 0o600 });
    for (const line of [
      'profiles route credits.purchase --clear',
      'profiles route credits.purchase "POST /billing/other"',
      'profiles remove prod --yes',
    ])
      expect([line, (await world.outreach(line)).exit]).toEqual([line, 3]);
    // The new place of a purchase is not free for an operation without consent.
    const { exit, err } = await world.outreach('profiles route campaigns.create "POST /billing/buy"');
    expect([exit, err]).toEqual([2, expect.stringContaining('is the route of credits.purchase')]);
    expect(await world.shown()).toMatchObject(profile);
  });
});

describe('settings that are written by hand', () => {
  const broken = async () => {
    const world = await liveWorld();
    const settings = { profiles: { prod: { baseUrl, maxCreditPerDay: 10 } } };
    writeFileSync(join(world.home, 'config.json'), JSON.stringify(settings), { mode: 0o600 });
    return world;
  };

  it.each(['campaigns list', 'whoami', 'profiles list', 'profiles set prod --workspace x', 'logout'])(
    'are refused with a field that is not known: %s',
    async (line) => {
      const world = await broken();
      const { exit, err } = await world.outreach(`${line} --json`);
      expect(exit).toBe(2);
      expect(JSON.parse(err).error).toMatchObject({
        code: 'unknown_setting',
        message: expect.stringMatching(/config\.json: profiles\.prod\.maxCreditPerDay is not a setting/),
        hint: expect.stringContaining("Did you mean 'maxCreditsPerDay'?"),
      });
      expect(world.sent).toEqual([]);
    },
  );

  it.each(['--version', '--help', 'help safety', 'commands --json', 'campaigns list --profile sandbox'])(
    'do not stop: %s',
    async (line) => {
      expect((await (await broken()).outreach(line)).exit).toBe(0);
    },
  );

  it.each([
    ['credits.purchse', 'POST /buy', /There is no operation 'credits\.purchse'/, "'credits.purchase'"],
    ['campaigns.create', 'POST /credits/purchase', /is the route of credits\.purchase/, 'POST /campaigns'],
    ['campaigns.get', 'POST /campaigns/:id', /must stay GET/, 'GET /campaigns/:id'],
  ])('hold no route that could not be set: %s', async (operation, route, message, hint) => {
    const world = await loggedIn();
    const settings = { profile: 'prod', profiles: { prod: { baseUrl, routes: { [operation]: route } } } };
    writeFileSync(join(world.home, 'config.json'), JSON.stringify(settings), { mode: 0o600 });
    const before = world.sent.length;
    const { exit, err } = await world.outreach('campaigns list --json');
    expect([exit, world.sent.length]).toEqual([2, before]);
    expect(JSON.parse(err).error).toMatchObject({
      message: expect.stringMatching(message),
      hint: expect.stringContaining(hint),
    });
    expect(JSON.parse(err).error.message).toContain(`profiles.prod.routes.${operation}`);
    expect((await world.outreach('doctor')).exit).toBe(16);
  });

  it('are reported by doctor', async () => {
    const { exit, json } = await (await broken()).outreach('doctor --json');
    expect(exit).toBe(16);
    expect(json().checks).toContainEqual(
      expect.objectContaining({
        check: 'settings file',
        state: 'failed',
        detail: expect.stringContaining('maxCreditPerDay'),
      }),
    );
  });
});

describe('profiles with the same key', () => {
  it('show what holds for each, and whose it is', async () => {
    const { world } = await worldOfProfiles({ p1: places.acme, p2: places.acme, p3: places.acme });
    await world.outreach('profiles set p1 --read-only --consent person');
    await world.outreach('profiles set p2 --max-usd-per-day 1');
    const refused = await world.outreach('campaigns create zz --profile p3 --json');
    expect(refused.exit).toBe(5);
    expect(JSON.parse(refused.err).error.message).toContain("The profile 'p1' is set to read-only");
    const who = (await world.outreach('whoami --profile p3 --json')).json();
    const shown = (await world.outreach('profiles show p3 --json')).json();
    const { items } = (await world.outreach('profiles list --json')).json();
    const listed = items.find(({ profile }: { profile: string }) => profile === 'p3');
    expect(who.readOnly).toBe(true);
    for (const found of [shown, listed])
      expect(found).toMatchObject({
        ...{ readOnly: true, consent: 'person', maxUsdPerDay: 1, maxCreditsPerDay: null },
        guardsOf: { readOnly: ['p1'], consent: ['p1'], maxUsdPerDay: ['p2'] },
      });
    const own = (await world.outreach('profiles show p1 --json')).json();
    expect(own).toMatchObject({ readOnly: true, guardsOf: { maxUsdPerDay: ['p2'] } });
    expect((await world.outreach('profiles set p3 --workspace Acme --json')).exit).toBe(0);
    const file = JSON.parse(readFileSync(join(world.home, 'config.json'), 'utf8'));
    expect(file.profiles.p3).not.toHaveProperty('readOnly');
  });
});
