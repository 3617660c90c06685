import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Transport, WireAnswer } from '../../src/contract/wire.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../world.ts';

const people = (count: number) =>
  [
    'email,First Name,Company',
    ...Array.from({ length: count }, (_, at) => `ana${at}@firm${at}.example,Ana,Firm`),
  ].join('\n');

const copy =
  '--- step ---\nSubject: A question, {firstName}\n\nHello {firstName} at {company}. To opt out, reply "unsubscribe".\n\nAcme Ltd, 12 Main St, Springfield, IL 62701\n';

interface Setup extends WorldOptions {
  leads?: string;
  copy?: string;
}

/** A draft that nothing blocks, unless the options say otherwise. */
async function ready({ leads = people(3), copy: text = copy, ...options }: Setup = {}): Promise<TestWorld> {
  const world = await newWorld(options);
  await world.outreach('campaigns create Autumn');
  await world.outreach('leads import - --campaign 1', { stdin: leads });
  await world.outreach('campaigns sequence set 1 -', { stdin: text });
  await world.outreach('campaigns senders attach 1 1 2');
  await world.outreach('campaigns schedule 1 --days mon-fri');
  return world;
}

const checked = async (world: TestWorld, more = '') => {
  const { exit, json } = await world.outreach(`campaigns check 1 --json ${more}`);
  return { exit, ...json() };
};

const rulesOf = ({ problems }: { problems: { rule: string }[] }) => problems.map(({ rule }) => rule);

/** A service that does not know some paths. */
const without =
  (...paths: RegExp[]) =>
  (next: Transport): Transport =>
  async (request, signal): Promise<WireAnswer> =>
    request.method === 'GET' && paths.some((path) => path.test(request.path))
      ? { status: 404, headers: {}, body: '{"error":"not here"}' }
      : next(request, signal);

describe('campaigns check', () => {
  it('says once what it found: in its document', async () => {
    const world = await newWorld();
    await world.outreach('campaigns create Bare');
    const { exit, json, err } = await world.outreach('campaigns check 1 --json');
    expect([exit, json().problems.length > 1]).toEqual([16, true]);
    const { details } = JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
    expect(details).toEqual({ campaignId: 1, passed: false, digest: json().digest });
  });

  it('passes a campaign that nothing blocks, in the promised shape', async () => {
    const result = await checked(await ready());
    expect(result).toMatchObject({
      exit: 0,
      campaignId: 1,
      passed: true,
      unknown: [{ rule: 'unsubscribed', why: expect.stringContaining('--events') }],
      waived: [],
      looked: { leads: 3, ofLeads: 3, sampled: false, calls: expect.any(Number) },
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      checkedAt: expect.stringMatching(/Z$/),
    });
    expect(result.looked).not.toHaveProperty('moved');
    expect(result.problems.filter(({ severity }: { severity: string }) => severity === 'block')).toEqual([]);
  });

  it('was made at the time of its target, as status has it', async () => {
    const world = await ready();
    await world.outreach('sandbox clock advance 14d');
    const { checkedAt } = (await world.outreach('status --json')).json();
    expect((await checked(world)).checkedAt.slice(0, 10)).toBe(checkedAt.slice(0, 10));
    expect(checkedAt).toMatch(/^2026-03-16T/);
  });

  // In these worlds the domain of the first mailboxes would lack its DMARC or SPF record by chance.
  it.each(['seed 8', 'seed 20'])('passes a clean campaign in a fresh sandbox: %s', async (seed) => {
    expect(await checked(await ready({ seed }))).toMatchObject({ exit: 0, passed: true });
  });

  it('names leads without a value and tags that no lead has, with what a person can do about each', async () => {
    const leads = `${people(2)}\nbo@brass.example,,Brass`;
    const world = await ready({ leads, copy: copy.replace('{company}', '{compny}') });
    const { exit, passed, problems } = await checked(world);
    expect({ exit, passed }).toEqual({ exit: 16, passed: false });
    expect(problems).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          rule: 'merge-tag-unknown',
          severity: 'block',
          count: 3,
          message: expect.stringMatching(
            /Did you mean \{company\}, .* To change the emails: outreach campaigns sequence set 1 <file>$/,
          ),
          fix: null,
        }),
        expect.objectContaining({
          rule: 'merge-tag-empty',
          count: 1,
          message: expect.stringContaining('outreach leads update bo@brass.example --first-name <value>'),
          examples: ['bo@brass.example'],
          fix: null,
        }),
      ]),
    );
    const unknown = await world.outreach('campaigns check 1 --rule merge-tag-unknown --leads --json');
    expect(unknown.json().items).toHaveLength(3);
    expect((await world.outreach('campaigns check 1 --rule merge-tag-empty --leads')).out).toBe(
      'bo@brass.example\n',
    );
  });

  it('looks at all leads, and says so where it did not', async () => {
    const leads = `${people(450)}\nbo@brass.example,,Brass`;
    const world = await ready({ leads });
    const all = await checked(world);
    expect(all).toMatchObject({ exit: 16, looked: { leads: 451, ofLeads: 451, sampled: false } });
    expect(rulesOf(all)).toContain('merge-tag-empty');
    const some = await checked(world, '--sample 10 --accept merge-tag-empty=known');
    expect(some).toMatchObject({ exit: 0, passed: null, looked: { leads: 10, ofLeads: 451, sampled: true } });
    expect((await checked(world, '--sample 10 --strict --accept merge-tag-empty=known')).exit).toBe(16);
  });

  it('waives the rule that is named, with its reason, and no other', async () => {
    const leads = `${people(2)}\nbo@brass.example,,Brass`;
    const world = await ready({ leads, copy: copy.replace('{company}', '{compny}') });
    const one = await checked(world, '--accept merge-tag-unknown="they know it"');
    expect(one).toMatchObject({
      exit: 16,
      passed: false,
      waived: [{ rule: 'merge-tag-unknown', reason: 'they know it', by: '--accept', until: null, count: 3 }],
    });
    expect(rulesOf(one)).not.toContain('merge-tag-unknown');
    const other = await checked(world, '--accept merge-tag-empty=known');
    expect(rulesOf(other)).toContain('merge-tag-unknown');
    expect(other.exit).toBe(16);
  });

  it('leaves who is on the blocklist out of all other rules', async () => {
    const world = await ready({ leads: `${people(1)}\ninfo@brass.example,,Brass` });
    expect((await checked(world)).exit).toBe(16);
    await world.outreach('blocklist add brass.example');
    const result = await checked(world);
    expect(result.exit).toBe(0);
    expect(rulesOf(result)).toContain('blocklisted');
    expect(rulesOf(result)).not.toContain('role-address');
  });

  it('finds who is in another running campaign, and reads only its new leads the next time', async () => {
    const world = await ready({ leads: people(250) });
    await world.outreach('campaigns create Winter');
    await world.outreach('leads import - --campaign 2', { stdin: people(1) });
    await world.outreach('campaigns sequence set 2 -', { stdin: copy });
    await world.outreach('campaigns senders attach 2 3');
    await world.outreach('campaigns schedule 2 --days mon-fri');
    await world.outreach('campaigns resume 1 --yes --again');
    const of = async (line: string) => {
      world.requests.length = 0;
      const { json } = await world.outreach(`campaigns check 2 --json ${line}`);
      const found = json().problems.find(({ rule }: { rule: string }) => rule === 'already-running');
      return {
        count: found?.count ?? 0,
        lists: world.requests.filter((line) => line === 'GET /leads').length,
      };
    };
    const first = await of('');
    expect(first.count).toBe(1);
    const again = await of('');
    expect(again).toEqual({ count: 1, lists: first.lists - 1 });
    expect(await of('--fresh')).toEqual(first);
    expect((await of('--duplicates off')).count).toBe(0);
    expect(statSync(join(world.home, 'state', 'checks.db')).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['none of its own', 0, 'block'],
    ['one of its own', 1, 'block'],
    ['two of its own', 2, 'warn'],
  ])(
    'excuses two leads that bounced before by the bounces of the campaign alone: %s',
    async (_, own, severity) => {
      const world = await ready({
        between: (next) => async (request, signal) => {
          const answer = await next(request, signal);
          const body = JSON.parse(String(answer.body || '{}'));
          for (const one of request.path === '/campaigns' ? body.campaigns : [])
            one.stats = { ...one.stats, bouncedLeadsCount: own };
          return { ...answer, body: JSON.stringify(body) };
        },
      });
      world.database.exec(
        "UPDATE lead SET tag = 'bounced' WHERE id IN (SELECT id FROM lead ORDER BY id LIMIT 2)",
      );
      const { problems } = await checked(world);
      expect(problems.find(({ rule }: { rule: string }) => rule === 'bounced-before')).toMatchObject({
        count: 2,
        severity,
      });
    },
  );

  it('says in which campaign a lead is as well, and its state', async () => {
    const world = await ready();
    await world.outreach('campaigns create Winter');
    await world.outreach('leads import - --campaign 2', { stdin: people(1) });
    await world.outreach('campaigns resume 1 --yes');
    await world.outreach('campaigns pause 1');
    const { problems } = await checked(world, '--duplicates all')
      .then(() => world.outreach('campaigns check 2 --duplicates all --json'))
      .then(({ json }) => json());
    const found = problems.find(({ rule }: { rule: string }) => rule === 'already-running');
    expect(found).toMatchObject({
      count: 1,
      message: expect.stringMatching(
        /^1 lead is in another campaign as well: campaign 1, paused; to see them: /,
      ),
      fix: null,
    });
    const [list = '', ...updates] = found.message.split(/(?:&& )?outreach /).slice(1);
    expect(updates.map((line: string) => line.trim())).toEqual([
      'campaigns update 2 --stop-across-campaigns',
      'campaigns update 1 --stop-across-campaigns',
    ]);
    for (const update of updates) await world.outreach(`${update} --yes`);
    const { out } = await world.outreach('campaigns check 2 --duplicates all --json');
    expect(out).toContain('a reply to one of them ends the follow-ups in the others');
    expect(out).not.toContain('--stop-across-campaigns');
    const listed = await world.outreach(list.split(';')[0] ?? '');
    expect(listed.out).toBe('ana0@firm0.example\n');
  });

  it('offers steps that fix what they name: values that are filled in, and no delete of people who get no email', async () => {
    const world = await ready({ leads: `${people(2)}\nbo@brass.example,,Brass\ned@brass.example,,Brass` });
    await world.outreach('blocklist add ana1@firm1.example');
    const { problems } = await checked(world);
    const lines = (rule: string): string[] =>
      problems
        .find((one: { rule: string }) => one.rule === rule)
        .message.match(/outreach [^;]*?(?=;|, then|$)/g)
        .map((line: string) => line.replace(/^.*outreach /, ''));
    expect(lines('blocklisted')).toEqual(['campaigns check 1 --rule blocklisted --leads']);
    const [list = '', take = ''] = lines('merge-tag-empty');
    const [line = '', file = ''] = list.split(' > ');
    const { out } = await world.outreach(line);
    writeFileSync(
      join(world.home, file),
      out.replaceAll(/"(bo|ed)@brass.example",""/g, '"$1@brass.example","Bo"'),
    );
    expect((await world.outreach(`${take} --yes`)).exit).toBe(0);
    expect(rulesOf(await checked(world))).not.toContain('merge-tag-empty');
  });

  it('says that more leads break a rule than a limit shows', async () => {
    const world = await ready({
      leads: people(450)
        .replaceAll(/^(ana\d+)/gm, 'info+$1')
        .replaceAll(',Ana,', ',,'),
    });
    const line = 'campaigns check 1 --rule merge-tag-empty --leads --json';
    const some = (await world.outreach(`${line} --limit 5`)).json();
    expect([some.items.length, some.total, some.hasMore]).toEqual([5, null, true]);
    const all = (await world.outreach(`${line} --limit 450`)).json();
    expect([all.items.length, all.total, all.hasMore]).toEqual([450, 450, false]);
  });

  it('says in a pipe which rules hold, and that it looked at a sample', async () => {
    const world = await ready({ leads: people(450) });
    const all = await world.outreach('campaigns check 1 --all');
    expect(all.out).toContain('no-leads\tkept\t0\tthe campaign has leads');
    const some = await world.outreach('campaigns check 1 --sample 2');
    expect(some.err).toContain('Looked at the newest 2 of 450 leads. A sample never lets a launch pass.');
  });

  it('does not say that a running campaign can start', async () => {
    const world = await ready({ tty: true });
    world.database.exec("UPDATE campaign SET status = 'running'");
    expect((await world.outreach('campaigns check 1')).out).toContain('It runs, and nothing blocks it');
    await world.outreach('campaigns sequence set 1 - --yes --accept merge-tag-unknown=known', {
      stdin: copy.replace('{company}', '{compny}'),
      tty: false,
    });
    expect((await world.outreach('campaigns check 1')).out).toContain(
      'once paused, it could not start again',
    );
  });

  it('counts what a screen lists, and names a rule once above what fixes it', async () => {
    const world = await ready({ tty: true, env: { NO_COLOR: '1' } });
    world.database.exec("UPDATE sender SET address = 'anna@d4.example' WHERE id = 1");
    world.database.exec("UPDATE sender SET address = 'tom@d8.example' WHERE id = 2");
    const { out } = await world.outreach('campaigns check 1 --only senders');
    expect(out).toContain('No rule of senders blocks it; the others were not looked at');
    const rows = out.match(/^▲ /gm)?.length ?? 0;
    expect(out).toContain(`${rows} warning${rows === 1 ? '' : 's'}.`);
    const titles = out.slice(out.indexOf('To fix it')).match(/^[a-z, -]+:$/gm) ?? [];
    expect([rows > 1, titles]).toEqual([true, [...new Set(titles)]]);
  });

  it('continues a fix that is wider than the terminal, so that it can be pasted', async () => {
    const leads = `${people(1)}\nbo@brass.example,Bo,Brass`;
    const world = await ready({ tty: true, columns: 60, leads });
    world.database.exec("UPDATE lead SET tag = 'not_interested' WHERE email = 'bo@brass.example'");
    const { out } = await world.outreach('campaigns check 1');
    expect(out).toContain(
      'outreach campaigns check 1 --rule said-no --leads | \\\n    outreach blocklist import -',
    );
  });

  it('knows who unsubscribed from saved events, and blocks then', async () => {
    const world = await ready();
    const event = {
      event: 'EmailUnsubscribe',
      lead_email: 'ANA1@firm1.example',
      unsubscribed_at: '2026-03-01',
    };
    const line = JSON.stringify({
      receivedAt: '2026-03-01T00:00:00Z',
      headers: [['content-type', 'application/json']],
      body: JSON.stringify(event),
    });
    writeFileSync(join(world.home, 'events.ndjson'), `${line}\n`);
    const { exit, problems, unknown } = await checked(world, '--events events.ndjson');
    expect({ exit, unknown }).toEqual({ exit: 16, unknown: [] });
    expect(problems).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          rule: 'unsubscribed',
          severity: 'block',
          examples: ['ana1@firm1.example'],
        }),
      ]),
    );
    writeFileSync(join(world.home, 'strange.ndjson'), `${line}\n{"event":"email.unsub`);
    const strange = await checked(world, '--events strange.ndjson');
    expect(strange.unknown).toEqual([
      { rule: 'unsubscribed', why: expect.stringContaining('strange.ndjson, line 2') },
    ]);
    expect(strange.problems.map(({ rule }: { rule: string }) => rule)).toContain('unsubscribed');
    const found = problems.find(({ rule }: { rule: string }) => rule === 'unsubscribed');
    expect(found.fix).toBeNull();
    const listed = await world.outreach(found.message.split('to see them: outreach ')[1]);
    expect(listed.out).toBe('ana1@firm1.example\n');
  });

  it.each([
    [/^\/campaigns\/1$/, 'all-held-back'],
    [/\/sequence$/, 'merge-tag-empty'],
    [/\/schedule$/, 'no-day'],
  ])('takes rules for unknown where %s is not there', async (path, rule) => {
    const { exit, passed, unknown } = await checked(await ready({ between: without(path) }));
    // Other reads show what some of them need.
    if (rule === 'all-held-back') return expect(exit).toBe(0);
    expect({ exit, passed }).toEqual({ exit: 0, passed: null });
    expect(unknown).toEqual(
      expect.arrayContaining([{ rule, why: expect.stringContaining('outreach profiles route') }]),
    );
  });

  it('shows hostile names escaped, and keeps its own lines apart from them', async () => {
    const world = await ready({
      leads: 'email,First Name,Company\n"bo@brass.example",,"\u001b[2J=1+1"\n',
      tty: true,
    });
    const { out } = await world.outreach('campaigns check 1', { tty: true });
    expect(out).toContain('bo@brass.example');
    expect(out).not.toContain('\u001b[2J');
  });
});
