import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Transport, WireAnswer } from '../../src/contract/wire.ts';
import { plantSeed } from '../../src/sandbox/seed-file/plant-seed.ts';
import { readSeedFile } from '../../src/sandbox/seed-file/read-seed-file.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../world.ts';
import { baseUrl, liveKey, liveWorld } from './live-service.ts';

/** Where the service does not know the request that pauses: the daily limits of mailboxes stop mail, and are put back. */

const mailbox = (name: string) => `${name}@northwind-mail.example`;
const campaign = (name: string, senders: readonly string[], status = 'running') => ({
  name,
  status,
  schedule: { daysSchedule: '1,2,3,4,5' },
  sequence: [{ subject: 'Hi', body: 'Hello' }],
  senders: senders.map(mailbox),
});
const limits = { anna: 30, ben: 40, cleo: 50, dora: 0, eric: 20 };

/** A and B run and share ben; dora had the limit 0 before; eric sends for a campaign that rests. */
async function office(options: WorldOptions = {}): Promise<TestWorld> {
  const world = await newWorld(options);
  await furnish(world);
  return world;
}

async function furnish(world: TestWorld): Promise<void> {
  const seed = {
    leads: [{ email: 'ana@lumen.example' }],
    senders: Object.keys(limits).map((name) => ({
      address: mailbox(name),
      givenName: name,
      familyName: 'Berg',
    })),
    campaigns: [
      campaign('A', ['anna', 'ben']),
      campaign('B', ['ben', 'cleo', 'dora']),
      campaign('Rests', ['eric'], 'paused'),
    ],
  };
  await plantSeed(world.sandbox, readSeedFile('world.json', JSON.stringify(seed)));
  for (const [name, limit] of Object.entries(limits))
    await world.outreach(`senders update ${mailbox(name)} --daily-limit ${limit}`);
  world.requests.length = 0;
}

const notFound: WireAnswer = {
  status: 404,
  headers: { 'content-type': 'text/plain' },
  body: '404 page not found',
};
const otherNotFound: WireAnswer = {
  status: 404,
  headers: { 'content-type': 'application/json' },
  body: '{"error":"Not found"}',
};
const withoutPause =
  (answer = notFound) =>
  (next: Transport): Transport =>
  async (request, signal) =>
    request.path.endsWith('/pause') ? answer : next(request, signal);

async function limitsNow(world: TestWorld): Promise<Record<string, number>> {
  const { items } = (await world.outreach('senders list --all --json')).json();
  const all = items as { address: string; currentDailyLimit: number }[];
  return Object.fromEntries(all.map((one) => [one.address.split('@')[0], one.currentDailyLimit]).sort());
}

const puts = (world: TestWorld) =>
  world.requests.filter((request) => request.startsWith('PUT /sender-emails/'));
const files = ({ home }: TestWorld) =>
  (existsSync(join(home, 'state')) ? readdirSync(join(home, 'state')) : [])
    .filter((name) => name.startsWith('stopped-limits'))
    .map((name) => join(home, 'state', name));
const kept = (world: TestWorld): Record<string, number> => {
  const [file = ''] = files(world);
  const { mailboxes } = JSON.parse(readFileSync(file, 'utf8'));
  const all = Object.values(mailboxes) as { address: string; limit: number }[];
  return Object.fromEntries(all.map(({ address, limit }) => [address.split('@')[0], limit]).sort());
};

it('does not say of a campaign at rest that it runs, where the path is not there', async () => {
  const world = await office({ between: withoutPause() });
  const { exit, err } = await world.outreach('campaigns pause Rests', { tty: true });
  expect([exit, err]).toEqual([6, expect.stringContaining('is paused and sends nothing')]);
  expect(err).not.toMatch(/still running|--by-limits/);
});

describe.each([
  ['a path that is not there', notFound],
  ['a campaign that is listed and not found', otherNotFound],
])('a service that answers pause with %s', (_, answer) => {
  it.each([
    ['campaigns pause A', 6, 'outreach campaigns pause 1 --by-limits'],
    ['campaigns pause --all', 15, 'outreach campaigns pause --all --by-limits'],
  ])('is said first, with the documented call: %s', async (line, exit, other) => {
    const world = await office({ between: withoutPause(answer) });
    const run = await world.outreach(`${line} --json`);
    const { error } = JSON.parse(run.err.trim().split('\n').at(-1) ?? '');
    expect(run.exit).toBe(exit);
    expect(error.message).toMatch(/^The service does not know the request that pauses a campaign \(404\)/);
    expect(error.hint).toContain(other);
    expect(error.hint).not.toContain('same command again');
    expect(puts(world)).toEqual([]);
  });
});

it('still calls a campaign that is not there not found', async () => {
  const world = await office();
  const run = await world.outreach('campaigns pause 999 --json');
  expect([run.exit, JSON.parse(run.err).error.code]).toEqual([6, 'campaign_not_found']);
});

describe('campaigns pause --by-limits', () => {
  it('sets the limit of each mailbox that may send to 0, and keeps the old ones first', async () => {
    const before: Record<string, number>[] = [];
    let isReady = false;
    const world = await office({
      between: (next) => async (request, signal) => {
        if (isReady && request.body === '{"currentDailyLimit":0}') before.push(kept(world));
        return next(request, signal);
      },
    });
    isReady = true;
    const { exit, json } = await world.outreach('campaigns pause --all --by-limits --json');
    expect(exit).toBe(0);
    expect(before).toEqual(Array(3).fill({ anna: 30, ben: 40, cleo: 50 }));
    expect(await limitsNow(world)).toEqual({ anna: 0, ben: 0, cleo: 0, dora: 0, eric: 20 });
    const rows = json().items as { address: string; limitBefore: number; outcome: string }[];
    expect(
      rows.map(({ address, limitBefore, outcome }) => [address.split('@')[0], limitBefore, outcome]).sort(),
    ).toEqual([
      ['anna', 30, 'stopped'],
      ['ben', 40, 'stopped'],
      ['cleo', 50, 'stopped'],
    ]);
    expect(statSync(files(world)[0] ?? '').mode & 0o777).toBe(0o600);
    // It stops: nothing goes out on the days that follow.
    const { total } = (await world.outreach('sandbox outbox list --json')).json();
    await world.outreach('sandbox clock advance 3d');
    expect((await world.outreach('sandbox outbox list --json')).json().total).toBe(total);
  });

  it('stops the mailboxes of one campaign, and says for which others they send', async () => {
    const world = await office();
    const run = await world.outreach('campaigns pause A --by-limits');
    expect(run.exit).toBe(0);
    expect(run.err).toContain('These mailboxes also send for campaign 2: it sends nothing from them either.');
    expect(run.err).toContain('campaigns pause --undo-limits');
    expect(await limitsNow(world)).toEqual({ ...limits, anna: 0, ben: 0 });
  });

  it('puts back what is still 0, reports the rest, and is done then', async () => {
    const world = await office();
    await world.outreach('campaigns pause --all --by-limits');
    await world.outreach(`senders update ${mailbox('ben')} --daily-limit 7`);
    const { exit, json } = await world.outreach('campaigns pause --undo-limits --yes --json');
    expect(exit).toBe(0);
    const rows = json().items as { address: string; outcome: string; error: { message: string } | null }[];
    expect(
      rows.map(({ address, outcome, error }) => [address.split('@')[0], outcome, error?.message]).sort(),
    ).toEqual([
      ['anna', 'restored', undefined],
      ['ben', 'left', 'its limit is 7 by now'],
      ['cleo', 'restored', undefined],
    ]);
    expect(await limitsNow(world)).toEqual({ ...limits, ben: 7 });
    expect(files(world)).toEqual([]);
    expect((await world.outreach('campaigns pause --undo-limits --yes --json')).json()).toEqual({
      items: [],
      total: 0,
    });
  });

  it('never takes 0 for an old limit: interrupted half-way, run again, and again', async () => {
    let fails = true;
    const world = await office({
      between: (next) => async (request, signal) =>
        fails && request.path === '/sender-emails/2' && request.body === '{"currentDailyLimit":0}'
          ? { status: 400, headers: {}, body: '{"error":"no"}' }
          : next(request, signal),
    });
    const run = await world.outreach('campaigns pause --all --by-limits --json');
    expect([
      run.exit,
      run.json().items.filter(({ outcome }: { outcome: string }) => outcome === 'failed').length,
    ]).toEqual([15, 1]);
    fails = false;
    for (const exit of [0, 0])
      expect((await world.outreach('campaigns pause --all --by-limits')).exit).toBe(exit);
    expect(kept(world)).toEqual({ anna: 30, ben: 40, cleo: 50 });
    await world.outreach('campaigns pause --undo-limits --yes');
    expect(await limitsNow(world)).toEqual(limits);
  });

  it('keeps what could not be put back, for the next time', async () => {
    let fails = true;
    const world = await office({
      between: (next) => async (request, signal) =>
        fails && request.path === '/sender-emails/2' && request.body === '{"currentDailyLimit":40}'
          ? { status: 400, headers: {}, body: '{"error":"no"}' }
          : next(request, signal),
    });
    fails = false;
    await world.outreach(`senders update ${mailbox('ben')} --daily-limit 40`);
    await world.outreach('campaigns pause --all --by-limits');
    fails = true;
    const run = await world.outreach('campaigns pause --undo-limits --yes --json');
    expect([run.exit, run.json().total]).toEqual([15, 3]);
    expect(kept(world)).toEqual({ ben: 40 });
    fails = false;
    expect((await world.outreach('campaigns pause --undo-limits --yes')).exit).toBe(0);
    expect(await limitsNow(world)).toEqual(limits);
  });

  it('sends nothing and keeps nothing in a dry run', async () => {
    const world = await office();
    const run = await world.outreach('campaigns pause --all --by-limits --dry-run --json');
    expect(run.exit).toBe(0);
    expect(
      run
        .json()
        .items.map(({ outcome, request }: { outcome: string; request: { method: string } }) => [
          outcome,
          request.method,
        ]),
    ).toEqual(Array(3).fill(['planned', 'PUT']));
    expect([puts(world), files(world)]).toEqual([[], []]);
  });

  it('stops all the same where the old limits cannot be kept, and says what they were', async () => {
    const world = await office();
    mkdirSync(join(world.home, 'state', 'lock.db'), { recursive: true, mode: 0o700 });
    const run = await world.outreach('campaigns pause A --by-limits');
    expect(run.exit).toBe(0);
    expect(run.err).toMatch(/The old limits cannot be kept .* put the limits back by hand/);
    expect(run.err).toContain(`${mailbox('anna')} 30`);
    expect(await limitsNow(world)).toEqual({ ...limits, anna: 0, ben: 0 });
  });

  it('does not write over a file that it cannot read', async () => {
    const world = await office();
    await world.outreach('campaigns pause A --by-limits');
    const [file = ''] = files(world);
    writeFileSync(file, '{ "mailboxes": {"1": {"limit": 0}} }');
    chmodSync(file, 0o600);
    const run = await world.outreach('campaigns pause --all --by-limits');
    expect([run.exit, run.err.includes('cannot be kept')]).toEqual([0, true]);
    expect(readFileSync(file, 'utf8')).toContain('"limit": 0');
    expect((await world.outreach('campaigns pause --undo-limits --yes')).exit).toBe(2);
  });

  it('asks before it puts mail of a running campaign back on, with what goes out again', async () => {
    const world = await office({ tty: true, columns: 200 });
    await world.outreach('campaigns pause A --by-limits');
    const sent = puts(world).length;
    const answered = (key: string) =>
      world.outreach('campaigns pause --undo-limits', {
        typing: async (keyboard) => {
          await keyboard.sees('Type y or n:');
          keyboard.type(`${key}\r`);
        },
      });
    for (const more of ['--no-input', '--json']) {
      const run = await world.outreach(`campaigns pause --undo-limits ${more}`);
      expect([run.exit, run.failure?.code]).toEqual([3, 'confirmation_required']);
    }
    const rehearsed = await world.outreach('campaigns pause --undo-limits --dry-run');
    const refused = await answered('n');
    expect([rehearsed.exit, refused.exit]).toEqual([0, 3]);
    for (const { err } of [rehearsed, refused]) {
      expect(err).toContain(`Daily limits: ${mailbox('anna')} 0 → 30, ${mailbox('ben')} 0 → 40`);
      expect(err).toContain('Campaigns that send from them again at once: 2 "B", 1 "A"');
    }
    expect([puts(world).length, await limitsNow(world)]).toEqual([sent, { ...limits, anna: 0, ben: 0 }]);
    const agreed = await answered('y');
    expect([agreed.exit, await limitsNow(world)]).toEqual([0, limits]);
  });

  it('asks nothing where no campaign that runs uses them', async () => {
    const world = await office();
    await world.outreach('campaigns pause Rests --by-limits');
    const { exit, err } = await world.outreach('campaigns pause --undo-limits');
    expect([exit, await limitsNow(world)]).toEqual([0, limits]);
    expect(err).toContain('1 limit restored.');
  });

  it('takes no other option beside the undoing', async () => {
    const world = await office();
    for (const more of ['A', '--all', '--by-limits'])
      expect((await world.outreach(`campaigns pause --undo-limits ${more}`)).exit).toBe(2);
  });
});

describe('the limits of two accounts', () => {
  it('are kept and put back apart, also where one line stops in every profile', async () => {
    const world = await liveWorld();
    await furnish(world);
    await world.outreach(`login --profile prod --base-url ${baseUrl} --key-stdin`, { stdin: liveKey });
    const run = await world.outreach('campaigns pause --all --all-profiles --by-limits --json');
    // Both see the same mailboxes here, which is what two keys of one workspace do.
    expect([run.exit, run.json().total, files(world).length]).toEqual([0, 6, 2]);
    const undo = async (profile: string) => {
      const { json } = await world.outreach(
        `campaigns pause --undo-limits --yes --json --profile ${profile}`,
      );
      return json().items.map(({ outcome }: { outcome: string }) => outcome);
    };
    expect(await undo('prod')).toEqual(Array(3).fill('restored'));
    expect(await undo('sandbox')).toEqual(Array(3).fill('left'));
    expect(files(world)).toEqual([]);
    expect(await limitsNow(world)).toEqual(limits);
  });
});

describe('what is stopped by its limits', () => {
  it('is known to why and status, which advise nothing against it', async () => {
    const world = await office();
    const before = (await world.outreach('campaigns why B --json')).json();
    expect(JSON.stringify(before)).not.toContain('undo-limits');
    await world.outreach('campaigns pause --all --by-limits');
    const why = (await world.outreach('campaigns why A --json')).json();
    expect(why.sends).toBe(false);
    const [cause] = why.causes.filter(({ cause }: { cause: string }) => cause === 'mailbox-limit');
    expect(cause).toMatchObject({
      command: null,
      message: expect.stringContaining('outreach campaigns pause --undo-limits'),
    });
    const shown = JSON.stringify(why);
    expect(shown).not.toContain('daily-limit');
    const status = await world.outreach('status --json');
    const stalled = status
      .json()
      .profiles[0].attention.filter(({ kind }: { kind: string }) => kind === 'campaign-stalled');
    expect(stalled).toHaveLength(2);
    for (const one of stalled)
      expect(one).toMatchObject({
        message: expect.stringContaining('outreach campaigns pause --undo-limits'),
        command: expect.stringMatching(/^outreach campaigns why [12]$/),
      });
    // Another one that was at 0 by itself is no stop of ours.
    await world.outreach('campaigns pause --undo-limits --yes');
    expect(JSON.stringify((await world.outreach('campaigns why A --json')).json())).not.toContain(
      'undo-limits',
    );
  });

  it('is known to check and resume, which name what undoes it and raise nothing', async () => {
    const world = await office();
    await world.outreach('campaigns pause A --by-limits');
    await world.outreach('campaigns pause A');
    const { problems } = (await world.outreach('campaigns check A --json')).json();
    const zero = (all: readonly { rule: string }[]) => all.find(({ rule }) => rule === 'limits-zero');
    const undoing = {
      message: expect.stringContaining('`outreach campaigns pause --undo-limits` undoes that'),
      fix: null,
    };
    expect(zero(problems)).toMatchObject(undoing);
    const { exit, err } = await world.outreach('campaigns resume A --yes --json');
    expect([exit, zero(JSON.parse(err).error.details.problems)]).toEqual([
      16,
      expect.objectContaining(undoing),
    ]);
    expect(err).not.toContain('daily-limit');
    const forecast = await world.outreach('campaigns forecast A');
    expect(forecast.err).toContain('`outreach campaigns pause --undo-limits` undoes that');
    expect(forecast.err).not.toContain('daily-limit');
    // One that is at 0 by itself is no stop of ours.
    await world.outreach('campaigns pause --undo-limits --yes');
    for (const name of ['anna', 'ben'])
      await world.outreach(`senders update ${mailbox(name)} --daily-limit 0`);
    const own = zero((await world.outreach('campaigns check A --json')).json().problems);
    expect(own).toMatchObject({ fix: expect.stringMatching(/ --daily-limit 10$/) });
    // What is advised goes where the line went.
    const named = ['check', 'why'].map((verb) => `--profile sandbox campaigns ${verb} A --json`);
    for (const line of [...named, '--profile sandbox campaigns forecast A'])
      expect(JSON.stringify(await world.outreach(line))).toMatch(/--profile sandbox --daily-limit 10/);
    expect(JSON.stringify(own)).not.toContain('undo-limits');
  });
});

it.each([
  ['campaigns pause A --by-limits', false],
  ['campaigns pause A --by-limits', true],
  ['campaigns pause --all --by-limits', false],
  ['campaigns pause --all --by-limits', true],
])(
  'says the second time that the limits are 0, not that nothing runs: %s (terminal: %s)',
  async (line, tty) => {
    const world = await office();
    await world.outreach(`${line} --yes`);
    const { exit, out, err } = await world.outreach(`${line} --yes`, { tty });
    expect([exit, out + err]).toEqual([0, expect.stringContaining('the daily limit 0 already')]);
    expect(out + err).not.toContain('Nothing runs.');
  },
);
