import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../src/cli/output/text/width.ts';
import { type StatusDocument, statusRows } from '../../../src/commands/status/status-document.ts';
import { attentionKinds } from '../../../src/domain/attention/attention.ts';
import { openDatabase } from '../../../src/local/database.ts';
import { setAnswerProfile } from '../../../src/sandbox/world/answers/answer-profile.ts';
import { silence } from '../../silence.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../../world.ts';
import { anna, plant } from './look.ts';
import { places, worldOfProfiles } from './profiles.ts';

describe('status --all-profiles', () => {
  it('shows every profile, also where others cannot be read, and the line that repairs those', {
    tags: 'slow',
  }, async () => {
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

  it('logs a profile in where it is, whatever address the environment has', async () => {
    const env = { OUTREACH_BASE_URL: 'http://127.0.0.1:5000/r', OUTREACH_API_KEY: places.berlin };
    const { world } = await worldOfProfiles({ zephyr: places.zephyr }, { env });
    const line = 'outreach login --profile zephyr --base-url http://127.0.0.1:4000/r';
    const shown = (await world.outreach('status --all-profiles --json')).json().profiles;
    expect(shown.map(({ error }: never) => (error as { hint: string } | null)?.hint)).toEqual([
      undefined,
      line,
      undefined,
    ]);
    const guarded = await world.outreach('campaigns guard --all-profiles --json');
    expect(guarded.json().items[0].error.hint).toBe(`Save a valid key: ${line}`);
  });

  it('gives the rows of all profiles with the worst first', () => {
    const need = { message: 'm', count: 1, oldestAt: null, command: 'outreach', id: null };
    const read = { target: 'live', ok: true, error: null, credits: 1, campaigns: [] } as const;
    const profiles = [
      {
        ...read,
        profile: 'a',
        attention: [{ ...need, kind: 'credits-low', severity: 'warn' }],
        notRead: [{ part: 'dfy.orders', why: 'w' }],
      },
      {
        ...read,
        profile: 'b',
        attention: [{ ...need, kind: 'order-failed', severity: 'fail' }],
        notRead: [],
      },
      { ...read, profile: 'c', ok: false, error: { code: 'x', message: 'm' }, attention: [], notRead: [] },
    ] as unknown as StatusDocument['profiles'];
    const { of } = statusRows({ watch: true });
    expect(of({ profiles, checkedAt: '' }).map(({ profile, kind }) => [profile, kind])).toEqual([
      ['c', 'not-read'],
      ['b', 'order-failed'],
      ['a', 'credits-low'],
      ['a', 'not-read'],
    ]);
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
      expect(out).toContain('Nothing that could be read needs you.');
    },
  );

  it('shows who is read while another one is not, and at the end all in the order of the profiles', async () => {
    let isLate = false;
    const { world } = await worldOfProfiles(places, {
      tty: true,
      env: { NO_COLOR: '1' },
      before: async ({ headers }) => {
        if (!JSON.stringify(headers).includes(places.acme)) return;
        while (!world.toldSoFar().includes('berlin     sandbox  quiet'))
          await new Promise((resolve) => setImmediate(resolve));
        isLate = true;
      },
    });
    const { out, err } = await world.outreach('status --all-profiles');
    expect(isLate).toBe(true);
    expect(err).toMatch(/^zephyr .* cannot be read: /m);
    expect(
      out.match(/^. (sandbox|acme|berlin|lumen|northwind|zephyr) /gm)?.map((line) => line.slice(2, -1)),
    ).toEqual(['sandbox', 'acme', 'berlin', 'lumen', 'northwind', 'zephyr']);
  });

  it('shows campaigns of every profile, also of the last where the first has many, and where the others are', {
    tags: 'slow',
  }, async () => {
    const { world } = await worldOfProfiles({ acme: places.acme, berlin: places.berlin }, { tty: true });
    await plant(world, { campaigns: Array.from({ length: 30 }, (_, at) => ({ name: `C${at + 1}` })) });
    const id = (await world.outreach('workspaces create third --profile acme --json')).json().id;
    const made = await world.outreach(`workspaces key create ${id} --scope read_write --profile acme --json`);
    const other = await worldOfProfiles(
      { acme: places.acme, zeta: made.json().key },
      { tty: true, network: (...call) => world.sandbox.transport(...call) },
    );
    await other.world.outreach(['campaigns', 'create', 'Drafted', '--profile', 'zeta']);
    const { out } = await other.world.outreach('status --all-profiles');
    expect(out.match(/^acme .*C\d+/gm)).toHaveLength(20);
    expect(out).toContain('More campaigns: acme 10, zeta 1. See: outreach campaigns list --profile <name>');
  });

  it('reads twelve profiles of one account within its budget, without a 429', { tags: 'slow' }, async () => {
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

  it('prints its document for a program, with the failure as it is, where its only profile cannot be read', async () => {
    const { world } = await worldOfProfiles(places);
    const line = 'status --profile zephyr';
    const { exit, err, json } = await world.outreach(`${line} --json`);
    expect({ exit, error: JSON.parse(err).error.exitCode }).toEqual({ exit: 4, error: 4 });
    expect(json()).toMatchObject({
      profiles: [{ profile: 'zephyr', ok: false }],
      checkedAt: expect.any(String),
    });
    expect((await world.outreach(line)).out).toMatch(/^zephyr\tnot-read\tfail\t/);
    expect((await world.outreach(line, { tty: true })).out).toBe('');
  });

  it('says of a quiet morning that it is one', async () => {
    const world = await newWorld({ tty: true });
    expect((await world.outreach('status')).out).toContain("You're all caught up.");
    expect(await (await newWorld()).outreach('status')).toMatchObject({ exit: 0, out: '' });
  });

  it('says once which sandbox it watches', async () => {
    const world = await newWorld({ tty: true });
    world.clock.alarm(1_000, () => world.interrupt());
    const { out } = await world.outreach('status --watch');
    expect(out).toMatch(/sandbox · 2 Mar/);
    expect(out).not.toContain('sandbox sandbox');
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

/** A campaign that runs and sends nothing, since its only mailbox is off. */
async function stalled(options: WorldOptions = {}, name = 'Autumn'): Promise<TestWorld> {
  const world = await newWorld(options);
  setAnswerProfile(world.sandbox.state, silence);
  await plant(world, { campaigns: [{ name, dailyLimit: 5 }] });
  turn(world, 'disconnected');
  return world;
}

const turn = (world: TestWorld, to: 'connected' | 'disconnected') =>
  world.database
    .prepare('UPDATE sender SET is_connected = ? WHERE address = ?')
    .run(to === 'connected' ? 1 : 0, anna);

const kinds = async (world: TestWorld): Promise<string[]> =>
  (await world.outreach('status --json'))
    .json()
    .profiles[0].attention.map(({ kind }: { kind: string }) => kind);

describe('what has failed', () => {
  it('is exit 16 with --exit-code, whatever the format, and 0 without it', async () => {
    const world = await stalled();
    for (const [line, exit] of [
      ['status', 0],
      ['status --exit-code', 16],
      ['status --exit-code --json', 16],
      ['status --exit-code --csv', 16],
      ['status --all-profiles --exit-code --json', 16],
    ] as const) {
      const run = await world.outreach(line);
      expect([line, run.exit]).toEqual([line, exit]);
      expect(run.out).toContain('campaign-stalled');
    }
    const broken = await worldOfProfiles(places);
    await plant(broken.world, { campaigns: [{}] });
    turn(broken.world, 'disconnected');
    expect((await broken.world.outreach('status --all-profiles --exit-code')).exit).toBe(16);
  });

  it('is hidden by --done until it changes, and comes back when it was gone meanwhile', async () => {
    const world = await stalled();
    expect(await kinds(world)).toEqual(['campaign-stalled', 'senders-off']);
    const { exit, err } = await world.outreach('status --done campaign-stalled:1');
    expect([exit, err]).toEqual([0, expect.stringContaining('Hidden until it changes: campaign 1')]);
    expect(await kinds(world)).toEqual(['senders-off']);
    turn(world, 'connected');
    expect(await kinds(world)).toEqual([]);
    world.clock.advance(60_000);
    turn(world, 'disconnected');
    expect(await kinds(world)).toEqual(['campaign-stalled', 'senders-off']);
  });

  it('is hidden by --done only once where nothing can be stored', async () => {
    const world = await stalled();
    await world.outreach('status');
    const stored = await openDatabase(join(world.home, 'state', 'checks.db'));
    stored.exec('PRAGMA user_version = 99');
    stored.close();
    const { exit, err } = await world.outreach('status --done campaign-stalled');
    expect([exit, err]).toEqual([0, expect.stringContaining('Hidden this once: campaign 1')]);
  });

  it.each([60, 200])('shows a running campaign with a hostile name in %i columns', async (columns) => {
    const name = 'Evil \u001b[2J\u001b]0;x\u0007 \u202egnp\nNEEDS YOU\toutreach credits buy 9';
    const world = await stalled({ tty: true, columns }, name);
    const { exit, out } = await world.outreach('status');
    const plain = out.replaceAll(/\u001b\[\d+m/g, '');
    expect(exit).toBe(0);
    expect(plain).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    expect(plain.match(/^NEEDS YOU$/gm)).toHaveLength(1);
    for (const line of out.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
    const piped = await world.outreach('status', { tty: false });
    const rows = piped.out.trimEnd().split('\n');
    expect(rows).toHaveLength(3);
    expect(rows[2]).toMatch(/^sandbox\tcampaign\tok\tEvil [^\t]*: running, [^\t]*\t\t\t\t1$/);
    const kindsOf = async (format: string) => {
      const { out } = await world.outreach(`status --${format}`, { tty: false });
      return out.match(/(?<=^.*"kind":"|^"sandbox",")[a-z-]+/gm);
    };
    expect(await kindsOf('csv')).toEqual(rows.map((row) => row.split('\t')[1]));
    expect(await kindsOf('ndjson')).toEqual(rows.map((row) => row.split('\t')[1]));
  });
});

describe('the campaigns of a look', () => {
  it.each([
    [23, '77% of 30'],
    [30, '100% of 30'],
    // Those who were deleted since are among the contacted.
    [31, '31'],
  ])('rounds the share of %d contacted people as other screens do: %s', async (contacted, shown) => {
    const world = await newWorld({
      tty: true,
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        const body = answer.body.replaceAll(/(?<="contactedLeadsCount":)\d+/g, String(contacted));
        return { ...answer, body };
      },
    });
    await plant(world, { leads: 30 });
    expect((await world.outreach('status --no-color')).out).toMatch(new RegExp(` running +${shown} `));
  });

  it('says in words how one that is paused starts again', async () => {
    const world = await newWorld({ tty: true });
    await plant(world, { campaigns: [{ status: 'paused' }] });
    expect((await world.outreach('status')).out).toContain(
      'To start a paused campaign again: outreach campaigns resume <campaign>',
    );
  });
});

const orNull = (kind: unknown) => expect.toSatisfy((value) => value === null || typeof value === kind);
const oneOf = (words: readonly string[]) => expect.toSatisfy((value) => words.includes(value));
const shape = {
  profile: {
    profile: orNull('string'),
    target: oneOf(['live', 'sandbox']),
    ok: expect.any(Boolean),
    error: expect.anything(),
    credits: orNull('number'),
    attention: expect.any(Array),
    campaigns: expect.any(Array),
    notRead: expect.any(Array),
  },
  need: {
    kind: oneOf(attentionKinds),
    severity: oneOf(['fail', 'warn']),
    message: expect.any(String),
    count: expect.any(Number),
    oldestAt: orNull('string'),
    command: expect.stringMatching(/^outreach /),
    id: orNull('string'),
  },
  campaign: {
    id: expect.any(Number),
    name: expect.any(String),
    status: expect.any(String),
    leads: orNull('number'),
    contacted: orNull('number'),
    sentToday: orNull('number'),
    replied: orNull('number'),
    ends: orNull('string'),
    endsWhy: orNull('string'),
  },
};

it.each([
  ['an empty account', () => newWorld()],
  ['a campaign that sends nothing', () => stalled()],
  ['profiles that cannot be read', async () => (await worldOfProfiles(places)).world],
])('answers with the same fields: %s', async (_, make) => {
  const world = await make();
  await world.outreach('campaigns create Drafted');
  const document = (await world.outreach('status --all-profiles --json')).json();
  expect(document).toEqual({
    profiles: expect.any(Array),
    checkedAt: expect.stringMatching(/^2026-03-0\dT/),
  });
  for (const profile of document.profiles) {
    expect({ ...profile, error: profile.error ?? {} }).toStrictEqual(shape.profile);
    expect(profile.error === null).toBe(profile.ok);
    for (const need of profile.attention) expect(need).toStrictEqual(shape.need);
    for (const campaign of profile.campaigns) expect(campaign).toStrictEqual(shape.campaign);
  }
});
