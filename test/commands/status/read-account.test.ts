import { describe, expect, it } from 'vitest';
import { type Transport, type WireAnswer, WireFailure } from '../../../src/contract/wire.ts';
import type { CampaignRow } from '../../../src/domain/attention/campaign-row.ts';
import { setAnswerProfile } from '../../../src/sandbox/world/answers/answer-profile.ts';
import { silence } from '../../silence.ts';
import type { TestWorld, WorldOptions } from '../../world.ts';
import { anna, ben, lookAt, lookingWorld, plant } from './look.ts';

/** How much is read of an account, and what is made of what cannot be. */

async function quiet(options: WorldOptions = {}): Promise<TestWorld> {
  const world = await lookingWorld(options);
  setAnswerProfile(world.sandbox.state, silence);
  return world;
}

const reads = async (world: TestWorld) => {
  world.requests.length = 0;
  const found = await lookAt(world);
  return { ...found, calls: world.requests.length };
};

const twoSteps = {
  sequence: [
    { subject: 'Hi {firstName}', body: 'Hello' },
    { subject: '', body: 'Again', delayDays: 3, useSameThread: true },
  ],
};

describe('the calls of a look', () => {
  it('are nine where nothing runs', async () => {
    const world = await quiet();
    expect((await reads(world)).calls).toBe(9);
  });

  it('are ten, and three for each of the five newest campaigns that run', async () => {
    const world = await quiet();
    const campaigns = Array.from({ length: 40 }, (_, index) => ({
      ...twoSteps,
      status: index % 4 === 0 ? 'running' : 'draft',
    }));
    await plant(world, { campaigns, leads: 3 });
    const { calls, campaigns: rows, notes } = await reads(world);
    expect({ calls, notes, rows: rows.length }).toEqual({ calls: 10 + 3 * 5, notes: [], rows: 40 });
    const running = rows.filter(({ status }) => status === 'running');
    expect(rows.slice(0, 10)).toEqual(running);
    expect(running.map(({ leads, sentToday, days }) => [leads, sentToday, days?.length])).toEqual([
      ...Array(5).fill([3, 0, 7]),
      ...Array(5).fill([null, null, undefined]),
    ]);
  });

  it('find a campaign that cannot send beyond the five newest', async () => {
    const world = await quiet();
    const campaigns = Array.from({ length: 8 }, (_, index) => ({ senders: [index === 0 ? ben : anna] }));
    await plant(world, { campaigns, leads: 1 });
    world.database.prepare('UPDATE sender SET is_connected = 0 WHERE address = ?').run(ben);
    const { attention } = await reads(world);
    expect(attention.map(({ kind, id }) => [kind, id])).toEqual([
      ['campaign-stalled', '1'],
      ['senders-off', expect.any(String)],
    ]);
  });

  it('read the newest 200 of a longer list, and say so', async () => {
    const world = await quiet();
    await plant(world, { campaigns: [{ dailyLimit: 5 }] });
    world.database.exec(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
      INSERT INTO reply SELECT 1000 + i, 1, 1, 1, 1, 1, 't' || i, 'p@firm.example', '[]', '[]', 'Re', 'Yes', 'interested',
        'en', 1, 'interested', ${world.sandbox.state.now()} - 1000 * (100000 - i) FROM n`);
    const { calls, attention } = await reads(world);
    expect(calls).toBe(12);
    expect(attention).toEqual([
      expect.objectContaining({
        kind: 'replies-unanswered',
        count: 200,
        message: expect.stringMatching(
          /^at least 200 replies wait for an answer \(200 interested\), the oldest /,
        ),
      }),
    ]);
  });
});

it('counts the replies that wait as the other commands do', async () => {
  const world = await quiet();
  await plant(world);
  const categories = ['interested', null, 'out_of_office', 'not_interested', 'interested'];
  const insert = world.database.prepare(
    `INSERT INTO reply VALUES (?, 1, 1, ?, 1, 1, ?, 'p@firm.example', '[]', '[]', 'Re', 'Yes', 'interested', 'en', 1, ?, ?)`,
  );
  const now = world.sandbox.state.now();
  for (let n = 0; n < 60; n++)
    insert.run(
      1000 + n,
      1 + (n % 20),
      `t${(n * 7) % 31}`,
      categories[(n * 3) % 5] ?? null,
      now - n * 3_600_000,
    );
  for (const [id, as] of [
    [1000, 'answered'],
    [1003, 'later'],
    [1010, 'skipped'],
    [1030, 'blocked'],
  ])
    expect((await world.outreach(`replies done ${id} --as ${as}`)).exit).toBe(0);
  const [waiting] = (await lookAt(world)).attention;
  const listed = (await world.outreach('replies list --unanswered --all --json')).json().items;
  const { remaining } = (await world.outreach('replies next --json')).json();
  expect(waiting).toMatchObject({ kind: 'replies-unanswered', count: listed.length });
  expect(listed.length).toBeGreaterThan(5);
  expect(remaining).toBe(listed.length - 1);
});

describe('the row of a campaign', () => {
  it('has its progress, seven days, replies and end', { tags: 'slow' }, async () => {
    const world = await quiet();
    await plant(world, { campaigns: [twoSteps], leads: 60 });
    expect((await world.outreach('sandbox clock set "2026-03-04 12:00"')).exit).toBe(0);
    const [row] = (await reads(world)).campaigns as [CampaignRow];
    const { json } = await world.outreach('campaigns forecast 1 --json');
    const sent = world.database
      .prepare('SELECT count(*) AS n FROM email WHERE sent_at >= ?')
      .get<{ n: number }>(Date.UTC(2026, 2, 4))?.n;
    expect(row).toMatchObject({ id: 1, name: 'C1', status: 'running', leads: 60, contacted: 60, replied: 0 });
    expect(row).toMatchObject({ positiveRate: 0, sentToday: sent, ends: json().lastDay });
    expect(row.days).toHaveLength(7);
    expect(row.days?.slice(0, 4)).toEqual([0, 0, 0, 0]);
    expect(row.days?.reduce((sum, one) => sum + one, 0)).toBe(60);
  });

  it('knows the ends of more campaigns at each look', async () => {
    const world = await quiet();
    await plant(world, { campaigns: [twoSteps, twoSteps], leads: 10 });
    const ends = async () => (await reads(world)).campaigns.map((row) => row.ends !== null);
    expect(await ends()).toEqual([true, false]);
    expect(await ends()).toEqual([true, true]);
    const { calls, notes } = await reads(world);
    expect({ calls, notes }).toEqual({ calls: 9 + 2 * 3, notes: [] });
    // Its pauses may be others now.
    for (const line of ['sandbox clock advance 1m', 'campaigns update 1 --daily-limit 100 --yes'])
      expect(await world.outreach(line)).toMatchObject({ exit: 0 });
    expect((await reads(world)).calls).toBe(10 + 2 * 3);
  });

  it('has no end where the campaign cannot send', async () => {
    const world = await quiet();
    await plant(world);
    world.database.exec('UPDATE sender SET is_connected = 0');
    expect((await reads(world)).campaigns[0]?.ends).toBeNull();
  });
});

/** Each read, and what must be null, or missing, where it fails. */
const parts: readonly [path: RegExp, what: string][] = [
  [/^\/credits\/balance$/, 'the credit balance'],
  [/^\/campaigns$/, 'campaigns'],
  [/^\/sender-emails$/, 'sender mailboxes'],
  [/^\/replies$/, 'replies from prospects'],
  [/^\/reply-drafts$/, 'reply drafts'],
  [/^\/lead-finder\/imports$/, 'imports'],
  [/^\/autopilot\/runs$/, 'runs'],
  [/^\/dfy\/orders$/, 'done-for-you orders'],
  [/^\/webhooks$/, 'webhooks'],
  [/^\/campaigns\/1$/, 'one campaign with its settings'],
  [/^\/campaigns\/1\/stats$/, 'what a campaign sent, and the results'],
  [/^\/leads$/, 'leads'],
];

const answers: readonly [is: string, answer: Partial<WireAnswer>][] = [
  ['404', { status: 404, body: '{"error":"not found"}' }],
  ['403', { status: 403, body: '{"error":"the plan does not allow it"}' }],
  ['500', { status: 500, body: '{"error":"broken"}' }],
  ['HTML', { headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' }],
  ['null', { body: 'null' }],
  ['strange values', { body: '{"campaigns":"none","total":-1,"balance":"many","items":{}}' }],
];

const spoiling =
  (path: RegExp, answer: Partial<WireAnswer>): ((next: Transport) => Transport) =>
  (next) =>
  async (request, signal) =>
    request.method === 'GET' && path.test(request.path)
      ? { status: 200, headers: { 'content-type': 'application/json' }, body: '{}', ...answer }
      : next(request, signal);

it('names ids as the service writes them, however long they are', async () => {
  const big = '9007199254740993';
  const world = await quiet({
    between: (next) => async (request, signal) => {
      const answer = await next(request, signal);
      if (!request.path.startsWith('/campaigns') && request.path !== '/sender-emails') return answer;
      const ids = /("campaigns":\[\{"id":|"campaignIds":\[)1(?=[,\]])/g;
      return { ...answer, body: answer.body.replaceAll(ids, `$1${big}`) };
    },
  });
  await plant(world);
  world.database.exec('DELETE FROM campaign_sender');
  expect((await lookAt(world)).attention).toEqual([
    expect.objectContaining({ id: big, command: `outreach campaigns why ${big}` }),
  ]);
});

it('looks without a memory where the home cannot be written, and says so once', async () => {
  const world = await quiet({ env: { OUTREACH_HOME: '/proc/outreach' } });
  await plant(world, { campaigns: [twoSteps] });
  const { exit, err, json } = await world.outreach('look --json');
  expect({ exit, ends: json().campaigns[0].ends }).toEqual({ exit: 0, ends: expect.any(String) });
  expect(err.match(/stored/g)).toHaveLength(1);
});

describe('a part that cannot be read', () => {
  for (const [is, answer] of answers)
    it(`is null and has a note: ${is}`, async () => {
      let spoilt = /nothing/;
      const world = await quiet({
        between: (next) => (request, signal) => spoiling(spoilt, answer)(next)(request, signal),
      });
      await plant(world, { campaigns: [{ ...twoSteps, dailyLimit: 5 }] });
      const whole = await lookAt(world);
      expect(whole.notes).toEqual([]);
      for (const [path, what] of parts) {
        spoilt = path;
        const found = await lookAt(world);
        expect({ what, notes: found.notes }).toEqual({
          what,
          notes: expect.arrayContaining([expect.stringContaining(`not known: ${what}`)]),
        });
        expect(found.notes.join('\n')).not.toContain('..');
        expect({ what, ...zeros(found, whole) }).toEqual({ what, invented: [] });
        expect({ what, attention: found.attention }).toEqual({ what, attention: [] });
      }
    });

  it('is not waited for, and the others are read', async () => {
    let hanging = /nothing/;
    const world = await quiet({
      between: (next) => async (request, signal) => {
        if (!hanging.test(request.path)) return next(request, signal);
        await world.clock.sleep(request.timeoutMs ?? 30_000, signal);
        throw new WireFailure('timeout', true, 'It did not answer in time');
      },
    });
    await plant(world, { campaigns: [twoSteps] });
    for (const [path, what] of parts) {
      hanging = path;
      const before = world.clock.now();
      const { notes } = await lookAt(world);
      expect({ what, notes }).toEqual({ what, notes: [expect.stringContaining(`not known: ${what}`)] });
      expect(world.clock.now() - before).toBeLessThanOrEqual(22_000);
    }
  });

  it('ends the look where it is every part, with what is wrong', async () => {
    let spoilt = /nothing/;
    const refused = { status: 401, body: '{"error":"bad key"}' };
    const world = await quiet({
      between: (next) => (request, signal) => spoiling(spoilt, refused)(next)(request, signal),
    });
    spoilt = /./;
    expect((await world.outreach('look --json')).exit).toBe(4);
  });
});

it('keeps hidden what could merely not be read, and shows what comes back', async () => {
  let spoilt = /nothing/;
  const broken = { status: 403, body: '{"error":"no"}' };
  const world = await quiet({
    between: (next) => (request, signal) => spoiling(spoilt, broken)(next)(request, signal),
  });
  await plant(world, { campaigns: [{ dailyLimit: 5 }] });
  const connect = (isConnected: number) =>
    world.database.exec(`UPDATE sender SET is_connected = ${isConnected}`);
  const kinds = async () => {
    const { attention, hidden } = await lookAt(world);
    return [attention, hidden].map((some) => some.map(({ kind }) => kind));
  };
  connect(0);
  expect(await kinds()).toEqual([['campaign-stalled', 'senders-off'], []]);
  await world.outreach('status --done campaign-stalled');
  expect(await kinds()).toEqual([['senders-off'], ['campaign-stalled']]);
  spoilt = /sender-emails|campaigns/;
  expect(await kinds()).toEqual([[], []]);
  spoilt = /nothing/;
  expect(await kinds()).toEqual([['senders-off'], ['campaign-stalled']]);
  connect(1);
  expect(await kinds()).toEqual([[], []]);
  connect(0);
  expect(await kinds()).toEqual([['campaign-stalled', 'senders-off'], []]);
});

/** Fields that are neither null nor as they are where everything can be read. */
function zeros(found: Awaited<ReturnType<typeof lookAt>>, whole: typeof found) {
  const rows = found.campaigns.flatMap((row, index) =>
    Object.entries(row)
      .filter(([name, value]) => value !== null && name !== 'endsWhy')
      .filter(([name, value]) => {
        const other = (whole.campaigns[index] as unknown as Record<string, unknown>)[name];
        return JSON.stringify(value) !== JSON.stringify(other);
      })
      .map(([name, value]) => `${name}: ${value}`),
  );
  const credits =
    found.credits === null || found.credits === whole.credits ? [] : [`credits: ${found.credits}`];
  return { invented: [...rows, ...credits] };
}
