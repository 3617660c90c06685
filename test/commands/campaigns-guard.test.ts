import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/local/database.ts';
import { setAnswerProfile } from '../../src/sandbox/world/answers/answer-profile.ts';
import { silence } from '../silence.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../world.ts';
import { baseUrl, liveKey, liveWorld } from './live-service.ts';
import { plant } from './status/look.ts';

/** The breaker: what burns is seen and paused, and nothing else. */

interface Row {
  readonly complaints: number | null;
  readonly window: { readonly contacted: number; readonly since: string | null };
  readonly over: readonly string[];
  readonly paused: boolean;
}

const dead = (world: TestWorld, invalidAddresses: number, own: object = {}) =>
  setAnswerProfile(world.sandbox.state, { ...silence, ...own, invalidAddresses });

/** A campaign of 120 people that has written to 30 of them, of whom a third is dead. */
async function burning(options: WorldOptions = {}, campaigns: readonly object[] = [{}]): Promise<TestWorld> {
  const world = await newWorld(options);
  await burn(world, campaigns);
  return world;
}

async function burn(world: TestWorld, campaigns: readonly object[] = [{}]) {
  dead(world, 0.35);
  await plant(world, { campaigns, leads: 120 });
  await world.outreach('sandbox clock advance 1d');
}

const at = (world: TestWorld, line: string, days = '1d') =>
  world.outreach(`sandbox clock advance ${days}`).then(() => world.outreach(line));
const pauses = (world: TestWorld) => world.requests.filter((request) => request.endsWith('/pause')).length;
const statusOf = (world: TestWorld, id = 1) =>
  world.database.prepare('SELECT status FROM campaign WHERE id = ?').get<{ status: string }>(id)?.status;
const failureOf = (err: string) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
const failing = (path: RegExp, status: number): WorldOptions => ({
  between: (next) => async (request, signal) =>
    path.test(request.path)
      ? { status, headers: { 'content-type': 'application/json' }, body: '{"error":"no"}' }
      : next(request, signal),
});

interface Listed {
  readonly id: number;
  status: string | null;
  readonly stats: { readonly contactedLeadsCount: number; bouncedLeadsCount: number };
}

/** The list of campaigns shows them otherwise. */
const listedWith = (change: (campaigns: Listed[]) => unknown[]): WorldOptions => ({
  between: (next) => async (request, signal) => {
    const answer = await next(request, signal);
    if (request.method !== 'GET' || request.path !== '/campaigns') return answer;
    const body = JSON.parse(answer.body) as { campaigns: Listed[] };
    return { ...answer, body: JSON.stringify({ ...body, campaigns: change(body.campaigns) }) };
  },
});
const listedAs = (change: (campaign: Listed) => void): WorldOptions =>
  listedWith((all) => {
    for (const one of all) change(one);
    return all;
  });
const calmed = { stats: { contactedLeadsCount: 900, bouncedLeadsCount: 0 } };
const calm = (one: Listed) => ({ ...one, ...calmed });

describe('campaigns guard', () => {
  it('sees what burns, and pauses nothing by itself', async () => {
    const world = await burning();
    const { exit, json, err } = await world.outreach('campaigns guard --json');
    const { items, checkedAt } = json();
    expect([exit, failureOf(err).code]).toEqual([16, 'over_limit']);
    expect(items).toEqual([
      {
        ...{
          profile: 'sandbox',
          campaignId: 1,
          name: 'C1',
          contacted: 30,
          complaints: 0,
          paused: false,
          error: null,
        },
        bounced: expect.any(Number),
        window: { contacted: 30, bounced: items[0].bounced, complaints: 0, since: null },
        over: ['bounces'],
      },
    ]);
    expect(items[0].bounced).toBeGreaterThanOrEqual(5);
    expect(checkedAt).toMatch(/^2026-03-03T/);
    expect([pauses(world), statusOf(world)]).toEqual([0, 'running']);
  });

  it('pauses it without a question, once, and writes it to the journal', async () => {
    const world = await burning();
    const { exit, json } = await world.outreach('campaigns guard --pause --json');
    expect([exit, json().items]).toEqual([
      16,
      [expect.objectContaining({ over: ['bounces'], paused: true })],
    ]);
    expect([pauses(world), statusOf(world)]).toEqual([1, 'paused']);
    const journal = (await world.outreach('journal list --json')).json();
    expect(journal.items).toMatchObject([
      {
        operation: 'campaigns.pause',
        state: 'done',
        effect: 'none',
        summary: expect.stringMatching(/^Pause campaign 1 "C1": \d+ of the newest 30 people/),
      },
    ]);
    for (const [line, exit] of [
      ['campaigns guard --pause', 0],
      ['campaigns guard 1 --pause', 0],
    ] as const)
      expect([line, (await world.outreach(line)).exit]).toEqual([line, exit]);
    expect(pauses(world)).toBe(1);
  });

  it('lets a good campaign go on, and looks at no other', async () => {
    const world = await newWorld();
    dead(world, 0);
    await plant(world, { campaigns: [{}, { status: 'paused' }, { status: 'draft' }], leads: 60 });
    const { exit, json } = await at(world, 'campaigns guard --pause --json');
    expect([exit, json().items]).toEqual([0, [expect.objectContaining({ campaignId: 1, over: [] })]]);
    expect((await world.outreach('campaigns guard C3 --json')).json().items).toMatchObject([
      { campaignId: 3, window: null, over: [], paused: false },
    ]);
    expect((await world.outreach('campaigns guard 77')).exit).toBe(6);
    expect((await world.outreach('campaigns guard 1 --all-profiles')).exit).toBe(2);
  });

  it('counts complaints', async () => {
    const world = await newWorld();
    dead(world, 0, { complaint: 0.3 });
    await plant(world, { leads: 60 });
    const { exit, json } = await at(world, 'campaigns guard --pause --json');
    expect([exit, json().items]).toMatchObject([16, [{ over: ['complaints'], paused: true }]]);
  });

  it('changes nothing in a dry run, nor what the next look says', async () => {
    const world = await burning();
    const { exit, json } = await world.outreach('campaigns guard --pause --dry-run --json');
    expect([exit, json().items]).toMatchObject([
      16,
      [{ paused: false, request: { method: 'POST', path: '/campaigns/1/pause' } }],
    ]);
    expect([pauses(world), statusOf(world)]).toEqual([0, 'running']);
    const text = await world.outreach('campaigns guard 1 --pause --dry-run');
    expect(text.err).toContain('A dry run: 1 campaign would be paused');
    expect(text.err).toContain('Campaign 1: the first look from here');
    const next = (await world.outreach('campaigns guard --json')).json();
    expect(next.items).toMatchObject([{ window: { since: null } }]);
  });

  it('pauses one campaign once where two look at the same time', async () => {
    const world = await burning();
    const runs = await Promise.all([1, 2].map(() => world.outreach('campaigns guard --pause --json')));
    expect(runs.map(({ exit }) => [0, 16].includes(exit))).toEqual([true, true]);
    expect(statusOf(world)).toBe('paused');
  });
});

it('shows the verdict first, and in the narrowest table', async () => {
  const look = { tty: true, columns: 60, env: { NO_COLOR: '1' } };
  const burnt = await (await burning(look)).outreach('campaigns guard --pause');
  expect(burnt.out).toMatch(
    /^1 of 1 campaign is over the limit\.\n.*VERDICT.*\n.*too many bounces, paused +\d+ of 30/,
  );
  const spared = await burning({ ...look, ...listedAs((one) => Object.assign(one, calmed)) });
  const { out } = await spared.outreach('campaigns guard');
  expect(out).toMatch(/^No campaign is over the limit \(1 campaign looked at\)\.\n.*VERDICT.*\n.*ok/);
});

it('is seen by why, which then proposes nothing that sends more', async () => {
  const world = await burning();
  const { causes } = (await world.outreach('campaigns why 1 --json')).json();
  expect(causes.at(-1)).toMatchObject({
    cause: 'bounces-high',
    binding: false,
    message: expect.stringMatching(/of the newest 30 people contacted bounced .* Pause it, look at its list/),
    command: 'outreach campaigns guard 1 --pause',
  });
  expect(causes.slice(0, -1).map(({ command }: { command: unknown }) => command)).not.toContainEqual(
    expect.any(String),
  );
  expect(JSON.stringify((await world.outreach('campaigns guard --json')).json())).toContain('"since":null');
});

interface Found {
  readonly rule: string;
  readonly kind: string;
  readonly message: string;
}

const attentionOf = async (world: TestWorld): Promise<Found[]> => {
  const { attention } = (await world.outreach('status --json')).json().profiles[0];
  return attention.filter(({ kind }: Found) => /^(bounces|complaints)-high$/.test(kind));
};

const burnsIn = async (world: TestWorld, line = 'campaigns check 1 --json'): Promise<Found[]> =>
  (await world.outreach(line)).json().problems.filter(({ rule }: Found) => rule.endsWith('-high'));

describe('a campaign that the guard paused', () => {
  const shown = (said: string) => ({
    severity: 'fail',
    message: expect.stringMatching(`^campaign 1 "C1": paused by guard: ${said}. ${order}$`),
    command: 'outreach campaigns check 1',
  });
  const order = 'Look at its list, verify it, clean it, then resume it';

  it('needs a person in status, whatever is deleted meanwhile, until it runs again', {
    tags: ['slow', 'needed'],
  }, async () => {
    const world = await burning();
    const { items } = (await world.outreach('campaigns guard --pause --json')).json();
    const said = `${items[0].bounced} of 30 bounced \\([\\d.]+%\\)`;
    const expected = [{ kind: 'bounces-high', count: items[0].bounced, ...shown(said) }];
    expect(await attentionOf(world)).toMatchObject(expected);
    const { causes } = (await world.outreach('campaigns why 1 --json')).json();
    expect(causes).toMatchObject([
      { cause: 'paused', message: expect.stringContaining('`outreach campaigns resume 1` starts it again') },
      { cause: 'bounces-high', message: expect.stringContaining('paused by guard'), command: null },
    ]);
    const { out } = await world.outreach('campaigns check 1 --rule bounced-before --leads');
    expect((await world.outreach('leads delete - --yes', { stdin: out })).exit).toBe(0);
    expect(await attentionOf(world)).toMatchObject(expected);
    expect((await world.outreach('status --exit-code')).exit).toBe(16);
    expect((await world.outreach('campaigns resume 1 --yes')).exit).toBe(0);
    expect(await attentionOf(world)).toEqual([]);
    await world.outreach('campaigns pause 1');
    expect(await attentionOf(world)).toEqual([]);
  });

  it('is shown for what it was paused for, not where a person paused it', async () => {
    const world = await newWorld();
    dead(world, 0, { complaint: 0.3 });
    await plant(world, { leads: 60 });
    await at(world, 'campaigns guard --pause');
    expect(await attentionOf(world)).toMatchObject([
      { kind: 'complaints-high', ...shown('\\d+ of 30 reported it as spam \\([\\d.]+%\\)') },
    ]);
    const paused = await burning();
    await paused.outreach('campaigns guard');
    await paused.outreach('campaigns pause 1');
    expect(await attentionOf(paused)).toEqual([]);
    const { causes } = (await paused.outreach('campaigns why 1 --json')).json();
    expect(causes.map(({ cause }: { cause: string }) => cause)).toEqual(['paused']);
  });
});

describe('the launch checks', () => {
  const warned = (message: string, fix: string | null) => [
    { rule: 'bounces-high', severity: 'warn', message: expect.stringMatching(message), fix },
  ];

  it('warn of a campaign that is over the limit, in the words of status, and block nothing by that', {
    tags: ['slow', 'needed'],
  }, async () => {
    const world = await burning();
    expect(await burnsIn(world)).toMatchObject(
      warned(
        'of the newest 30 people contacted bounced .* Pause it, look',
        'outreach campaigns guard 1 --pause',
      ),
    );
    const [found] = await attentionOf(world);
    expect([found?.message]).toEqual(
      (await burnsIn(world)).map(({ message }) => `campaign 1 "C1": ${message}`),
    );
    await world.outreach('campaigns guard --pause');
    const said = 'paused by guard: \\d+ of 30 bounced \\([\\d.]+%\\)\\. Look at its list, verify';
    expect(await burnsIn(world)).toMatchObject(warned(`^${said}`, null));
    const resumed = await world.outreach('campaigns resume 1 --yes --accept bounced-before=test');
    expect([resumed.exit, resumed.err]).toEqual([0, expect.stringMatching(`Warning, bounces-high: ${said}`)]);
    expect(await burnsIn(world)).toEqual([]);
  });

  it('warn where a person paused it, also before the first look, and not of a good one', async () => {
    const world = await burning();
    await world.outreach('campaigns pause 1');
    expect(await burnsIn(world)).toMatchObject(
      warned('^\\d+ of the newest 30 people .*\\. Look at its list', null),
    );
    expect(await burnsIn(world, 'campaigns check 1 --only copy --json')).toEqual([]);
    const good = await newWorld();
    dead(good, 0);
    await plant(good);
    await good.outreach('sandbox clock advance 1d');
    expect(await burnsIn(good)).toEqual([]);
  });

  it('do not know of what the service does not show', async () => {
    const world = await burning(
      listedAs(({ stats }) => {
        stats.bouncedLeadsCount = stats.contactedLeadsCount + 1;
      }),
    );
    const { unknown } = (await world.outreach('campaigns check 1 --json')).json();
    expect(unknown.map(({ rule }: Found) => rule)).toEqual(
      expect.arrayContaining(['bounces-high', 'complaints-high']),
    );
    const quiet = await burning(failing(/\/stats$/, 404));
    const known = (await quiet.outreach('campaigns check 1 --json')).json();
    expect(known.unknown.map(({ rule }: Found) => rule)).toContain('complaints-high');
    expect(known.unknown.map(({ rule }: Found) => rule)).not.toContain('bounces-high');
  });
});

describe('a campaign that was cleaned and resumed', () => {
  const resume = 'campaigns resume 1 --yes';
  /** The people left are all there. */
  const clean = (world: TestWorld) =>
    world.database.exec("UPDATE lead SET email = replace(email, '@', '.x@')");
  const cleanly = async (world: TestWorld) => {
    dead(world, 0);
    clean(world);
    const started = await world.outreach(resume);
    expect([started.exit, started.exit === 0 ? '' : started.err]).toEqual([0, '']);
    const first = await world.outreach('campaigns guard --pause --json');
    expect([first.exit, first.json().items[0].window.contacted]).toEqual([0, 0]);
    for (let day = 0; day < 2; day++) {
      const { exit, json } = await at(world, 'campaigns guard --pause --json');
      expect([exit, json().items]).toMatchObject([0, [{ window: { bounced: 0 }, over: [] }]]);
    }
    const [row] = (await world.outreach('campaigns guard --json')).json().items as Row[];
    expect(row?.window.contacted).toBeGreaterThan(0);
    expect(row?.window.since).toMatch(/^2026-03/);
    expect(statusOf(world)).toBe('running');
  };

  it('is not paused again for its past', { tags: 'slow' }, async () => {
    const world = await burning();
    await world.outreach('campaigns guard --pause');
    await cleanly(world);
  });

  it('is not where the guard was killed before it kept what it did', { tags: 'slow' }, async () => {
    const world = await burning();
    await world.outreach('campaigns guard');
    world.database.exec("UPDATE campaign SET status = 'paused' WHERE id = 1");
    await world.outreach('status');
    await cleanly(world);
  });

  it('is not where a person paused and resumed it between two looks', { tags: 'slow' }, async () => {
    const world = await burning();
    await world.outreach('campaigns guard');
    await world.outreach('campaigns pause 1');
    await cleanly(world);
  });

  it.each(['1d', '2d'])('is where it burns on: first look after %s', { tags: 'slow' }, async (days) => {
    const world = await burning();
    await world.outreach('campaigns guard --pause');
    expect((await world.outreach(`${resume} --accept bounced-before=test`)).exit).toBe(0);
    const { exit, json } = await at(world, 'campaigns guard --pause --json', days);
    const { items } = json();
    expect([exit, items]).toMatchObject([16, [{ paused: true, over: ['bounces'] }]]);
    expect(items[0].window.contacted).toBeLessThanOrEqual(items[0].contacted - 30);
    expect(items[0].window.contacted).toBeGreaterThan(0);
    expect(pauses(world)).toBe(2);
  });

  it('is where a person paused it, no look saw it, and it burns on', {
    tags: ['slow', 'needed'],
  }, async () => {
    const world = await burning();
    await world.outreach('campaigns pause 1');
    expect((await world.outreach(`${resume} --accept bounced-before=test`)).exit).toBe(0);
    const { exit, json } = await at(world, 'campaigns guard 1 --json', '2d');
    const [row] = json().items;
    expect([exit, row.window.contacted]).toEqual([16, row.contacted - 30]);
  });
});

describe('what cannot be read, or paused', () => {
  it('leaves complaints unknown where the path of the figures is not there, says so once, and judges bounces', async () => {
    const world = await burning(failing(/\/stats$/, 404), [{}, {}]);
    const { exit, json, err } = await world.outreach('campaigns guard --json');
    expect(exit).toBe(16);
    for (const row of json().items as Row[]) expect(row).toMatchObject({ complaints: null, error: null });
    expect(err.match(/profiles route campaigns\.stats/g)).toHaveLength(1);
    dead(world, 0);
    const quiet = await newWorld(failing(/\/stats$/, 404));
    dead(quiet, 0);
    await plant(quiet);
    expect((await at(quiet, 'campaigns guard')).exit).toBe(0);
  });

  it('ends with 15 where figures fail, unless one burns', async () => {
    const world = await newWorld(failing(/\/stats$/, 500));
    dead(world, 0);
    await plant(world, { leads: 60 });
    const { exit, json, err } = await at(world, 'campaigns guard --json');
    expect([exit, failureOf(err).code]).toEqual([15, 'not_all_read']);
    expect(failureOf(err).message).toContain('is over the limit, 1 could not be read: ');
    expect(json().items).toMatchObject([
      { contacted: 30, complaints: null, error: { message: expect.any(String) } },
    ]);
    expect((await (await burning(failing(/\/stats$/, 500))).outreach('campaigns guard')).exit).toBe(16);
  });

  it.each([404, 500])('ends with 15 where the pause fails: %s', async (status) => {
    const world = await burning(failing(/\/pause$/, status));
    const { exit, json, err } = await world.outreach('campaigns guard --pause --json');
    expect([exit, failureOf(err).code]).toEqual([15, 'not_all_stopped']);
    expect(json().items).toMatchObject([
      { over: ['bounces'], paused: false, error: { message: expect.any(String) } },
    ]);
    expect((await world.outreach('journal list --json')).json().items).toEqual([]);
  });

  it.each([
    ['Active', 16],
    ['RUNNING', 16],
    [null, 16],
    ['Draft', 0],
  ])('judges what is not known to rest: %s', async (status, exit) => {
    const shown = listedAs((campaign) => {
      campaign.status = status;
    });
    const { exit: ended, json } = await (await burning(shown)).outreach('campaigns guard --json');
    expect([ended, json().items.length]).toEqual([exit, exit === 0 ? 0 : 1]);
  });

  it('ends with 15 where more people bounced than were contacted', async () => {
    const impossible = listedAs(({ stats }) => {
      stats.bouncedLeadsCount = stats.contactedLeadsCount + 1;
    });
    const { exit, json } = await (await burning(impossible)).outreach('campaigns guard --pause --json');
    expect([exit, json().items]).toMatchObject([
      15,
      [{ over: [], window: null, paused: false, error: { code: 'other_shape' } }],
    ]);
  });

  it.each([
    ['its figures are text', { stats: 'many' }, { name: 'C2' }],
    ['a count is text', { stats: { contactedLeadsCount: '30', bouncedLeadsCount: 12 } }, { bounced: 12 }],
    ['its figures are a list', { stats: [30, 12] }, {}],
    ['it has none', { stats: undefined }, {}],
    ['its name is a number', { name: 7, stats: 7 }, { name: 'name not known' }],
    ['it has no id', { id: undefined }, { campaignId: null }],
    ['it is none', null, { campaignId: null }],
  ])('judges the others where one has a strange shape: %s', async (_, change, shown) => {
    let isGood = false;
    const world = await burning(
      listedWith((all) =>
        all.map((one) => (one.id === 2 ? change && { ...one, ...change } : isGood ? calm(one) : one)),
      ),
      [{}, {}, {}],
    );
    const { exit, json } = await world.outreach('campaigns guard --pause --json');
    const { items } = json() as { items: Row[] };
    expect([exit, items.map(({ over, paused }) => [over, paused])]).toEqual([
      16,
      expect.arrayContaining([
        [['bounces'], true],
        [['bounces'], true],
        [[], false],
      ]),
    ]);
    expect(items.find(({ over }) => over.length === 0)).toMatchObject({
      window: null,
      error: { message: expect.stringMatching(/does not show how many people|without an id/) },
      ...shown,
    });
    isGood = true;
    for (const id of [1, 3]) world.database.exec(`UPDATE campaign SET status = 'running' WHERE id = ${id}`);
    const calmly = await world.outreach('campaigns guard --json');
    expect([calmly.exit, failureOf(calmly.err).code]).toEqual([15, 'not_all_read']);
    const stopped = await world.outreach('campaigns pause --all --json');
    expect(
      stopped.json().items.filter(({ outcome }: { outcome: string }) => outcome === 'paused').length,
    ).toBe(shown && 'campaignId' in shown ? 2 : 3);
  });

  it('is not paused where the answer says that it runs on', async () => {
    const deaf = (): WorldOptions => ({
      between: (next) => (request, signal) =>
        /\/pause$/.test(request.path)
          ? next({ ...request, method: 'GET', path: request.path.replace(/\/pause$/, '') }, signal)
          : next(request, signal),
    });
    for (const line of ['campaigns guard --pause', 'campaigns pause --all']) {
      const { exit, json } = await (await burning(deaf())).outreach(`${line} --json`);
      expect([line, exit, json().items]).toMatchObject([line, 15, [{ error: { code: 'not_paused' } }]]);
    }
    const alone = await (await burning(deaf())).outreach('campaigns pause 1 --json');
    expect([alone.exit, failureOf(alone.err).code]).toEqual([7, 'not_paused']);
  });

  it('ends as other commands do where nothing can be read', async () => {
    const world = await newWorld(failing(/\/campaigns$/, 500));
    expect((await world.outreach('campaigns guard')).exit).toBe(11);
  });

  it('judges the pages that it has', async () => {
    const world = await burning(
      {
        between: (next) => (request, signal) => {
          const query = request.query.map(([name, value]): [string, string] => [
            name,
            name === 'limit' ? '2' : value,
          ]);
          return query.some(([name, value]) => name === 'page' && value === '2')
            ? Promise.resolve({ status: 500, headers: {}, body: 'broken' })
            : next({ ...request, query }, signal);
        },
      },
      [{ status: 'draft' }, { status: 'draft' }, {}],
    );
    const { exit, json } = await world.outreach('campaigns guard --pause --json');
    expect([exit, json().items]).toMatchObject([16, [{ campaignId: 3, paused: true }, { campaignId: null }]]);
  });

  it('ends in a read-only profile as pause does', async () => {
    const world = await liveWorld();
    await world.outreach(`login --profile prod --base-url ${baseUrl} --key-stdin`, { stdin: liveKey });
    await burn(world);
    await world.outreach('profiles set prod --read-only');
    for (const [line, exit, code] of [
      ['campaigns pause 1', 5, 'read_only_profile'],
      ['campaigns guard 1 --pause', 5, 'read_only_profile'],
      ['campaigns guard --pause', 15, 'not_all_stopped'],
      ['campaigns guard', 16, 'over_limit'],
    ] as const) {
      const run = await world.outreach(`${line} --json`);
      expect([line, run.exit, failureOf(run.err).code]).toEqual([line, exit, code]);
    }
    expect(world.sent.filter(({ path }) => path.endsWith('/pause'))).toEqual([]);
  });

  it('covers every profile, and gives one that cannot be read its own row', async () => {
    let isBroken = false;
    const world = await liveWorld({ answer: () => (isBroken ? { status: 500 } : undefined) });
    await world.outreach(`login --profile prod --base-url ${baseUrl} --key-stdin`, { stdin: liveKey });
    isBroken = true;
    expect((await world.outreach('campaigns guard --all-profiles --json')).exit).toBe(15);
    await burn(world);
    const { exit, json } = await world.outreach('campaigns guard --all-profiles --pause --json');
    expect([exit, json().items]).toMatchObject([
      16,
      [
        { profile: 'sandbox', over: ['bounces'], paused: true },
        { profile: 'prod', campaignId: null, error: { message: expect.any(String) } },
      ],
    ]);
  });
});

describe('what is kept of looks', () => {
  const change = async (world: TestWorld, sql: string) => {
    const stored = await openDatabase(join(world.home, 'state', 'checks.db'));
    stored.exec(sql);
    stored.close();
  };
  const kept = async (world: TestWorld) => {
    const stored = await openDatabase(join(world.home, 'state', 'checks.db'));
    const found = stored
      .prepare("SELECT found FROM look WHERE name = 'campaigns guard'")
      .get<{ found: string }>();
    stored.close();
    return found?.found ?? '';
  };

  it('is figures only', async () => {
    const world = await burning();
    await world.outreach('campaigns guard');
    expect(Object.keys(JSON.parse(await kept(world)))).toEqual(['version', 'campaigns']);
    expect(await kept(world)).not.toMatch(/@|C1|firm/);
  });

  it.each([
    ['no JSON', 'oops'],
    ['another version', '{"version":99,"campaigns":{}}'],
    [
      'no reason',
      '{"version":1,"campaigns":{"1":{"looks":[{"contacted":1,"bounced":0,"complaints":0,"at":null}],"isPaused":true,"start":0,"held":{"over":["x"],"window":{"contacted":1,"bounced":0,"complaints":0,"since":null}}}}}',
    ],
    ['no figures', '{"version":1,"campaigns":{"1":{"looks":[{"contacted":"x"}],"isPaused":true,"start":0}}}'],
    ['nothing', '{"version":1,"campaigns":{"1":{"looks":[],"isPaused":true,"start":0}}}'],
  ])('counts as none where it is damaged, which is said: %s', async (_, found) => {
    const world = await burning();
    await world.outreach('campaigns guard');
    await change(world, `UPDATE look SET found = '${found}' WHERE name = 'campaigns guard'`);
    const { exit, err } = await world.outreach('campaigns guard');
    expect([exit, err]).toEqual([
      16,
      expect.stringContaining('What earlier looks kept of bounces cannot be read'),
    ]);
    expect(err).toContain('Campaign 1: the first look from here');
    expect(JSON.parse(await kept(world)).version).toBe(1);
  });

  it.each(['checks.db', 'checks.db-wal', 'checks.db-journal'])(
    'is nothing where %s is a folder, which is said, and the figures of the service count',
    { tags: 'slow' },
    async (name) => {
      const world = await burning();
      rmSync(join(world.home, 'state', 'checks.db'), { force: true });
      mkdirSync(join(world.home, 'state', name), { recursive: true });
      for (const [line, ended] of [
        ['status --exit-code', 16],
        ['campaigns check 1', 0],
        ['campaigns guard --pause', 16],
      ] as const) {
        const { exit, err } = await world.outreach(line);
        expect([line, exit, err]).toEqual([
          line,
          ended,
          expect.stringContaining('Nothing of this look is stored'),
        ]);
      }
      expect(pauses(world)).toBe(1);
      expect((await world.outreach('campaigns resume 1 --yes --accept bounced-before=test')).exit).toBe(0);
      expect(statSync(join(world.home, 'state', name)).isDirectory()).toBe(true);
    },
  );

  it('is nothing in a home that cannot be written, which is said', async () => {
    const world = await burning({ env: { OUTREACH_HOME: '/proc/outreach' } });
    const { exit, err } = await world.outreach('campaigns guard --pause');
    expect([exit, pauses(world)]).toEqual([16, 1]);
    expect(err).toContain('Nothing of this look is stored');
  });
});

it('is a tool that reads', async () => {
  const found = (await (await newWorld()).outreach('commands campaigns guard --json')).json();
  expect(found).toMatchObject({ tool: 'read', consent: 'never' });
});
