import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxReadOnlyKey } from '../../../src/contract/keys.ts';
import type { Transport, WireAnswer } from '../../../src/contract/wire.ts';
import { newWorld, type Run, type TestWorld, type WorldOptions } from '../../world.ts';

const campaignFile = (name: string, limit = 200, body = 'Hello {firstName}, reply "no" to opt out.') => `---
name: ${name}
dailyLimit: ${limit}
schedule: { days: mon-fri, from: "09:00", to: "17:00" }
senders: ["*@northwind-mail.example"]
---
--- step ---
Subject: A question

${body}
`;

type Between = NonNullable<WorldOptions['between']>;

/** A folder of files beside the program; writes are the requests that change something. */
async function worldWith(files: Readonly<Record<string, string>>, options: WorldOptions = {}) {
  const world = await newWorld(options);
  const folder = join(world.home, 'c');
  mkdirSync(folder);
  const put = (more: Readonly<Record<string, string>>) => {
    for (const [file, text] of Object.entries(more)) writeFileSync(join(folder, file), text);
  };
  put(files);
  const writes = () => world.requests.filter((request) => !request.startsWith('GET '));
  const lock = () => JSON.parse(readFileSync(join(folder, 'outreach.lock.json'), 'utf8'));
  const apply = (flags = '--yes --json') => world.outreach(`campaigns apply c ${flags}`);
  return { world, folder, put, writes, lock, apply };
}

const two = { 'a.md': campaignFile('Autumn'), 'b.md': campaignFile('Winter', 100) };

const outcomes = (document: { items: { file: string | null; outcome: string; error: unknown }[] }) =>
  document.items
    .filter(({ file }) => file !== null)
    .map(({ file, outcome, error }) => [file, outcome, (error as { code?: string } | null)?.code ?? null]);

/** With leads, and sending. */
async function runningWorld(options: WorldOptions = {}) {
  const all = await worldWith({ 'a.md': campaignFile('Autumn') }, options);
  await all.apply();
  await all.world.outreach('leads add ana@lumen.example --first-name Ana --campaign 1');
  expect((await all.world.outreach('campaigns resume 1 --yes')).exit).toBe(0);
  all.world.requests.length = 0;
  return all;
}

describe('campaigns apply', () => {
  it('makes an empty account what the files say, and then has nothing to do', { tags: 'slow' }, async () => {
    const { world, apply, writes, lock } = await worldWith(two);
    const first = await apply();
    expect({ exit: first.exit, items: outcomes(first.json()) }).toEqual({
      exit: 0,
      items: [
        ['a.md', 'done', null],
        ['b.md', 'done', null],
      ],
    });
    const [account] = Object.values<{ files: object }>(lock().accounts);
    expect(Object.keys(account?.files ?? {})).toEqual(['a.md', 'b.md']);
    const { steps } = (await world.outreach('campaigns sequence show Winter --json')).json();
    expect(steps).toMatchObject([{ subject: 'A question' }]);
    world.requests.length = 0;
    const again = await apply('--json');
    expect({ exit: again.exit, calls: again.json().calls, writes: writes() }).toEqual({
      exit: 0,
      calls: 0,
      writes: [],
    });
    const statuses = (await world.outreach('campaigns list --json')).json().items;
    expect(statuses.map(({ status }: { status: string }) => status)).toEqual(['draft', 'draft']);
  });

  it('needs consent, with the plan as its facts', async () => {
    const { apply, writes } = await worldWith(two);
    const { exit, out, failure } = await apply('--json');
    expect({ exit, out, code: failure?.code, writes: writes() }).toEqual({
      exit: 3,
      out: '',
      code: 'confirmation_required',
      writes: [],
    });
    expect(failure?.extra.facts).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\+ create\s+a\.md/)]),
    );
  });

  it('does nothing for a y that was typed before the question', async () => {
    const { world, writes } = await worldWith(two);
    const { exit, failure, err } = await world.outreach('campaigns apply c', { tty: true, stdin: 'y\n' });
    expect({ exit, code: failure?.code, writes: writes() }).toEqual({
      exit: 3,
      code: 'no_answer',
      writes: [],
    });
    expect(err).toContain('Make 8 changes to 2 campaigns?');
  });

  it('prints every request in a dry run, and writes no lock', async () => {
    const { apply, writes, lock } = await worldWith({ 'a.md': campaignFile('Autumn') });
    const { exit, json } = await apply('--dry-run --json');
    expect({ exit, writes: writes() }).toEqual({ exit: 0, writes: [] });
    const requests = json().items.map(({ method, path }: Record<string, string>) => `${method} ${path}`);
    expect(requests).toEqual([
      'POST /campaigns',
      'PUT /campaigns/:id/schedule',
      'PUT /campaigns/:id/sequence',
      'POST /campaigns/:id/sender-emails',
    ]);
    expect(lock).toThrow();
  });

  it('says in commands that it always asks', { tags: 'slow' }, async () => {
    const { world } = await worldWith({});
    const { commands } = (await world.outreach('commands --json')).json();
    const of = (name: string) =>
      commands
        .find((group: { name: string }) => group.name === 'campaigns')
        .commands.find((one: { name: string }) => one.name === name);
    expect(of('apply').consent).toBe('always');
  });
});

describe('an apply that meets trouble', () => {
  const failing = (nth: number): WorldOptions => ({
    faults: [{ operation: 'campaigns.schedule', kind: 'status:400', phase: 'before', nth }],
  });

  it('goes on with the other campaigns, ends with 15, and makes the missing calls when run again', async () => {
    const { world, apply, writes } = await worldWith(two, failing(1));
    const { exit, json, failure } = await apply();
    expect({ exit, code: failure?.code, items: outcomes(json()) }).toMatchObject({
      exit: 15,
      code: 'not_all_applied',
      items: [
        ['a.md', 'failed', expect.any(String)],
        ['b.md', 'done', null],
      ],
    });
    world.requests.length = 0;
    const again = await apply();
    expect({ exit: again.exit, writes: writes() }).toEqual({
      exit: 0,
      writes: ['PUT /campaigns/1/schedule', 'PUT /campaigns/1/sequence', 'POST /campaigns/1/sender-emails'],
    });
  });

  const refusing = (status: number): WorldOptions => ({
    faults: [{ operation: 'campaigns.create', kind: `status:${status}`, phase: 'before', times: 40 }],
  });

  it.each([
    [403, 5],
    [400, 2],
    [422, 7],
  ])('ends as the failure itself where nothing was done and all answered %i', async (status, exit) => {
    const { apply, lock } = await worldWith(two, refusing(status));
    const failed = await apply();
    const { code, message, hint } = failed.failure ?? {};
    expect({ exit: failed.exit, items: outcomes(failed.json()) }).toEqual({
      exit,
      items: [
        ['a.md', 'failed', code],
        ['b.md', 'failed', code],
      ],
    });
    expect(code).not.toBe('not_all_applied');
    expect(message).toMatch(/^a\.md, b\.md: /);
    expect(hint ?? '').not.toContain('the same command again');
    expect(Object.values<{ files: object }>(lock().accounts)).toEqual([]);
  });

  it('ends with 14 where it is not known whether a campaign was created, and the others are done', async () => {
    const { apply, world } = await worldWith(two, {
      faults: [
        { operation: 'campaigns.create', kind: 'reset', phase: 'before', nth: 1 },
        { operation: 'campaigns.list', kind: 'status:500', phase: 'before', nth: 5, times: 40 },
      ],
    });
    const { exit, json, failure } = await apply();
    expect(failure?.hint).not.toContain('the same command again');
    expect({ exit, items: outcomes(json()) }).toMatchObject({
      exit: 14,
      items: [
        ['a.md', 'failed', expect.any(String)],
        ['b.md', 'done', null],
      ],
    });
    expect((await world.outreach('journal list --open --json')).json().total).toBe(1);
  });

  it('finds a campaign whose creation was not answered, and creates it once', async () => {
    const { world, apply } = await worldWith(two, {
      faults: [{ operation: 'campaigns.create', kind: 'reset', phase: 'after', nth: 1 }],
    });
    const { exit } = await apply();
    const { items } = (await world.outreach('campaigns list --json')).json();
    expect({ exit, names: items.map(({ name }: { name: string }) => name).sort() }).toEqual({
      exit: 0,
      names: ['Autumn', 'Winter'],
    });
  });

  it('ends after the call under way at Ctrl-C, with what was done, and goes on from there', async () => {
    let world: TestWorld | undefined;
    const between: Between = (next) => async (request, signal) => {
      const answer = await next(request, signal);
      if (request.method === 'PUT' && request.path.endsWith('/schedule')) world?.interrupt();
      return answer;
    };
    const all = await worldWith(two, { between });
    world = all.world;
    const { exit, json } = await all.apply();
    expect({ exit, items: outcomes(json()) }).toEqual({
      exit: 130,
      items: [
        ['a.md', 'failed', 'interrupted'],
        ['b.md', 'skipped', null],
      ],
    });
    expect(all.writes()).toEqual(['POST /campaigns', 'PUT /campaigns/1/schedule']);
  });

  it('sends nothing where the lock cannot be written', async () => {
    const { apply, writes, folder } = await worldWith(two);
    symlinkSync('/dev/null', join(folder, 'outreach.lock.json'));
    const { exit } = await apply();
    expect({ exit, writes: writes() }).toEqual({ exit: 2, writes: [] });
  });

  it('ends where the lock cannot be written after a call: no other campaign is touched', async () => {
    const between: Between = (next) => async (request, signal) => {
      const answer = await next(request, signal);
      if (request.method !== 'GET') {
        rmSync(join(here.folder, 'outreach.lock.json'), { force: true });
        symlinkSync('/dev/null', join(here.folder, 'outreach.lock.json'));
      }
      return answer;
    };
    const here = await worldWith(two, { between });
    const { exit, json, failure } = await here.apply();
    expect(failure?.message).toContain('The request was made, and the lock file could not be written');
    expect({ exit, items: outcomes(json()), writes: here.writes() }).toEqual({
      exit: 15,
      items: [
        ['a.md', 'failed', expect.any(String)],
        ['b.md', 'skipped', null],
      ],
      writes: ['POST /campaigns'],
    });
  });

  it('makes what is missing under the same token, and no campaign twice', async () => {
    const { world, apply, put, writes } = await worldWith(two, {
      faults: [{ operation: 'campaigns.create', kind: 'status:400', phase: 'before', nth: 1 }],
    });
    expect((await apply('--yes --once release-1 -q')).exit).toBe(15);
    put({ '0.md': campaignFile('Spring') });
    expect((await apply('--yes --once release-1 -q')).exit).toBe(0);
    expect(writes().filter((call) => call === 'POST /campaigns')).toHaveLength(4);
    const { items } = (await world.outreach('campaigns list --json')).json();
    expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(['Autumn', 'Spring', 'Winter']);
  });

  it('leaves the entries in the lock that are of another account, also those that came meanwhile', async () => {
    const theirs = { files: { 'a.md': { id: 7, createdAt: null, base: {} } } };
    const between: Between = (next) => (request, signal) => {
      if (request.method === 'PUT') {
        const { accounts } = here.lock();
        here.put({
          'outreach.lock.json': JSON.stringify({ version: 1, accounts: { ...accounts, theirs } }),
        });
      }
      return next(request, signal);
    };
    const here = await worldWith(two, { between });
    expect((await here.apply()).exit).toBe(0);
    const { theirs: left, ...ours } = here.lock().accounts;
    expect(left).toEqual(theirs);
    expect(Object.values<{ files: object }>(ours).map(({ files }) => Object.keys(files))).toEqual([
      ['a.md', 'b.md'],
    ]);
  });

  it('lets one of two at once win', async () => {
    let second: Promise<{ exit: number; failure?: { code: string } }> | undefined;
    const all = { apply: undefined as undefined | (() => typeof second) };
    const between: Between = (next) => async (request, signal) => {
      if (request.method === 'POST' && second === undefined) {
        second = all.apply?.() as typeof second;
        await second;
      }
      return next(request, signal);
    };
    const here = await worldWith(two, { between });
    all.apply = () => here.apply() as typeof second;
    const first = await here.apply();
    const other = await second;
    expect([first.exit, other?.exit, other?.failure?.code]).toEqual([0, 7, 'transfer_under_way']);
    expect(here.writes()).toHaveLength(8);
  });
});

describe('a change of a draft', () => {
  it('emails no one, as the question says', async () => {
    const here = await worldWith({ 'a.md': campaignFile('Autumn') });
    await here.apply();
    here.put({ 'a.md': campaignFile('Autumn', 80) });
    expect((await here.apply('')).err).toContain('The change emails no one right away: 0 recipients.');
  });
});

describe('what changes while apply works', () => {
  it('names the lock where that is what changed before the first call', async () => {
    let isOn = false;
    const between: Between = (next) => (request, signal) => {
      if (isOn) here.put({ 'outreach.lock.json': '{"version":1,"accounts":{}}' });
      return next(request, signal);
    };
    const here = await worldWith({ 'a.md': campaignFile('Autumn') }, { between });
    await here.apply();
    here.put({ 'a.md': campaignFile('Autumn', 80) });
    here.world.requests.length = 0;
    isOn = true;
    const { exit, failure } = await here.apply();
    expect({ exit, message: failure?.message, writes: here.writes() }).toEqual({
      exit: 7,
      message: 'while you looked at the plan, outreach.lock.json changed; nothing was sent',
      writes: [],
    });
  });

  /** Two campaigns that were applied, and files with new copy. Answers, and what is done between, from the first PUT on. */
  const meanwhile = async (
    act: (world: TestWorld, id: number) => unknown,
    answer = (body: string) => body,
    from = (path: string) => path !== '',
  ) => {
    let isOn = false;
    let acted = false;
    const between: Between = (next) => async (request, signal) => {
      if (isOn && !acted && request.method === 'PUT' && from(request.path)) {
        acted = true;
        await act(all.world, 2);
      }
      const given = await next(request, signal);
      return acted && request.method === 'GET' && request.path === '/campaigns/2'
        ? { ...given, body: answer(String(given.body)) }
        : given;
    };
    const all = await worldWith(two, { between });
    expect((await all.apply()).exit).toBe(0);
    all.put({
      'a.md': campaignFile('Autumn', 200, 'Hello {firstName}, once more. Reply "no" to opt out.'),
      'b.md': campaignFile('Winter', 100, 'Hello {firstName}, once more. Reply "no" to opt out.'),
    });
    all.world.requests.length = 0;
    isOn = true;
    return all;
  };
  const running = (body: string) => body.replace('"status":"draft"', '"status":"running"');

  it.each<[string, Parameters<typeof meanwhile>]>([
    ['copy', [(world) => world.outreach('campaigns sequence set 2 other.txt --yes')]],
    ['settings', [(world) => world.outreach('campaigns update 2 --daily-limit 7')]],
    ['status', [() => undefined, running]],
  ])('leaves a campaign with another %s than the plan has read', async (_, [act, answer]) => {
    const { apply, world, writes } = await meanwhile(act, answer);
    writeFileSync(
      join(world.home, 'other.txt'),
      '--- step ---\nSubject: Theirs\n\nHello. Reply "no" to opt out.\n',
    );
    const { exit, json } = await apply();
    expect({ exit, items: outcomes(json()) }).toEqual({
      exit: 15,
      items: [
        ['a.md', 'done', null],
        ['b.md', 'failed', 'changed_meanwhile'],
      ],
    });
    const ours = writes().filter((call) => call === 'PUT /campaigns/2/sequence');
    expect(ours).toHaveLength(_ === 'copy' ? 1 : 0);
  });

  it('does not replace the emails of a campaign that was resumed between its calls', async () => {
    const { apply, put, writes } = await meanwhile(() => undefined, running);
    put({
      'a.md': campaignFile('Autumn'),
      'b.md': campaignFile('Winter', 50, 'Hello {firstName}, once more. Reply "no" to opt out.'),
    });
    const { exit, failure, json } = await apply();
    expect({ exit, items: outcomes(json())[1], writes: writes() }).toEqual({
      exit: 15,
      items: ['b.md', 'failed', 'changed_meanwhile'],
      writes: ['PUT /campaigns/2'],
    });
    expect(failure?.message).toContain('campaign 2 was resumed meanwhile');
  });

  it('does not replace emails that a person has changed between its calls', async () => {
    const { apply, put, writes, world } = await meanwhile(
      (all) => all.outreach('campaigns sequence set 2 other.txt --yes'),
      undefined,
      (path) => path === '/campaigns/2',
    );
    writeFileSync(
      join(world.home, 'other.txt'),
      '--- step ---\nSubject: Theirs\n\nHello. Reply "no" to opt out.\n',
    );
    put({
      'a.md': campaignFile('Autumn'),
      'b.md': campaignFile('Winter', 50, 'Hello {firstName}, once more. Reply "no" to opt out.'),
    });
    const { exit, failure, json } = await apply();
    expect({ exit, items: outcomes(json())[1], writes: writes() }).toEqual({
      exit: 15,
      items: ['b.md', 'failed', 'changed_meanwhile'],
      writes: ['PUT /campaigns/2/sequence', 'PUT /campaigns/2'],
    });
    expect(failure?.message).toContain('the emails of campaign 2 changed meanwhile');
    expect((await world.outreach('campaigns sequence show 2 --json')).json().steps[0].subject).toBe('Theirs');
  });

  it('makes no campaign for a file that the lock has one for by now', async () => {
    const between: Between = (next) => (request, signal) => {
      if (request.method === 'PUT') {
        const entry = { id: 77, createdAt: null, base: {} };
        const accounts = here.lock().accounts;
        const [account = ''] = Object.keys(accounts);
        const files = { ...accounts[account].files, 'b.md': entry };
        here.put({
          'outreach.lock.json': JSON.stringify({ version: 1, accounts: { [account]: { files } } }),
        });
      }
      return next(request, signal);
    };
    const here = await worldWith(two, { between });
    const { exit, json } = await here.apply();
    expect({ exit, items: outcomes(json())[1] }).toEqual({
      exit: 15,
      items: ['b.md', 'failed', 'changed_meanwhile'],
    });
    expect(here.writes().filter((call) => call === 'POST /campaigns')).toHaveLength(1);
    const [{ files }] = Object.values<{ files: Record<string, { id: number }> }>(here.lock().accounts) as [
      { files: Record<string, { id: number }> },
    ];
    expect(files['b.md']?.id).toBe(77);
  });
});

describe('what the service says only in part', () => {
  type Answering = (request: { method: string; path: string }, given: WireAnswer) => WireAnswer;
  /** Applied once; then the service answers like that. */
  const answering = async (answer: Answering) => {
    let isOn = false;
    const between: Between = (next) => async (request, signal) => {
      const given = await next(request, signal);
      return isOn ? answer(request, given) : given;
    };
    const all = await worldWith({ 'a.md': campaignFile('Autumn') }, { between });
    expect((await all.apply()).exit).toBe(0);
    all.world.requests.length = 0;
    isOn = true;
    return all;
  };
  const isRead = (path: string, request: { method: string; path: string }) =>
    request.method === 'GET' && request.path === path;

  it('a campaign that only the list lacks is not gone', async () => {
    const { apply, put, writes } = await answering((request, given) =>
      isRead('/campaigns', request) ? { ...given, body: without('Autumn', given) } : given,
    );
    put({ 'a.md': campaignFile('Autumn', 80) });
    const { exit } = await apply('--yes --json --recreate');
    expect({ exit, writes: writes() }).toEqual({ exit: 0, writes: ['PUT /campaigns/1'] });
  });

  it('a part that the service fails to read ends it as that failure', async () => {
    const { apply, put, writes } = await answering((request, given) =>
      isRead('/campaigns/1/sequence', request) ? { ...given, status: 500, body: '{"error":"oops"}' } : given,
    );
    put({ 'a.md': campaignFile('Autumn', 80) });
    const { exit, failure } = await apply();
    expect({ exit, writes: writes() }).toEqual({ exit: 11, writes: [] });
    expect(failure?.hint ?? '').not.toContain('profiles route');
  });

  it.each([
    ['finds the campaign whose creation did not say its id', false, 0],
    ['ends with 14 where the list does not show it', true, 14],
  ])('%s', async (_, isLost, exit) => {
    const { apply, put, writes, world } = await answering((request, given) => {
      if (request.method === 'POST' && request.path === '/campaigns') return { ...given, body: '{}' };
      return isLost && isRead('/campaigns', request) ? { ...given, body: without('Winter', given) } : given;
    });
    put({ 'b.md': campaignFile('Winter', 100) });
    const run = await apply();
    expect({ exit: run.exit, b: outcomes(run.json())[1] }).toEqual({
      exit,
      b: isLost ? ['b.md', 'failed', 'outcome_unknown'] : ['b.md', 'done', null],
    });
    expect(writes().filter((call) => call === 'POST /campaigns')).toHaveLength(1);
    if (isLost)
      expect(run.failure?.hint).toContain(
        'Run the same command again with --again: it finds the campaign by its name.',
      );
    else expect((await world.outreach('campaigns sequence show Winter --json')).exit).toBe(0);
  });

  const without = (campaign: string, { body }: WireAnswer): string =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(JSON.parse(String(body))).map(([key, value]) => [
          key,
          Array.isArray(value)
            ? value.filter(({ name }) => name !== campaign)
            : key === 'total'
              ? Number(value) - 1
              : value,
        ]),
      ),
    );
});

it('sends nothing with a key that is known to read only', async () => {
  const { apply, writes, world } = await worldWith(two, {
    env: { OUTREACH_API_KEY: sandboxReadOnlyKey },
  });
  expect((await world.outreach('whoami --json')).json().scope).toBe('read');
  const { exit, failure } = await apply();
  expect({ exit, code: failure?.code, writes: writes() }).toEqual({ exit: 5, code: 'forbidden', writes: [] });
});

describe('two processes of different homes on one folder', () => {
  const meeting = async (line: (folder: string) => string) => {
    let second: Run | undefined;
    const other = await newWorld();
    const between: Between = (next) => async (request, signal) => {
      if (request.method === 'POST') second ??= await other.outreach(line(here.folder));
      return next(request, signal);
    };
    const here = await worldWith(two, { between });
    const first = await here.apply();
    return { first, second, other, folder: here.folder };
  };

  it.each([
    ['apply', (folder: string) => `campaigns apply ${folder} --yes --json`],
    ['pull', (folder: string) => `campaigns pull ${folder} --json`],
  ])('lets %s wait for the other, and leaves no lock behind', async (_, line) => {
    const { first, second, other, folder } = await meeting(line);
    expect([first.exit, second?.exit, second?.failure?.code]).toEqual([0, 7, 'transfer_under_way']);
    expect(other.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(['a.md', 'b.md', 'outreach.lock.json']);
    expect((await other.outreach(line(folder))).failure?.code).not.toBe('transfer_under_way');
  });
});

describe('what apply refuses before its first call', () => {
  it('changes a running campaign only where it may, and passes the tag rules first', {
    tags: 'slow',
  }, async () => {
    const { apply, put, writes, world } = await runningWorld();
    put({ 'a.md': campaignFile('Autumn', 150, 'Hello {firstName}, once more. Reply "no" to opt out.') });
    const refused = await apply();
    expect({ exit: refused.exit, code: refused.failure?.code, writes: writes() }).toEqual({
      exit: 3,
      code: 'needs_allow_live',
      writes: [],
    });
    const capped = await apply('--yes --json --allow-live --max-recipients 0');
    expect({ exit: capped.exit, code: capped.failure?.code }).toEqual({ exit: 3, code: 'ceiling_exceeded' });
    const asked = await apply('--json --allow-live');
    expect(asked.failure?.extra).toMatchObject({ recipients: 1, calls: 2 });
    expect(asked.err).toContain('1 of 2 changes takes effect right away, for up to 1 recipient.');
    put({ 'a.md': campaignFile('Autumn', 150, 'Hello {company}. Reply "no" to opt out.') });
    const blocked = await apply('--yes --json --allow-live');
    expect({ exit: blocked.exit, code: blocked.failure?.code, writes: writes() }).toEqual({
      exit: 16,
      code: 'checks_failed',
      writes: [],
    });
    put({ 'a.md': campaignFile('Autumn', 150, 'Hello {firstName}, once more. Reply "no" to opt out.') });
    expect((await apply('--yes --json --allow-live')).exit).toBe(0);
    expect(writes()).toEqual(['PUT /campaigns/1', 'PUT /campaigns/1/sequence']);
    expect((await world.outreach('campaigns get 1 --json')).json().status).toBe('running');
  });

  it('estimates who still gets it, asks about those, and says that it reads again', async () => {
    const { world, apply, put } = await runningWorld();
    for (const [email, firstName] of [
      ['bo@lumen.example', 'Bo'],
      ['cy@lumen.example', 'Cy'],
    ])
      await world.outreach([
        'leads',
        'add',
        `${email}`,
        '--first-name',
        `${firstName}`,
        '--campaign',
        '1',
        '--yes',
      ]);
    await world.outreach('sandbox clock advance 2d');
    await world.outreach('leads add di@lumen.example --first-name Di --campaign 1 --yes');
    put({ 'a.md': campaignFile('Autumn', 100, 'Hello {firstName}, once more. Reply "no" to opt out.') });
    const asked = await apply('--allow-live');
    expect(asked.err).toContain('About 1 person still gets what changes.');
    expect(asked.err).toContain('and email up to 1 person?');
    expect(asked.err.replaceAll(/\s+/g, ' ')).toContain(
      '1 of 2 changes takes effect right away, for up to 1 recipient.',
    );
    expect(asked.err.replaceAll(/\s+/g, ' ')).toContain(
      'at most 1 person gets what changes: 4 leads, without those who have had all of it (3)',
    );
    const done = await apply('--allow-live --yes --max-recipients 1');
    expect(done).toMatchObject({ exit: 0 });
    expect(done.err.match(/^Reading campaigns.*$/gm)).toEqual([
      'Reading campaigns',
      'Reading campaigns again',
    ]);
  });

  it('pauses first where that is asked for, and never resumes', async () => {
    const { apply, put, writes, world } = await runningWorld();
    put({ 'a.md': campaignFile('Autumn', 150, 'Hello {company}. Reply "no" to opt out.') });
    const note = 'Before applying, merge tags are checked against every lead';
    expect((await world.outreach('campaigns plan c --pause-first --markdown')).out).toContain(note);
    const blocked = await apply('--yes --json --pause-first');
    expect({ exit: blocked.exit, writes: writes() }).toEqual({ exit: 16, writes: [] });
    put({ 'a.md': campaignFile('Autumn', 150) });
    expect((await world.outreach('campaigns plan c --pause-first --markdown')).out).not.toContain(note);
    expect((await apply('--yes --json --pause-first')).exit).toBe(0);
    expect(writes()).toEqual(['POST /campaigns/1/pause', 'PUT /campaigns/1']);
    expect((await world.outreach('campaigns get 1 --json')).json().status).toBe('paused');
  });

  it.each([
    ['comes late', 'late:2h', 2, 0],
    ['never came', 'before', 24, 1],
  ] as const)('waits for a creation that %s, and makes one campaign', async (_, phase, hours, more) => {
    const faults = [{ operation: 'campaigns.create', kind: 'reset', phase, nth: 1 }] as const;
    const { apply, world } = await worldWith({ 'a.md': campaignFile('Autumn') }, { faults });
    const exits = [(await apply()).exit, (await apply()).exit];
    expect({ exits, made: creations(world) }).toEqual({ exits: [14, 14], made: 1 });
    world.clock.advance(hours * 3_600_000);
    expect({ exit: (await apply()).exit, made: creations(world) }).toEqual({ exit: 0, made: 1 + more });
    expect((await world.outreach('campaigns list --json')).json().total).toBe(1);
  });

  const creations = ({ requests }: TestWorld) => requests.filter((call) => call === 'POST /campaigns').length;

  it('takes a campaign whose start has no known outcome for one that runs', async () => {
    const { apply, put, writes, world } = await runningWorld({
      faults: [{ operation: 'campaigns.resume', kind: 'reset', phase: 'late:2h', nth: 2 }],
    });
    await world.outreach('campaigns pause 1');
    expect((await world.outreach('campaigns resume 1 --yes --again')).exit).toBe(14);
    put({ 'a.md': campaignFile('Autumn', 150) });
    world.requests.length = 0;
    const refused = await apply();
    expect({ exit: refused.exit, code: refused.failure?.code, writes: writes() }).toEqual({
      exit: 3,
      code: 'needs_allow_live',
      writes: [],
    });
    expect((await apply('--yes --json --allow-live')).exit).toBe(0);
  });

  it('leaves a campaign alone whose file is gone', async () => {
    const { apply, folder, writes } = await runningWorld();
    (await import('node:fs')).rmSync(join(folder, 'a.md'));
    expect((await apply('--yes --json')).exit).toBe(0);
    expect(writes()).toEqual([]);
  });

  it.each([
    ['a conflict', 'plan_conflict', 7],
    ['a campaign that is gone', 'campaign_gone', 7],
    ['a rule of copy that blocks', 'checks_failed', 16],
  ])('%s', async (what, code, exit) => {
    const { world, apply, put, writes, folder } = await worldWith({ 'a.md': campaignFile('Autumn') });
    await apply();
    if (what === 'a conflict') {
      await world.outreach('campaigns update 1 --daily-limit 70');
      put({ 'a.md': campaignFile('Autumn', 80) });
    } else if (what === 'a campaign that is gone') {
      const path = join(folder, 'outreach.lock.json');
      writeFileSync(path, readFileSync(path, 'utf8').replace('"id": 1', '"id": 99'));
      put({ 'a.md': campaignFile('Other') });
    } else put({ 'a.md': campaignFile('Autumn', 200, 'Hello {firstName, reply "no"') });
    world.requests.length = 0;
    const refused = await apply();
    expect({ exit: refused.exit, code: refused.failure?.code, writes: writes() }).toEqual({
      exit,
      code,
      writes: [],
    });
    const way = { plan_conflict: '', campaign_gone: '--recreate', checks_failed: '' }[code];
    if (way) expect((await apply(`--yes --json ${way}`)).exit).toBe(0);
  });

  it('sets what both have changed only with --overwrite-conflicts, and says so', async () => {
    const { world, apply, put, writes } = await worldWith({ 'a.md': campaignFile('Autumn') });
    await apply();
    await world.outreach('campaigns update 1 --daily-limit 70');
    put({ 'a.md': campaignFile('Autumn', 80) });
    world.requests.length = 0;
    const drift = await apply('--yes --json --overwrite-drift');
    expect({ exit: drift.exit, code: drift.failure?.code, writes: writes() }).toEqual({
      exit: 7,
      code: 'plan_conflict',
      writes: [],
    });
    expect(drift.failure?.hint).toContain('--overwrite-conflicts');
    const asked = await apply('--json --overwrite-conflicts');
    expect(asked.failure?.extra.facts).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Overwrites what the service has changed: daily limit'),
      ]),
    );
    const done = await apply('--yes --json --overwrite-conflicts');
    expect({ exit: done.exit, writes: writes(), changes: done.json().items[0].changes }).toEqual({
      exit: 0,
      writes: ['PUT /campaigns/1'],
      changes: [{ field: 'dailyLimit', from: 70, to: 80, kind: 'change', overwrites: 'conflict' }],
    });
  });

  it('lets a rule be broken for a reason', async () => {
    const { apply } = await worldWith({ 'a.md': campaignFile('Autumn', 200, 'Hello [Name], reply "no"') });
    const blocked = await apply();
    expect(blocked.exit).toBe(16);
    expect((await apply('--yes --json --accept placeholder-left=meant')).exit).toBe(0);
  });

  it('a part that cannot be read', async () => {
    const lost: Between = (next) => async (request, signal) =>
      request.method === 'GET' && request.path.endsWith('/sequence')
        ? { status: 404, headers: {}, body: '{"error":"Not found"}' }
        : next(request, signal);
    let isLost = false;
    const between: Between = (next) => (request, signal) => (isLost ? lost(next) : next)(request, signal);
    const { apply, writes, put, world } = await worldWith({ 'a.md': campaignFile('Autumn') }, { between });
    await apply();
    isLost = true;
    world.requests.length = 0;
    put({ 'a.md': campaignFile('Autumn', 80) });
    const { exit, failure } = await apply();
    expect({ exit, code: failure?.code, writes: writes() }).toEqual({
      exit: 7,
      code: 'unreadable_part',
      writes: [],
    });
    expect(failure?.hint).toContain('outreach profiles route campaigns.sequence');
  });

  it('what changed between the plan and the first call', async () => {
    let reads = 0;
    let world: TestWorld | undefined;
    const between: Between =
      (next): Transport =>
      async (request, signal) => {
        const isDetail = request.method === 'GET' && request.path === '/campaigns/1';
        // The second reading.
        if (isDetail && ++reads === 2) await world?.sandbox.transport(changing, signal);
        return next(request, signal);
      };
    const all = await worldWith({ 'a.md': campaignFile('Autumn') }, { between });
    await all.apply();
    const { headers } = {
      headers: { authorization: `Bearer ${(await import('../../../src/contract/keys.ts')).sandboxKey}` },
    };
    const changing = {
      method: 'PUT' as const,
      path: '/campaigns/1',
      query: [],
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"minimumHealthScore": 50}',
    };
    all.put({ 'a.md': campaignFile('Autumn', 80) });
    world = all.world;
    all.world.requests.length = 0;
    reads = 0;
    const { exit, failure } = await all.apply();
    expect({ exit, code: failure?.code, writes: all.writes() }).toEqual({
      exit: 7,
      code: 'changed_meanwhile',
      writes: [],
    });
  });
});

describe('a run of apply', () => {
  it('replaces no emails of a campaign that it paused and someone has resumed since', async () => {
    let isOn = false;
    const here = await runningWorld({
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        if (isOn && request.method === 'PUT' && request.path === '/campaigns/1')
          here.world.database.exec("UPDATE campaign SET status = 'running' WHERE id = 1");
        return answer;
      },
    });
    here.put({ 'a.md': campaignFile('Autumn', 150, 'Good day {firstName}, reply "no" to opt out.') });
    isOn = true;
    const { exit, json } = await here.apply('--yes --json --pause-first');
    expect([exit, outcomes(json())]).toEqual([15, [['a.md', 'failed', 'changed_meanwhile']]]);
    expect(here.writes()).toEqual(['POST /campaigns/1/pause', 'PUT /campaigns/1']);
  });
});

describe('a saved plan', () => {
  const planned = async (options: WorldOptions = {}) => {
    const all = await worldWith(two, options);
    const path = join(all.world.home, 'plan.json');
    expect((await all.world.outreach('campaigns plan c --out plan.json -q')).exit).toBe(0);
    const text = () => readFileSync(path, 'utf8');
    const applyPlan = (flags = '--yes --json') => all.world.outreach(`campaigns apply plan.json ${flags}`);
    return { ...all, path, text, applyPlan };
  };

  it('is applied as it was made, and once', async () => {
    const { world, applyPlan, put, writes, text } = await planned();
    expect(text()).not.toMatch(/run_[A-Z0-9]+_/);
    expect((await applyPlan()).exit).toBe(0);
    expect(writes()).toHaveLength(8);
    world.requests.length = 0;
    const again = await world.outreach('campaigns apply plan.json --yes', { tty: true });
    expect({ exit: again.exit, err: again.err, writes: writes() }).toEqual({
      exit: 0,
      err: expect.stringContaining('This plan was applied already'),
      writes: [],
    });
    await world.outreach('campaigns update 1 --daily-limit 33');
    put({ 'a.md': campaignFile('Autumn', 80) });
    world.requests.length = 0;
    const stale = await applyPlan();
    expect({ exit: stale.exit, code: stale.failure?.code, writes: writes() }).toEqual({
      exit: 7,
      code: 'changed_meanwhile',
      writes: [],
    });
    expect(stale.failure?.message).toContain('since this plan was made, a.md and campaign 1 changed');
  });

  it('is known by what it holds, whatever its name, and keeps to one file', async () => {
    const { world, writes } = await worldWith(two);
    const one = 'c/a.md';
    expect((await world.outreach(`campaigns plan ${one} --out p.plan --json`)).json().items).toHaveLength(1);
    const applied = await world.outreach('campaigns apply p.plan --yes --json');
    expect([applied.exit, applied.json().items.length]).toEqual([0, 1]);
    expect((await world.outreach(`campaigns diff ${one}`)).exit).toBe(0);
    const before = writes().length;
    for (const [line, code] of [
      ['campaigns apply outreach.txt --yes', 'bad_plan_file'],
      ['campaigns plan c --out p.md', 'invalid_value'],
    ] as const) {
      writeFileSync(join(world.home, 'outreach.txt'), 'email\nana@lumen.example\n');
      const { exit, failure } = await world.outreach(`${line} --json`);
      expect([exit, failure?.code]).toEqual([2, code]);
    }
    const { exit, failure } = await world.outreach('campaigns plan outreach.txt --json');
    expect([exit, failure?.hint]).toEqual([2, 'Name a campaign file (.md), or a folder of them.']);
    expect(writes()).toHaveLength(before);
  });

  /** Refuses the write of this number, or does it and loses the answer. */
  const failingAt = (nth: { write: number; isDone?: boolean }) => {
    let writes = 0;
    const between: Between = (next) => async (request, signal) => {
      if (request.method === 'GET' || ++writes !== nth.write) return next(request, signal);
      if (nth.isDone) await next(request, signal);
      return { status: 400, headers: {}, body: '{"error":"no"}' };
    };
    return between;
  };

  it.each([
    ['goes on', 'draft', 0],
    ['does not go on', 'running', 7],
    ['does not go on', 'paused', 7],
    ['does not go on', 'completed', 7],
  ])('%s where the campaign that it has created is %s by now', async (_, status, exit) => {
    const { applyPlan, world } = await planned({ between: failingAt({ write: 2 }) });
    expect((await applyPlan()).exit).toBe(15);
    world.database.prepare('UPDATE campaign SET status = ? WHERE id = 1').run(status);
    expect((await applyPlan()).exit).toBe(exit);
  });

  it.each(Array.from({ length: 8 }, (_, index) => index + 1))(
    'makes the calls that are missing where write %i of a new campaign failed',
    async (write) => {
      const { applyPlan, writes, world } = await planned({ between: failingAt({ write }) });
      expect((await applyPlan()).exit).toBe(15);
      expect((await applyPlan()).exit).toBe(0);
      expect((await applyPlan()).exit).toBe(0);
      expect(writes()).toHaveLength(8);
      expect(new Set(writes()).size).toBe(7);
      expect((await world.outreach('campaigns diff c --json')).exit).toBe(0);
    },
  );

  it.each([1, 2, 3, 4])(
    'completes a change of a running campaign of which write %i failed',
    { tags: 'slow' },
    async (write) => {
      for (const isDone of [false, true]) {
        let refusing: Between = (next) => next;
        const nth = { write: 0, isDone };
        const { world, put, writes } = await runningWorld({
          between: (next) => (request, signal) => refusing(next)(request, signal),
        });
        put({
          'a.md': campaignFile('Autumn', 150, 'Hello {firstName}, once more. Reply "no" to opt out.').replace(
            'mon-fri',
            'mon-thu',
          ),
        });
        expect((await world.outreach('campaigns plan c --pause-first --out p.json -q')).exit).toBe(0);
        world.requests.length = 0;
        nth.write = write;
        refusing = failingAt(nth);
        const apply = () => world.outreach('campaigns apply p.json --yes --json');
        const first = await apply();
        const made = writes().length;
        const second = await apply();
        const done = isDone ? write : write - 1;
        expect([first.exit, made, second.exit]).toEqual([write === 1 ? 2 : 15, done, 0]);
        expect((await apply()).exit).toBe(0);
        expect(writes()).toHaveLength(4);
        expect((await world.outreach('campaigns get 1 --json')).json().status).toBe('paused');
        await world.outreach('campaigns update 1 --min-health 33');
        expect((await apply()).failure?.code).toBe('changed_meanwhile');
      }
    },
  );

  it.each([
    ['what it sets, to something else', 'campaigns update 1 --daily-limit 33'],
    ['a step', 'campaigns schedule 1 --days sun --from 01:00 --to 02:00'],
  ])('is refused where a person changed %s after a part of it', async (_, line) => {
    const { world, applyPlan, writes } = await planned({ between: failingAt({ write: 3 }) });
    expect((await applyPlan()).exit).toBe(15);
    expect((await world.outreach(line)).exit).toBe(0);
    world.requests.length = 0;
    const refused = await applyPlan();
    expect({ exit: refused.exit, message: refused.failure?.message, writes: writes() }).toEqual({
      exit: 7,
      message: expect.stringContaining('campaign 1 changed; nothing was sent'),
      writes: [],
    });
  });

  it.each(['c/winter.md', 'c/new.md', 'c/outreach.lock.json', 'c/values/live.yaml', 'linked.json'])(
    'replaces no file that it is made of: %s',
    async (out) => {
      const { world } = await worldWith(two);
      const folder = join(world.home, 'c');
      const names = readdirSync(folder);
      const files = () => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
      linkSync(join(folder, names[0] ?? ''), join(world.home, 'linked.json'));
      const before = files();
      const { exit, failure } = await world.outreach(`campaigns plan c --out ${out}`);
      expect({ exit, code: failure?.code, files: files() }).toEqual({
        exit: 2,
        code: 'plan_over_input',
        files: before,
      });
    },
  );

  it('names its folder from its own place', async () => {
    const { world, writes } = await planned();
    mkdirSync(join(world.home, 'plans'));
    expect((await world.outreach('campaigns plan c --out plans/p.json -q')).exit).toBe(0);
    const text = readFileSync(join(world.home, 'plans', 'p.json'), 'utf8');
    expect({ folder: JSON.parse(text).folder, hasPath: text.includes(world.home) }).toEqual({
      folder: '../c',
      hasPath: false,
    });
    expect((await world.outreach('campaigns apply plans/p.json --yes --json')).exit).toBe(0);
    expect(writes()).toHaveLength(8);
  });

  it('is one document on standard output with --out -', async () => {
    const { world, text } = await planned();
    const { exit, out } = await world.outreach('campaigns plan c --out -');
    expect({ exit, out }).toEqual({ exit: 0, out: text() });
  });

  it.each<[string, (text: string) => string, number, string]>([
    [
      'that was edited',
      (text) => text.replace('"dailyLimit": 200', '"dailyLimit": 2000'),
      2,
      'bad_plan_file',
    ],
    ['that is cut off', (text) => text.slice(0, -9), 2, 'bad_plan_file'],
    ['that is not one', () => '[]', 2, 'bad_plan_file'],
    ['of a newer version', (text) => text.replace('"version": 2', '"version": 3'), 2, 'newer_format'],
  ])('is refused where it is a file %s', async (_, changed, exit, code) => {
    const { path, text, applyPlan, writes } = await planned();
    expect(changed(text())).not.toBe(text());
    writeFileSync(path, changed(text()));
    const refused = await applyPlan();
    expect({ exit: refused.exit, code: refused.failure?.code, writes: writes() }).toEqual({
      exit,
      code,
      writes: [],
    });
  });

  it('is refused where a file or a campaign has changed, by name', async () => {
    const { world, put, applyPlan, writes } = await planned();
    put({ 'a.md': campaignFile('Autumn', 300) });
    const file = await applyPlan();
    expect({ exit: file.exit, code: file.failure?.code, message: file.failure?.message }).toEqual({
      exit: 7,
      code: 'changed_meanwhile',
      message: expect.stringContaining('a.md changed'),
    });
    put(two);
    await world.outreach('campaigns create Autumn');
    world.requests.length = 0;
    const account = await applyPlan();
    expect({ code: account.failure?.code, writes: writes() }).toEqual({
      code: 'changed_meanwhile',
      writes: [],
    });
  });

  it('is for its account alone, and takes no other options', async () => {
    const { text, applyPlan } = await planned();
    const key = `run_LIVE0000_${'a'.repeat(40)}`;
    const other = await newWorld({
      env: { OUTREACH_API_KEY: key, OUTREACH_BASE_URL: 'https://api.lumen.example/r' },
    });
    writeFileSync(join(other.home, 'plan.json'), text());
    const refused = await other.outreach('campaigns apply plan.json --yes --json');
    expect({ exit: refused.exit, code: refused.failure?.code }).toEqual({ exit: 7, code: 'other_account' });
    const contradicted = await applyPlan('--yes --json --overwrite-drift');
    expect({ exit: contradicted.exit, code: contradicted.failure?.code }).toEqual({
      exit: 2,
      code: 'contradicting_options',
    });
  });
});
