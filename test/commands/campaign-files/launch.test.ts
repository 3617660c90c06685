import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newWorld, type Run, type TestWorld, type WorldOptions } from '../../world.ts';

const campaignFile = (body = 'Hello {firstName}, reply "no" to opt out.', limit = 200) => `---
name: Autumn
dailyLimit: ${limit}
schedule: { days: mon-fri, from: "09:00", to: "17:00" }
senders: ["*@northwind-mail.example"]
---
--- step ---
Subject: A question

${body}
`;

const people = (count: number, from = 0) =>
  [
    'email,firstName',
    ...Array.from({ length: count }, (_, at) => `p${from + at}@firm${from + at}.example,Ana`),
  ].join('\n');

const usual = { 'c/a.md': campaignFile(), 'leads.csv': people(40) };

async function worldWith(files: Readonly<Record<string, string>>, options: WorldOptions = {}) {
  const world = await newWorld(options);
  mkdirSync(join(world.home, 'c'));
  const put = (more: Readonly<Record<string, string>>) => {
    for (const [file, text] of Object.entries(more)) writeFileSync(join(world.home, file), text);
  };
  put(files);
  const writes = () => world.requests.filter((request) => !request.startsWith('GET '));
  const launch = (flags = '--yes --json', line = 'c/a.md --leads leads.csv --start') =>
    world.outreach(`campaigns apply ${line} ${flags}`);
  const starts = () => world.ledger.of('campaigns.resume').length;
  return { world, put, writes, launch, starts };
}

/** How a launch ended, and how far it came. */
function endOf({ exit, failure, out, json }: Run) {
  if (out === '') return { exit, code: failure?.code };
  const { items, imports, check, forecast, resumed } = json();
  return {
    exit,
    code: failure?.code,
    plan: items.map(({ action, outcome }: Record<string, string>) => `${action} ${outcome}`),
    imports: imports.map(({ outcome }: { outcome: string }) => outcome),
    passed: check?.passed,
    ends: forecast?.lastDay,
    resumed,
  };
}

describe('campaigns apply --leads --start', () => {
  it('does not report a start where the service answers that the campaign is still paused', async () => {
    const { launch, world } = await worldWith(usual, {
      between: (next) => async (request, signal) => {
        const isStart = request.path.endsWith('/resume');
        if (!isStart) return next(request, signal);
        const campaign = { id: Number(request.path.split('/')[2]), name: 'Autumn', status: 'paused' };
        const headers = { 'content-type': 'application/json' };
        return { status: 200, headers, body: JSON.stringify({ campaign }) };
      },
    });
    const run = await launch();
    expect(endOf(run)).toMatchObject({ exit: 7, code: 'not_running', imports: ['done'], resumed: false });
    expect(run.err).toContain('is still paused, as the service answers');
    expect(world.ledger.of('campaigns.resume')).toEqual([]);
  });

  it('creates, imports, checks, forecasts and starts, and then has nothing to do', {
    tags: ['slow', 'needed'],
  }, async () => {
    const { launch, world, writes, starts } = await worldWith(usual);
    const done = { exit: 0, code: undefined, passed: true, ends: '2026-03-02', resumed: true };
    expect(endOf(await launch())).toEqual({ ...done, plan: ['create done'], imports: ['done'] });
    expect(writes()).toEqual([
      'POST /campaigns',
      'PUT /campaigns/1/schedule',
      'PUT /campaigns/1/sequence',
      'POST /campaigns/1/sender-emails',
      'POST /leads',
      'POST /campaigns/1/resume',
    ]);
    const [start] = (await world.outreach('journal list --json')).json().items;
    expect(start).toMatchObject({ operation: 'campaigns.resume', state: 'done', people: 40 });
    expect(endOf(await launch('--json'))).toEqual({ ...done, plan: ['same skipped'], imports: ['same'] });
    expect((await launch('--json --dry-run')).json()).toMatchObject({ dryRun: true, resumed: true });
    expect((await world.outreach('campaigns apply c --json --dry-run')).json()).toMatchObject({
      dryRun: true,
    });
    expect({ writes: writes().length, starts: starts() }).toEqual({ writes: 6, starts: 1 });
  });

  it('has nothing to do where all was sent', { tags: 'slow' }, async () => {
    const { launch, world, starts } = await worldWith(usual);
    await launch();
    await world.sandbox.advance(14 * 86_400_000);
    const again = await launch('--json');
    expect(endOf(again)).toMatchObject({ exit: 0, imports: ['same'], ends: null, resumed: true });
    expect(again.json().items[0].status).toBe('completed');
    expect(starts()).toBe(1);
  });

  describe('people who opted out by one of the files', () => {
    const out = 'email,firstName,Unsubscribed\nk1@kk.example,Kim,yes\nk2@kk.example,Ken,no\n';
    const without = 'email,firstName\nk1@kk.example,Kim\nk3@kk.example,Kai\n';
    const files = { 'c/a.md': campaignFile(), 'out.csv': out, 'without.csv': without };
    const people = async (world: TestWorld) =>
      (await world.outreach('leads list --all --json'))
        .json()
        .items.map(({ email }: { email: string }) => email)
        .sort();

    const areLeftOut = async (leads: string) => {
      const { world, launch } = await worldWith(files);
      const { failure } = await launch('--json', `c/a.md ${leads} --start`);
      expect(failure?.extra.facts).toEqual(
        expect.arrayContaining([
          'out.csv: 1 lead to import into the new campaign, 1 row rejected (1 opted out)',
          'without.csv: 1 lead to import into the new campaign, 1 row rejected (1 opted out)',
        ]),
      );
      const done = await launch('--yes --json', `c/a.md ${leads} --start`);
      expect([done.exit, done.json().resumed]).toEqual([0, true]);
      expect(await people(world)).toEqual(['k2@kk.example', 'k3@kk.example']);
      expect(done.err).toContain('blocklist import out.csv --only opted-out');
      expect(done.err).not.toContain('blocklist import without.csv');
      expect(readFileSync(join(world.home, 'without.rejects.csv'), 'utf8')).toContain(
        'opted-out: out.csv says so',
      );
    };

    it('are left out of all of them', { tags: ['slow', 'needed'] }, () =>
      areLeftOut('--leads without.csv --leads out.csv'),
    );

    it('are left out of all of them where their file is the first', { tags: 'slow' }, () =>
      areLeftOut('--leads out.csv --leads without.csv'),
    );

    it('hold up the start where they are in the campaign already, and the advice lets it go on', {
      tags: ['slow', 'needed'],
    }, async () => {
      const { world, launch, starts } = await worldWith(files);
      await launch('--yes --json', 'c/a.md --leads without.csv');
      const line = 'c/a.md --leads without.csv --leads out.csv --start';
      const refused = await launch('--yes --json', line);
      expect([refused.exit, refused.failure?.code, starts()]).toEqual([16, 'checks_failed', 0]);
      const { problems } = refused.json().check;
      expect(problems.find(({ rule }: { rule: string }) => rule === 'opted-out')).toMatchObject({
        severity: 'block',
        message: '1 lead opted out: out.csv',
        examples: ['k1@kk.example'],
        fix: 'outreach blocklist import out.csv --only opted-out',
      });
      await world.outreach('blocklist import out.csv --only opted-out');
      expect((await launch('--yes --json', line)).exit).toBe(0);
    });
  });

  it('says who opted out before, and so does not join', async () => {
    const { world, put, launch } = await worldWith({ 'c/a.md': campaignFile() });
    put({ 'out.csv': 'Email,Unsubscribed\nana@lumen.example,yes\n' });
    await world.outreach('leads import out.csv --keep opted-out');
    put({ 'leads.csv': 'Email\nana@lumen.example\nbo@lumen.example\n' });
    const { exit, err, json } = await launch('--yes --json', 'c/a.md --leads leads.csv');
    expect([exit, json().imports]).toMatchObject([0, [{ valid: 2, sent: 1 }]]);
    expect(err).toContain('leads.csv: 1 person opted out before, and is not added to campaign 1.');
  });

  it('asks once, before anything is changed, for all of it', { tags: 'slow' }, async () => {
    const { launch, writes, world } = await worldWith({ ...usual, 'more.csv': people(2, 100) });
    const line = 'c/a.md --leads leads.csv --leads more.csv --start';
    const { exit, failure, out } = await launch('--json', line);
    expect({ exit, code: failure?.code, out, writes: writes() }).toEqual({
      exit: 3,
      code: 'confirmation_required',
      out: '',
      writes: [],
    });
    expect(failure?.extra).toMatchObject({ effect: 'sends', recipients: 42 });
    expect(failure?.extra.facts).toEqual(
      expect.arrayContaining([
        'leads.csv: 40 leads to import into the new campaign',
        'more.csv: 2 leads to import into the new campaign',
      ]),
    );
    const atTerminal = await world.outreach(`campaigns apply ${line} --no-color`, {
      tty: true,
      typing: async ({ sees, type }) => {
        await sees(
          'Make 4 changes to 1 campaign, import 42 leads, start the campaign and email up to 42 people?',
        );
        type('y\r');
      },
    });
    expect({ exit: atTerminal.exit, asked: atTerminal.err.split('Type y or n:').length > 1 }).toEqual({
      exit: 0,
      asked: true,
    });
    expect(atTerminal.out).toMatch(/^Campaign 1 "Autumn" is started\n/);
    expect(atTerminal.out).toMatch(/Warnings +[a-z-]+ \d+(, |\n)/);
    expect(atTerminal.out).toMatch(/First email +Mon 2 Mar 2026 09:00:00/);
    expect(atTerminal.out).not.toMatch(/To fix it|draft/);
    expect(atTerminal.out.split('\n').length).toBeLessThan(12);
  });

  it('keeps within --max-recipients, which counts who is imported', { tags: 'slow' }, async () => {
    const { launch, writes } = await worldWith(usual);
    const refused = await launch('--yes --json --max-recipients 39');
    expect({ ...endOf(refused), writes: writes() }).toEqual({
      exit: 3,
      code: 'ceiling_exceeded',
      writes: [],
    });
    expect((await launch('--yes --json --max-recipients 40')).exit).toBe(0);
  });

  it('stops where a check blocks, and the same line goes on after a fix', { tags: 'slow' }, async () => {
    const { launch, put, writes, starts } = await worldWith({
      ...usual,
      'c/a.md': campaignFile('Hello {firstName}, {nickname}'),
    });
    const refused = await launch();
    expect(endOf(refused)).toEqual({
      exit: 16,
      code: 'checks_failed',
      plan: ['create done'],
      imports: ['done'],
      passed: false,
      ends: undefined,
      resumed: false,
    });
    expect(starts()).toBe(0);
    expect(refused.failure?.hint).toContain('change the emails in a.md, then run the same command again');
    expect(refused.failure?.hint).not.toContain('campaigns sequence set');
    put({ 'c/a.md': campaignFile() });
    expect(endOf(await launch())).toMatchObject({ exit: 0, imports: ['same'], resumed: true });
    expect({ imports: writes().filter((one) => one === 'POST /leads').length, starts: starts() }).toEqual({
      imports: 1,
      starts: 1,
    });
  });

  it('goes on after a row of the list is fixed, and says how to take out one that is gone from it', {
    tags: 'slow',
  }, async () => {
    const { launch, put } = await worldWith({ ...usual, 'leads.csv': `${people(3)}\nbo@bolt.example,` });
    const refused = await launch();
    expect({ exit: refused.exit, hint: refused.failure?.hint }).toEqual({
      exit: 16,
      hint: expect.stringContaining('outreach leads update bo@bolt.example --first-name <value>'),
    });
    expect(refused.failure?.hint).not.toContain('leads delete');
    put({ 'leads.csv': people(3) });
    expect((await launch()).failure?.hint).toContain('To take the person out: outreach leads delete <lead>');
    put({ 'leads.csv': `${people(3)}\nbo@bolt.example,Bo` });
    expect(endOf(await launch())).toMatchObject({ exit: 0, imports: ['done'], resumed: true });
  });

  it('says who of the campaign is on no list, and gets email all the same', { tags: 'slow' }, async () => {
    const { launch, put } = await worldWith({ ...usual, 'leads.csv': people(3) });
    await launch('--yes --json', 'c/a.md --leads leads.csv');
    put({ 'leads.csv': people(2, 50) });
    const asked = await launch('--json');
    expect(asked.err).toContain('All its leads get email, also those on none of these lists');
    const started = await launch();
    expect(started.exit).toBe(0);
    expect(started.err).toContain('3 leads of campaign 1 are on none of these lists, and get email too.');
  });

  it('says how many of a list did not join', async () => {
    const { launch, world } = await worldWith(usual);
    await world.outreach('leads import leads.csv');
    world.database.prepare("UPDATE lead SET unsubscribed_at = 1 WHERE email LIKE 'p3%'").run();
    const { json, err } = await launch('--yes --json', 'c/a.md --leads leads.csv');
    expect(json().imports).toMatchObject([{ sent: 40, inCampaign: 29, notJoined: 11 }]);
    expect(err).toContain('11 of 40 people did not join campaign 1');
  });

  it('imports without --start, and starts nothing', { tags: 'slow' }, async () => {
    const { launch, starts } = await worldWith({ ...usual, 'leads.csv': `${people(3)}\nnot-an-address,Ben` });
    const done = await launch('--yes --json', 'c/a.md --leads leads.csv');
    const [imported] = done.json().imports;
    expect({ ...endOf(done), starts: starts() }).toMatchObject({ exit: 0, resumed: false, starts: 0 });
    expect(imported).toMatchObject({ valid: 3, sent: 3, rejected: 1, rejectsFile: 'leads.rejects.csv' });
  });

  it('imports as leads import does: old values are written, and --keep takes what is left out', {
    tags: 'slow',
  }, async () => {
    const rows = 'email,firstName,Email Status\nana@lumen.example,Ana,valid\nbo@lumen.example,Bo,invalid';
    const { launch, world } = await worldWith({ ...usual, 'leads.csv': rows });
    await world.outreach('leads add ana@lumen.example --first-name Anna');
    const line = 'c/a.md --leads leads.csv';
    const [first] = (await launch('--yes --json', line)).json().imports;
    expect(first).toMatchObject({ sent: 1, leftOut: { invalid: 1 }, before: 'leads.before.csv' });
    expect(readFileSync(join(world.home, 'leads.before.csv'), 'utf8')).toContain(
      '"ana@lumen.example","Anna"',
    );
    const [kept] = (await launch('--yes --json --keep invalid', line)).json().imports;
    expect(kept).toMatchObject({ outcome: 'done', sent: 2, leftOut: { invalid: 0 } });
  });

  it('imports anew what was imported into a campaign that is no longer there', { tags: 'slow' }, async () => {
    const { launch, world, put } = await worldWith(usual);
    await launch('--yes --json', 'c/a.md --leads leads.csv');
    await world.outreach('sandbox reset --yes');
    put({ 'c/outreach.lock.json': '{"version":1,"accounts":{}}' });
    await world.clock.sleep(60_000);
    const again = await launch('--yes --json', 'c/a.md --leads leads.csv');
    expect(endOf(again)).toMatchObject({ plan: ['create done'], imports: ['done'] });
  });

  it('takes one campaign file, and no saved plan', { tags: 'slow' }, async () => {
    const { launch, writes, world } = await worldWith({ ...usual, 'c/b.md': campaignFile() });
    const two = await launch('--yes --json', 'c --start');
    expect({ exit: two.exit, writes: writes() }).toEqual({ exit: 2, writes: [] });
    const piped = await launch('--yes --json', 'c/a.md --leads -');
    expect({ exit: piped.exit, code: piped.failure?.code }).toEqual({
      exit: 2,
      code: 'contradicting_options',
    });
    await world.outreach('campaigns plan c --out p.json');
    expect((await launch('--yes --json', 'p.json --start')).exit).toBe(2);
    expect((await launch('--yes --json', 'c/none.md --start')).failure?.code).toBe('file_not_readable');
    expect(writes()).toEqual([]);
  });

  it('reads and changes no other file of the folder', { tags: ['slow', 'needed'] }, async () => {
    const { launch, world } = await worldWith({ ...usual, 'c/README.md': 'No front matter.' });
    expect((await launch('--yes --json', 'c/a.md')).json().items).toHaveLength(1);
    expect((await world.outreach('campaigns apply c --yes')).exit).toBe(2);
  });

  async function drifted() {
    const given = await worldWith(usual);
    await given.launch('--yes --json', 'c/a.md --leads leads.csv');
    await given.world.outreach('campaigns update 1 --daily-limit 33');
    return given;
  }

  it('starts nothing that drifted since the last apply', async () => {
    const { launch, writes, starts } = await drifted();
    const before = writes().length;
    for (const flags of ['--yes --json', '--yes --json --dry-run']) {
      const refused = await launch(flags, 'c/a.md --start');
      expect(refused.exit).toBe(7);
      expect(refused.failure).toMatchObject({
        code: 'plan_drift',
        hint: expect.stringContaining('To see what changed: outreach campaigns plan c/a.md\n'),
        extra: { items: [{ file: 'a.md', fields: ['dailyLimit'] }] },
      });
    }
    expect({ writes: writes().length, starts: starts() }).toEqual({ writes: before, starts: 0 });
  });

  it('starts what drifted once a person says which side wins, and keeps what drifted in one that runs', {
    tags: 'slow',
  }, async () => {
    const { launch, world, starts } = await drifted();
    const won = await launch('--yes --json --overwrite-drift', 'c/a.md --start');
    expect(endOf(won)).toMatchObject({ exit: 0, plan: ['change done'], resumed: true });
    // One that runs is not started: what it has is sent already.
    await world.outreach('campaigns update 1 --daily-limit 20');
    const running = await launch('--yes --json', 'c/a.md --start');
    expect(endOf(running)).toMatchObject({ exit: 0, resumed: true });
    expect(running.err).toContain('What drifted in the service is kept');
    const paused = await launch('--yes --json --pause-first', 'c/a.md --start');
    expect([paused.exit, starts()]).toEqual([0, 1]);
    await world.outreach('campaigns pause 1');
    expect((await launch('--yes --json', 'c/a.md --start')).failure?.code).toBe('plan_drift');
  });

  it('starts nothing that would send from a mailbox the file does not name', { tags: 'slow' }, async () => {
    const { launch, put, starts, world } = await worldWith(usual);
    await launch('--yes --json', 'c/a.md --leads leads.csv');
    put({ 'c/a.md': campaignFile().replace('*@', 'anna.berg@') });
    const refused = await launch('--yes --json', 'c/a.md --start');
    expect([refused.exit, refused.failure?.code, starts()]).toEqual([7, 'plan_drift', 0]);
    expect(refused.failure?.hint).toMatch(/^By hand: detach .*@northwind-mail\.example in the app;/);
    expect((await world.outreach('campaigns pull c')).exit).toBe(0);
    expect(endOf(await launch('--yes --json', 'c/a.md --start'))).toMatchObject({ exit: 0, resumed: true });
  });

  it('does not take --yes for --allow-live', { tags: 'slow' }, async () => {
    const { launch, put, writes } = await worldWith(usual);
    await launch();
    const before = writes().length;
    put({ 'c/a.md': campaignFile(undefined, 100) });
    expect(endOf(await launch())).toMatchObject({ exit: 3, code: 'needs_allow_live', resumed: false });
    expect(writes()).toHaveLength(before);
    expect(endOf(await launch('--yes --allow-live --json'))).toMatchObject({
      exit: 0,
      plan: ['change done'],
    });
  });

  it('asks before people join a campaign that runs', { tags: ['slow', 'needed'] }, async () => {
    const { launch, writes, put } = await worldWith(usual);
    await launch();
    put({ 'more.csv': people(5, 100) });
    const before = writes().length;
    const line = 'c/a.md --leads more.csv';
    const refused = await launch('--json', line);
    expect({ exit: refused.exit, recipients: refused.failure?.extra.recipients }).toEqual({
      exit: 3,
      recipients: 5,
    });
    expect(writes()).toHaveLength(before);
    expect(endOf(await launch('--yes --json', line))).toMatchObject({ exit: 0, imports: ['done'] });
    expect(writes().slice(before)).toEqual(['POST /leads']);
  });

  it('starts nothing where more people came than the question named', {
    tags: ['slow', 'needed'],
  }, async () => {
    let join: (() => Promise<unknown>) | undefined;
    const { launch, starts, world } = await worldWith(usual, {
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        if (request.method === 'POST' && request.path === '/leads') {
          const other = join;
          join = undefined;
          await other?.();
        }
        return answer;
      },
    });
    join = () => world.outreach('leads add eva@lumen.example --first-name Eva --campaign 1');
    const { exit, failure } = await launch();
    expect({ exit, code: failure?.code, starts: starts() }).toEqual({
      exit: 7,
      code: 'quote_changed',
      starts: 0,
    });
  });

  it('shows in a dry run what would be changed, imported and started, and changes nothing', {
    tags: 'slow',
  }, async () => {
    const { launch, writes, world } = await worldWith(usual);
    const { exit, json } = await launch('--dry-run --json');
    expect({ exit, writes: writes() }).toEqual({ exit: 0, writes: [] });
    expect(json().items[4]).toMatchObject({ path: '/leads', truncated: { shown: 3, total: 40 } });
    expect((await launch('--dry-run')).err).toContain('POST /leads shows 3 of 40 leads.');
    const { items, facts, price, wouldRefuse } = json();
    expect(items.map(({ method, path }: Record<string, string>) => `${method} ${path}`)).toEqual([
      'POST /campaigns',
      'PUT /campaigns/:id/schedule',
      'PUT /campaigns/:id/sequence',
      'POST /campaigns/:id/sender-emails',
      'POST /leads',
      'POST /campaigns/:id/resume',
    ]);
    expect({ recipients: price.recipients, wouldRefuse }).toEqual({ recipients: 40, wouldRefuse: null });
    expect(facts).toContain('leads.csv: 40 leads to import into the new campaign');
    expect(existsSync(join(world.home, 'c/outreach.lock.json'))).toBe(false);
  });

  const agent = { name: 'a model', readOthers: () => false };
  const line = 'campaigns apply c/a.md --leads leads.csv --start --yes --json';

  it('asks a person for the changes alone at first where an agent launches', async () => {
    const { world, writes } = await worldWith(usual);
    const { exit, failure } = await world.outreach(line, { agent });
    expect([exit, failure?.code, writes()]).toEqual([3, 'approval_required', []]);
    expect(failure?.extra).toMatchObject({
      recipients: 0,
      operations: [
        'campaigns.create',
        'campaigns.schedule',
        'campaigns.replaceSequence',
        'campaigns.attachSenders',
      ],
    });
  });

  it('asks a person again for the start where an agent launches', { tags: 'slow' }, async () => {
    const { world, launch, starts } = await worldWith(usual);
    const approve = async (code: string) =>
      world.outreach(`approvals approve ${code}`, {
        tty: true,
        typing: async ({ sees, type }) => {
          await sees(`Approve ${code}`);
          type('y\r');
        },
      });
    const codeOf = ({ failure }: Run) => String((failure?.extra.approval as { code?: string })?.code);
    const first = await world.outreach(line, { agent });
    expect({ exit: first.exit, code: first.failure?.code }).toEqual({ exit: 3, code: 'approval_required' });
    await approve(codeOf(first));
    const second = await world.outreach(line, { agent });
    expect(endOf(second)).toMatchObject({
      exit: 3,
      code: 'approval_required',
      imports: ['done'],
      passed: true,
      resumed: false,
    });
    expect(starts()).toBe(0);
    await approve(codeOf(second));
    expect(endOf(await world.outreach(line, { agent }))).toMatchObject({ exit: 0, resumed: true });
    expect(starts()).toBe(1);
    expect(endOf(await launch('--json'))).toMatchObject({ exit: 0, imports: ['same'] });
  });

  it('goes on with a campaign of its own where an import is refused', { tags: 'slow' }, async () => {
    const { launch, put, world } = await worldWith({ ...usual, 'leads.csv': 'name\nAna' });
    const bad = await launch();
    expect({ exit: bad.exit, resumed: bad.json().resumed }).toEqual({ exit: 2, resumed: false });
    expect(world.requests.filter((one) => one === 'POST /campaigns')).toEqual([]);
    put(usual);
    expect((await launch()).exit).toBe(0);
    const lock = JSON.parse(readFileSync(join(world.home, 'c/outreach.lock.json'), 'utf8'));
    expect(Object.values<{ files: object }>(lock.accounts).map(({ files }) => Object.keys(files))).toEqual([
      ['a.md'],
    ]);
  });
});
