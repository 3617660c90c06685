import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/contract/wire.ts';
import { savedOnce } from '../../saved-once.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../../world.ts';
import { makeReady, people, readyCampaign } from './ready-campaign.ts';

/** What verification jobs and columns say of the people of a campaign, wherever it may start to write to them. */

interface Job {
  readonly id: number;
  readonly status?: string;
  readonly finishedAt?: string;
  /** Where it is another than that of its records. */
  readonly total?: number;
  readonly invalid?: number;
  /** `3` is the address of the third person of a campaign, and `*` of every one. */
  readonly says: Readonly<Record<string, string>>;
}

const addressOf = (at: number | string) => `ana${at}@firm${at}.example`;
const missing = { status: 404, headers: {}, body: 'page not found' };
const json = (body: unknown) => ({ status: 200, headers: {}, body: JSON.stringify(body) });

/** A service whose jobs are these; without records their path is not there. */
const jobs =
  (some: readonly Job[], records: 'whole' | 'missing' = 'whole') =>
  (next: Transport): Transport =>
  (request, signal) => {
    const [, id, isRecords] = /^\/email-verification\/jobs(?:\/(\d+)(\/records)?)?$/.exec(request.path) ?? [];
    if (request.method !== 'GET' || !request.path.startsWith('/email-verification/jobs'))
      return next(request, signal);
    if (isRecords && records === 'missing') return Promise.resolve(missing);
    const found = some.map(({ says, status = 'completed', finishedAt = '2026-03-01T00:00:00Z', ...job }) => ({
      ...{ total: Object.keys(says).length, ...job, status, finishedAt },
    }));
    if (id === undefined) return Promise.resolve(json({ count: found.length, next: null, results: found }));
    const own = Object.entries(some.find((job) => String(job.id) === id)?.says ?? {});
    const results = own.map(([at, word], row) => ({ id: row + 1, email: addressOf(at), status: word }));
    return Promise.resolve(json({ count: results.length, next: null, results }));
  };

const worldOf = async (some: readonly Job[], count = 4, options: WorldOptions = {}) => {
  const world = await readyCampaign({ between: jobs(some), ...options }, people(count));
  world.requests.length = 0;
  return world;
};

const dead = (...at: number[]): Job['says'] => Object.fromEntries(at.map((one) => [one, 'invalid']));
const verified = (...at: number[]): Job['says'] => Object.fromEntries(at.map((one) => [one, 'valid']));

/** A custom variable of a person, as a column of a file would be. */
const setColumn = (world: TestWorld, at: number, column: string) =>
  world.outreach(['leads', 'update', addressOf(at), '--var', column, '--yes']);

const check = async (world: TestWorld, more = '') => {
  const run = await world.outreach(`campaigns check 1 --only recipients --json ${more}`);
  const { passed, problems, unknown } = run.json();
  const of = (rule: string) => problems.find((one: { rule: string }) => one.rule === rule);
  return {
    exit: run.exit,
    passed,
    of,
    unknown: unknown.map(({ rule }: { rule: string }) => rule),
    why: unknown,
  };
};

describe('known-invalid', () => {
  it('is named by an import into a campaign, also of people who were deleted for it', async () => {
    const world = await worldOf([{ id: 1, says: dead(0, 2) }]);
    await world.outreach(`leads delete ${addressOf(0)} ${addressOf(2)} --yes`);
    const line = 'leads import - --campaign 1';
    const { exit, err } = await world.outreach(line, { stdin: people(4) });
    expect([exit, err]).toEqual([
      0,
      expect.stringContaining(
        `found 2 addresses of this file invalid: ${addressOf(0)}, ${addressOf(2)}. They are imported`,
      ),
    ]);
    const wanted = await world.outreach(`${line} --keep invalid`, { stdin: people(4) });
    const none = await world.outreach(line, { stdin: people(1).replace('ana0', 'other') });
    expect(wanted.err + none.err).not.toContain('invalid');
  });

  it('blocks a launch from three people on, lists them, and puts them on the blocklist', async () => {
    const world = await worldOf([{ id: 1, says: { ...dead(0, 2, 3), 1: 'valid', 77: 'invalid' } }]);
    const { exit, of } = await check(world);
    const list = 'campaigns check 1 --rule known-invalid --leads';
    expect([exit, of('known-invalid')]).toMatchObject([
      16,
      { severity: 'block', count: 3, fix: `outreach ${list} | outreach blocklist import -` },
    ]);
    const refused = await world.outreach('campaigns resume 1 --yes');
    expect([refused.exit, world.requests.includes('POST /campaigns/1/resume')]).toEqual([16, false]);
    const { out } = await world.outreach(list);
    expect(out.trim().split('\n').sort()).toEqual([0, 2, 3].map(addressOf));
    expect((await world.outreach('blocklist import - --yes', { stdin: out })).exit).toBe(0);
    expect((await check(world)).of('known-invalid')).toBeUndefined();
    expect((await world.outreach('campaigns resume 1 --yes')).exit).toBe(0);
  });

  it.each([
    [[{ id: 1, says: dead(0, 1) }], 'warn', 2],
    [[{ id: 1, status: 'canceled', says: { ...dead(0, 1, 2), 3: 'canceled' } }], 'block', 3],
    [[{ id: 1, status: 'running', finishedAt: '', says: dead(0, 1, 2) }], undefined, undefined],
    [[{ id: 1, finishedAt: '2025-09-01T00:00:00Z', says: dead(0, 1, 2) }], undefined, undefined],
    // The list is not in the order of their ends.
    [
      [
        { id: 1, finishedAt: '2026-02-01T00:00:00Z', says: dead(0, 1, 2) },
        { id: 2, finishedAt: '2026-02-02T00:00:00Z', says: verified(0, 1, 2) },
      ],
      undefined,
      undefined,
    ],
  ])('holds what finished jobs say, the newest first: case %#', async (some, severity, count) => {
    const found = (await check(await worldOf(some))).of('known-invalid');
    expect([found?.severity, found?.count]).toEqual([severity, count]);
  });

  it('only lists those of a warning', async () => {
    const { of } = await check(await worldOf([{ id: 1, says: dead(0) }]));
    expect(of('known-invalid')).toMatchObject({ severity: 'warn', fix: null });
    expect(of('known-invalid').message).toContain('--rule known-invalid --leads');
  });

  it('warns where the campaign verifies addresses itself', async () => {
    const world = await worldOf([{ id: 1, says: dead(0, 1, 2) }]);
    await world.outreach('campaigns update 1 --email-verifier');
    expect((await check(world)).of('known-invalid')).toMatchObject({ severity: 'warn', count: 3 });
    await world.outreach('campaigns update 1 --flow api');
    expect((await check(world)).of('known-invalid')).toMatchObject({ severity: 'block' });
  });

  it('leaves whose mail bounced to the rule about that', async () => {
    const world = await worldOf([{ id: 1, says: dead(0, 1, 2) }]);
    await world.outreach('leads categorize 1 bounced --yes');
    const { of } = await check(world);
    expect([of('known-invalid')?.count, of('bounced-before')?.count]).toEqual([2, 1]);
  });

  it('is accepted by name', async () => {
    const world = await worldOf([{ id: 1, says: dead(0, 1, 2) }]);
    expect((await world.outreach('campaigns resume 1 --yes --accept known-invalid="a test"')).exit).toBe(0);
  });

  it('counts columns, and a job beats them', async () => {
    const world = await worldOf([{ id: 1, says: verified(1) }]);
    for (const at of [0, 1, 2, 3]) await setColumn(world, at, 'ZeroBounce Status=invalid');
    expect((await check(world)).of('known-invalid')).toMatchObject({ severity: 'block', count: 3 });
  });
});

describe('a campaign that has started', () => {
  const begun = savedOnce(async (world) => {
    await makeReady(world, people(60));
    for (const line of ['campaigns resume 1 --yes', 'campaigns pause 1'])
      expect((await world.outreach(line)).exit).toBe(0);
  });
  const paused = async (says: Job['says'], columns: readonly number[] = []) => {
    let some: readonly Job[] = [];
    const world = await newWorld({
      saved: await begun(),
      between: (next) => (request, signal) => jobs(some)(next)(request, signal),
    });
    for (const at of columns) await setColumn(world, at, 'Email Opt Out=yes');
    some = [{ id: 1, says }];
    return world;
  };
  const block = (world: TestWorld, ...at: number[]) =>
    world.outreach(`blocklist add ${at.map(addressOf).join(' ')} --yes`);

  it('counts its dead and opted-out people also where they are blocked, and deletes them alone', {
    tags: 'slow',
  }, async () => {
    const world = await paused(dead(0, 1, 2), [3]);
    await block(world, 0, 1, 2, 3);
    for (const [rule, count] of [
      ['known-invalid', 3],
      ['opted-out', 1],
    ] as const) {
      const { exit, of } = await check(world);
      const list = `campaigns check 1 --rule ${rule} --leads`;
      const lines = [...(rule === 'opted-out' ? ['blocklist import -'] : []), 'leads delete -'];
      const fix = lines.map((line) => `outreach ${list} | outreach ${line}`).join(' && ');
      expect([exit, of(rule)]).toMatchObject([16, { severity: 'block', count, fix }]);
      const { out } = await world.outreach(list);
      expect((await world.outreach('leads delete - --yes', { stdin: out })).exit).toBe(0);
    }
    expect((await check(world)).exit).toBe(0);
    expect((await world.outreach('leads list --campaign 1 --all --json')).json().items).toHaveLength(56);
  });

  it('is started again without those who opted out, said no or bounced, also where they are imported again', {
    tags: ['slow', 'needed'],
  }, async () => {
    const world = await paused({}, [3]);
    await world.outreach(`leads categorize ${addressOf(4)} not_interested --yes`);
    await world.outreach(`leads categorize ${addressOf(5)} bounced --yes`);
    const { of } = await check(world);
    for (const [rule, at] of [
      ['opted-out', 3],
      ['said-no', 4],
      ['bounced-before', 5],
    ] as const) {
      const ran = [];
      for (const pipe of of(rule).fix.split(' && ')) {
        const [list = '', change = ''] = pipe
          .split(' | ')
          .map((line: string) => line.replace('outreach ', ''));
        const { out } = await world.outreach(list);
        ran.push([change, out]);
        expect((await world.outreach(`${change} --yes`, { stdin: out })).exit).toBe(0);
        // Of who is blocked alone, the scheduled email still leaves.
        if (change.startsWith('blocklist'))
          expect((await check(world)).of(rule)).toMatchObject({ severity: 'block', count: 1 });
      }
      expect(ran).toEqual(
        ['blocklist import -', 'leads delete -'].map((line) => [line, `${addressOf(at)}\n`]),
      );
    }
    expect((await check(world)).exit).toBe(0);
    await world.outreach('leads import - --campaign 1', { stdin: people(6) });
    expect((await check(world)).of('blocklisted')).toMatchObject({ count: 3 });
    expect((await world.outreach('campaigns resume 1 --yes')).exit).toBe(0);
    await world.outreach('sandbox clock advance 7d');
    const { items } = (await world.outreach('sandbox outbox list --all --json')).json();
    const to = items.map(({ to }: { to: string }) => to);
    expect([2, 3, 4, 5].map((at) => to.includes(addressOf(at)))).toEqual([true, false, false, false]);
  });

  it('is not asked for fewer recipients because some are blocked', async () => {
    const world = await paused({});
    await block(world, 0, 1, 2, 3);
    const run = await world.outreach('campaigns resume 1 --yes --max-recipients 59');
    expect([run.exit, run.err]).toEqual([3, expect.stringContaining('60')]);
    expect((await world.outreach('campaigns resume 1 --yes --max-recipients 60')).exit).toBe(0);
  });

  it('is not excused by its verifier, which no one is advised to switch on', async () => {
    const world = await paused(dead(0, 1, 2));
    await world.outreach('campaigns update 1 --email-verifier');
    const { of } = await check(world);
    expect(of('known-invalid')).toMatchObject({ severity: 'block', count: 3 });
    expect(of('not-verified').message).not.toContain('email-verifier');
  });
});

describe('the calls of a check', () => {
  const asked = ({ requests }: TestWorld) => requests.filter((one) => one.includes('/email-verification/'));

  it('are one more for an account without jobs', async () => {
    const world = await worldOf([]);
    await check(world);
    expect(asked(world)).toEqual([]);
    const real = await readyCampaign({}, people(4));
    await check(real);
    expect(asked(real)).toEqual(['GET /email-verification/jobs']);
  });

  it('end where each address has a verdict of a job', async () => {
    const calls: string[] = [];
    const some = [3, 2, 1].map((id) => ({
      id,
      finishedAt: `2026-02-0${id}T00:00:00Z`,
      says: id === 3 ? verified(0, 1) : id === 2 ? verified(2, 3) : dead(0, 1, 2, 3),
    }));
    const world = await readyCampaign(
      {
        between: (next) => {
          const service = jobs(some)(next);
          return (request, signal) => {
            calls.push(request.path);
            return service(request, signal);
          };
        },
      },
      people(4),
    );
    calls.length = 0;
    expect((await check(world)).of('known-invalid')).toBeUndefined();
    expect(calls.filter((path) => path.endsWith('/records'))).toEqual([
      '/email-verification/jobs/3/records',
      '/email-verification/jobs/2/records',
    ]);
  });
});

describe('records that cannot be read', () => {
  const rules = ['known-invalid', 'risky-share', 'not-verified'];

  it.each([
    ['are missing', jobs([{ id: 1, says: dead(0, 1, 2) }], 'missing'), 'profiles route verification.records'],
    ['are strange', jobs([{ id: 1, says: { 0: 'odd' } }]), '1 record of verification jobs has no address'],
    ['are none', jobs([{ id: 1, says: {}, total: 60 }]), '60 addresses fewer than they looked at'],
    ['are too few', jobs([{ id: 1, says: verified(0), total: 2 }]), '1 address fewer than they looked at'],
    [
      'are fewer than their counts',
      jobs([{ id: 1, status: 'canceled', says: verified(0), total: 9, invalid: 3 }]),
      '2 addresses fewer',
    ],
  ])('leave the rules unknown where they %s', async (_, between, reason) => {
    const world = await readyCampaign({ between }, people(4));
    const { exit, passed, unknown, why } = await check(world);
    expect([exit, passed, unknown]).toEqual([0, null, expect.arrayContaining(rules)]);
    expect(why.find(({ rule }: { rule: string }) => rule === 'known-invalid').why).toContain(reason);
  });

  it.each([
    ['missing', jobs([{ id: 1, says: dead(0, 1, 2) }], 'missing')],
    ['too few', jobs([{ id: 1, says: verified(0), total: 2 }])],
  ])('let a campaign start, which says so, but not pass with --strict: %s', async (_, between) => {
    const world = await readyCampaign({ between }, people(4));
    expect((await check(world, '--strict')).exit).toBe(16);
    const { exit: started, err } = await world.outreach('campaigns resume 1 --yes');
    expect([started, err]).toEqual([0, expect.stringContaining('Not checked, known-invalid')]);
    const { err: listed } = await world.outreach('campaigns check 1 --rule known-invalid --leads');
    expect(listed).toContain('The list may be incomplete');
  });

  it('leave what columns say as it is', async () => {
    const world = await readyCampaign({ between: jobs([{ id: 1, says: {} }], 'missing') }, people(3));
    for (const at of [0, 1, 2]) await setColumn(world, at, 'ZeroBounce Status=invalid');
    const { exit, of } = await check(world);
    expect([exit, of('known-invalid')?.count]).toEqual([16, 3]);
  });
});

describe('opted-out', () => {
  it('blocks from one person, and leaves who unsubscribed to the rule about that', async () => {
    const world = await worldOf([]);
    for (const at of [0, 1]) await setColumn(world, at, 'Unsubscribed from all email=true');
    const { exit, of } = await check(world);
    expect([exit, of('opted-out')]).toMatchObject([
      16,
      {
        severity: 'block',
        count: 2,
        fix: expect.stringContaining('--rule opted-out --leads | outreach blocklist import'),
      },
    ]);
    const body = JSON.stringify({
      event: 'EmailUnsubscribe',
      lead_email: addressOf(1),
      unsubscribed_at: '2026-03-01',
    });
    const event = {
      receivedAt: '2026-03-01T00:00:00Z',
      headers: [['content-type', 'application/json']],
      body,
    };
    writeFileSync(join(world.home, 'events.ndjson'), `${JSON.stringify(event)}\n`);
    const withEvents = await check(world, '--events events.ndjson');
    expect([withEvents.of('opted-out')?.count, withEvents.of('unsubscribed')?.count]).toEqual([1, 1]);
  });
});

it('only lists those of risky-share, as they may want the mail', async () => {
  const says = Object.fromEntries([0, 1, 2, 3, 4].map((at) => [at, 'catch_all']));
  const world = await worldOf([{ id: 1, says }], 6);
  const { of } = await check(world);
  expect(of('risky-share')).toMatchObject({
    ...{ severity: 'warn', count: 5, fix: null },
    message: expect.stringContaining('to see them: outreach campaigns check 1 --rule risky-share --leads'),
  });
  const { out } = await world.outreach('campaigns check 1 --rule risky-share --leads');
  expect(out.trim().split('\n').sort()).toEqual([0, 1, 2, 3, 4].map(addressOf));
});

describe('not-verified', () => {
  const line = 'outreach verification jobs create --campaign 1';

  it('says what verifying costs, and the two ways', async () => {
    const { exit, of } = await check(await worldOf([{ id: 1, says: verified(0, 1) }], 60));
    expect([exit, of('not-verified')]).toMatchObject([0, { severity: 'warn', count: 58 }]);
    const { message } = of('not-verified');
    for (const part of ['at most $0.464', line, 'outreach campaigns update 1 --email-verifier'])
      expect(message).toContain(part);
  });

  it('says that the price is not known where the rates are not there', async () => {
    const world = await readyCampaign(
      {
        between: (next) => (request, signal) =>
          request.path.endsWith('/rates') ? Promise.resolve(missing) : next(request, signal),
      },
      people(60),
    );
    expect((await check(world)).of('not-verified').message).toContain('verifying them: price unknown');
  });

  it('holds where few get mail, or the campaign verifies them', async () => {
    expect((await check(await worldOf([], 49))).of('not-verified')).toBeUndefined();
    const world = await worldOf([], 60);
    await world.outreach('campaigns update 1 --email-verifier');
    expect((await check(world)).of('not-verified')).toBeUndefined();
  });

  it.each([
    [30, undefined],
    [29, 31],
  ])('counts %i people whom an import of the finder has verified', async (valid, count) => {
    const imported = { importId: 9, campaignId: 1, status: 'completed', added: 50, verifyEmails: true };
    const record = {
      ...imported,
      finishedAt: '2026-03-01T00:00:00Z',
      verification: { valid, catchAll: 0, unknown: 0 },
    };
    const world = await readyCampaign(
      {
        between: (next) => (request, signal) =>
          request.path === '/lead-finder/imports' && request.method === 'GET'
            ? Promise.resolve(
                json({ imports: [record, { ...record, campaignId: 2 }, { ...record, finishedAt: null }] }),
              )
            : next(request, signal),
      },
      people(60),
    );
    expect((await check(world)).of('not-verified')?.count).toBe(count);
  });
});

describe('people who join a running campaign', () => {
  const running = async (some: readonly Job[], options: WorldOptions = {}) => {
    const world = await worldOf(some, 3, options);
    world.database.prepare("UPDATE campaign SET status = 'running' WHERE id = 1").run();
    return world;
  };
  const rows = (...at: number[]) =>
    `email,First Name,Company\n${at.map((one) => `${addressOf(one)},Ana,Firm`).join('\n')}\n`;
  const members = async (world: TestWorld) =>
    (await world.outreach('leads list --campaign 1 --all --json')).json().items.length;

  it('are left out of an import where a job says that three are dead', async () => {
    const world = await running([{ id: 1, says: dead(10, 11, 12) }]);
    const run = await world.outreach('leads import - --campaign 1 --yes', { stdin: rows(10, 11, 12, 13) });
    expect([run.exit, run.err, await members(world)]).toEqual([
      15,
      expect.stringContaining('known-invalid 3'),
      4,
    ]);
  });

  it('are not excused by its verifier, which may look too late', async () => {
    const world = await running([{ id: 1, says: dead(10, 11, 12) }]);
    await world.outreach('campaigns update 1 --email-verifier --yes');
    const run = await world.outreach('leads import - --campaign 1 --yes', { stdin: rows(10, 11, 12, 13) });
    expect([run.exit, run.err, await members(world)]).toEqual([
      15,
      expect.stringContaining('known-invalid 3'),
      4,
    ]);
  });

  it('are taken with a word where two are, and where the rule is accepted', async () => {
    const world = await running([{ id: 1, says: dead(10, 11, 12) }]);
    const two = await world.outreach('leads import - --campaign 1 --yes', { stdin: rows(10, 11, 13) });
    expect([two.exit, two.err, await members(world)]).toEqual([
      0,
      expect.stringContaining('Warning, known-invalid'),
      6,
    ]);
    const accepted = 'leads import - --campaign 1 --yes --accept known-invalid=test';
    expect((await world.outreach(accepted, { stdin: rows(10, 11, 12, 14) })).exit).toBe(0);
  });

  it('are left out as opted out where another row says so, whatever else is wrong with theirs', async () => {
    const world = await running([]);
    const rows = `email,First Name,Company,Email Opt Out\n${addressOf(20)},Ana,Firm,Yes\n${addressOf(20)},,,No\n`;
    writeFileSync(join(world.home, 'rows.csv'), `${rows}${addressOf(21)},Bo,Firm,No\n`);
    const run = await world.outreach('leads import rows.csv --campaign 1 --yes --json --rejects out.csv');
    expect(run.json().rejects).toMatchObject([{ kind: 'opted-out', count: 2 }]);
  });

  it('are left out where the service has them as opted out', async () => {
    const world = await running([]);
    await world.outreach(['leads', 'add', addressOf(20), '--var', 'Email Opt Out=yes']);
    const run = await world.outreach('leads import - --campaign 1 --yes', { stdin: rows(20, 21) });
    expect([run.exit, run.err, await members(world)]).toEqual([
      15,
      expect.stringContaining('opted-out 1'),
      4,
    ]);
  });

  it('are refused one by one where they opted out, and named where they are dead', async () => {
    const world = await running([{ id: 1, says: dead(10) }]);
    const add = `leads add ${addressOf(10)} --first-name Ana --company Firm --campaign 1 --yes`;
    const dying = await world.outreach(add);
    expect([dying.exit, dying.err]).toEqual([0, expect.stringContaining('known-invalid')]);
    const out = await world.outreach([...add.replaceAll('10', '11').split(' '), '--var', 'do_not_email=yes']);
    expect([out.exit, out.err]).toEqual([16, expect.stringContaining('opted-out')]);
  });

  it('cost at most fifty calls where few join, and it says what was not read', async () => {
    let calls = 0;
    const many =
      (next: Transport): Transport =>
      (request, signal) => {
        const page = Number(new Map(request.query).get('page') ?? 1);
        if (request.path === '/email-verification/jobs' && request.method === 'GET')
          return Promise.resolve(
            json({ count: 1, results: [{ id: 1, status: 'completed', total: 20_000 }] }),
          );
        if (!request.path.endsWith('/records')) return next(request, signal);
        calls += 1;
        const results = Array.from({ length: 200 }, (_, at) => ({
          ...{ id: page * 200 + at, email: `old${page * 200 + at}@old.example`, status: 'invalid' },
        }));
        return Promise.resolve(json({ count: 20_000, results }));
      };
    const world = await running([], { between: many });
    const { exit, err } = await world.outreach(
      `leads add ${addressOf(10)} --first-name Ana --company Firm --campaign 1 --yes`,
    );
    expect([exit, calls, err]).toEqual([0, 50, expect.stringContaining('only 10,000 newest records')]);
  });

  it('are not checked without a word where records cannot be read', async () => {
    const between = jobs([{ id: 1, says: dead(10, 11, 12) }], 'missing');
    const world = await running([], { between });
    const run = await world.outreach('leads import - --campaign 1 --yes', { stdin: rows(10, 11, 12) });
    expect([run.exit, run.err]).toEqual([0, expect.stringContaining('known-invalid')]);
  });
});
