import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { sandboxChildKey, sandboxKeyOf } from '../../src/contract/keys.ts';
import { plantSeed } from '../../src/sandbox/seed-file/plant-seed.ts';
import { readSeedFile } from '../../src/sandbox/seed-file/read-seed-file.ts';
import { newWorld } from '../world.ts';
import { dump } from './dump.ts';
import { sandboxAtHand } from './sandbox-at-hand.ts';

const examples = join(import.meta.dirname, '../../examples');
const example = join(examples, 'world.json');
const exampleText = readFileSync(example, 'utf8');
const lead = { email: 'ana@lumen.example' };

async function planted(world: unknown) {
  const at = await sandboxAtHand();
  await plantSeed(
    at.open,
    readSeedFile('world.json', typeof world === 'string' ? world : JSON.stringify(world)),
  );
  return at;
}

function problemOf(world: unknown): string {
  try {
    readSeedFile('world.json', typeof world === 'string' ? world : JSON.stringify(world));
  } catch (error) {
    if (error instanceof Failure && error.kind === 'usage') return `${error.message} ${error.hint}`;
    throw error;
  }
  return 'none';
}

describe('a world from a file', () => {
  it('is what the file says', async () => {
    const at = await planted(exampleText);
    expect((await at.call('GET', '/credits/balance')).json.balance).toBe(2000);
    const { senderEmails } = (await at.call('GET', '/sender-emails')).json;
    expect(
      senderEmails.map((s: Record<string, unknown>) => [s.address, s.healthScore, s.isConnected]),
    ).toEqual([
      ['mira.osei@try-northwind.example', expect.any(Number), false],
      ['tom.hale@northwind-mail.example', expect.any(Number), true],
      ['anna.berg@northwind-mail.example', expect.any(Number), true],
    ]);
    expect((await at.call('GET', '/leads')).json.leads[1]).toMatchObject({
      firstName: 'Zofia',
      customVariables: { 'Met at': 'SaaS Meetup Lisbon' },
    });
    const { campaigns } = (await at.call('GET', '/campaigns')).json;
    expect(campaigns.map((c: Record<string, unknown>) => [c.name, c.status])).toEqual([
      ['Winter', 'draft'],
      ['Autumn', 'running'],
    ]);
    const sequence = (await at.call('GET', '/campaigns/1/sequence')).json;
    expect(sequence).toMatchObject({
      total: 2,
      signature: 'Anna Berg',
      steps: [{ order: 1 }, { order: 2, delayDays: 3 }],
    });
    expect((await at.call('GET', '/leads?campaignId=2')).json.total).toBe(1);
    await at.open.advance(3 * 86_400_000);
    expect(at.rows('SELECT * FROM email WHERE sent_at IS NOT NULL').length).toBeGreaterThan(0);
  });

  it('is the same world every time', async () => {
    const [a, b] = [await planted(exampleText), await planted(exampleText)];
    await a.open.advance(20 * 86_400_000);
    await b.open.advance(20 * 86_400_000);
    expect(dump(a.database)).toEqual(dump(b.database));
  });

  it('may be empty, and then is the usual one', async () => {
    const at = await planted('{}');
    expect((await at.call('GET', '/sender-emails')).json.total).toBe(6);
    expect((await at.call('GET', '/credits/balance')).json.balance).toBe(5000);
  });

  it('takes thousands of leads', { tags: 'slow' }, async () => {
    const leads = Array.from({ length: 2500 }, (_, i) => ({ email: `p${i}@lumen.example` }));
    const at = await planted({ credits: 10, leads, campaigns: [{ name: 'All' }] });
    expect((await at.call('GET', '/leads?campaignId=1')).json.total).toBe(2500);
    expect((await at.call('GET', '/credits/balance')).json.balance).toBe(10);
  });

  it('has a plan with room for its leads', async () => {
    const at = await sandboxAtHand();
    at.run('UPDATE workspace SET contact_cap = 1');
    const leads = [lead, { email: 'bo@lumen.example' }];
    await plantSeed(at.open, readSeedFile('world.json', JSON.stringify({ leads })));
    expect((await at.call('GET', '/leads')).json.total).toBe(2);
  });

  it('leaves a paused campaign paused', async () => {
    const at = await planted({
      leads: [lead],
      campaigns: [
        {
          name: 'A',
          status: 'paused',
          schedule: { daysSchedule: '1' },
          sequence: [{ subject: 'Hi', body: 'Hello' }],
        },
      ],
    });
    expect((await at.call('GET', '/campaigns/1')).json.campaign.status).toBe('paused');
  });
});

describe('verification jobs of a file', () => {
  it('are of the past, and agree with who bounces', async () => {
    const at = await planted(readFileSync(join(examples, 'stale-list.json'), 'utf8'));
    const { results } = (await at.call('GET', '/email-verification/jobs')).json;
    expect(results).toMatchObject([
      { name: 'Half of the old list', status: 'completed', total: 30, processed: 30 },
      { name: 'The first ten, long ago', status: 'completed', total: 10, processed: 10 },
    ]);
    const ages = results.map(({ finishedAt }: { finishedAt: string }) =>
      Math.round((at.open.state.now() - Date.parse(finishedAt)) / 86_400_000),
    );
    expect(ages).toEqual([20, 200]);
    await at.call('POST', '/campaigns/1/resume');
    await at.open.advance(14 * 86_400_000);
    const bounced = at.rows<{ verdict: string; all: number; bounced: number }>(
      `SELECT r.status AS verdict, count(*) AS "all", sum(e.bounce IS 'hard_bounce') AS bounced
       FROM verification_record r JOIN lead l ON l.email = r.email JOIN email e ON e.lead_id = l.id AND e.step = 1
       WHERE r.job_id = 2 GROUP BY r.status`,
    );
    const invalid = bounced.find(({ verdict }) => verdict === 'invalid');
    expect(invalid?.all).toBeGreaterThan(3);
    expect(invalid?.bounced).toBe(invalid?.all);
    const { emailCounts } = (await at.call('GET', '/campaigns/1/stats')).json;
    expect(emailCounts.bounced).toBeGreaterThan(15);
    expect(emailCounts.spamReport).toBeGreaterThan(0);
  });

  it('are those of a trial within its allowance, and leave the clock where it is', async () => {
    const leads = Array.from({ length: 101 }, (_, i) => ({ email: `p${i}@lumen.example` }));
    const world = (share: number) => ({
      workspaces: [{ name: 'Oslo', plan: 'trial', leads, verificationJobs: [{ daysAgo: 3, share }] }],
    });
    const before = (await sandboxAtHand()).open.state.now();
    const at = await planted(world(0.5));
    expect(at.open.state.now()).toBe(before);
    expect(at.rows('SELECT total, workspace_id AS "of" FROM verification_job')).toEqual([
      { total: 51, of: 2 },
    ]);
    await expect(planted(world(1))).rejects.toThrow('trial_allowance_exceeded');
  });
});

describe('the plan of a file', () => {
  const mailbox = (email: string) => ({
    email,
    imapServerUrl: 'imap.lumen.example',
    smtpServerUrl: 'smtp.lumen.example',
    password: 'a-password',
  });

  it('has as many seats and as much room for leads as the file says, in each workspace', async () => {
    const key = sandboxKeyOf('Oslo'.padEnd(40, 'x'));
    const room = { seats: 2, contactCap: 3, senders: [{ address: 'liv@fjord-mail.example' }], leads: [lead] };
    const at = await planted({
      ...room,
      workspaces: [{ name: 'Oslo', key, ...room, senders: [{ address: 'bo@oslo-mail.example' }] }],
    });
    for (const [name, headers] of [
      ['main', undefined],
      ['oslo', { authorization: `Bearer ${key}` }],
    ] as const) {
      const post = async (path: string, body: unknown) => (await at.call('POST', path, body, headers)).status;
      const connect = (person: string) => post('/sender-emails', mailbox(`${person}@${name}-box.example`));
      expect([await connect('ana'), await connect('kim')]).toEqual([201, 402]);
      const leads = (count: number) =>
        Array.from({ length: count }, (_, index) => ({ email: `person${index}@lumen.example` }));
      expect([await post('/leads', { leads: leads(3) }), await post('/leads', { leads: leads(2) })]).toEqual([
        422, 200,
      ]);
    }
  });

  it('never has less room than what the file holds', async () => {
    const at = await planted({
      seats: 0,
      contactCap: 0,
      senders: [{ address: 'liv@fjord-mail.example' }],
      leads: [lead],
    });
    expect((await at.call('GET', '/sender-emails')).json.total).toBe(1);
    expect((await at.call('POST', '/sender-emails', mailbox('ana@fjord-mail.example'))).status).toBe(402);
    expect((await at.call('GET', '/leads')).json.total).toBe(1);
  });
});

describe('child workspaces of a file', () => {
  const key = sandboxKeyOf('Oslo'.padEnd(40, 'x'));
  const child = (name: string, more: object = {}) => ({ name, ...more });

  it('hold what the file says of them, and are opened with keys of their own', async () => {
    const at = await planted({
      leads: [lead],
      campaigns: [{ name: 'Main' }],
      workspaces: [
        child('Berlin', { leads: [lead, { email: 'bo@lumen.example' }], campaigns: [{ name: 'Berlin' }] }),
        child('Oslo', {
          key,
          credits: 70,
          plan: 'trial',
          contactCap: 10,
          senders: [{ address: 'liv@fjord-mail.example' }],
          leads: [{ email: 'kim@orchid.example' }],
          campaigns: [
            {
              name: 'Oslo',
              status: 'running',
              schedule: { daysSchedule: '0,1,2,3,4,5,6' },
              sequence: [{ subject: 'Hi', body: 'Hello' }],
            },
          ],
        }),
        child('Rome'),
      ],
    });
    const as = (own: string) => ({ authorization: `Bearer ${own}` });
    const { workspaces } = (await at.call('GET', '/workspaces')).json;
    expect(workspaces.map((w: Record<string, unknown>) => [w.id, w.name, w.plan])).toEqual([
      [1, 'Main workspace', 'growth'],
      [2, 'Berlin', 'growth'],
      [4, 'Oslo', 'trial'],
      [5, 'Rome', 'growth'],
    ]);
    const total = async (own: string, path: string) => (await at.call('GET', path, undefined, as(own))).json;
    expect((await total(sandboxChildKey, '/leads')).total).toBe(2);
    expect((await total(sandboxChildKey, '/campaigns')).campaigns).toMatchObject([{ name: 'Berlin' }]);
    expect((await total(key, '/leads')).leads).toMatchObject([{ email: 'kim@orchid.example' }]);
    expect((await total(key, '/credits/balance')).balance).toBe(70);
    expect((await total(sandboxKeyOf('Workspace3'.padEnd(40, '0')), '/credits/balance')).balance).toBe(500);
    expect((await at.call('GET', '/leads')).json.total).toBe(1);
    expect((await at.call('GET', '/sender-emails?spaceId=4')).json.senderEmails).toMatchObject([
      { address: 'liv@fjord-mail.example' },
    ]);
    const crowd = Array.from({ length: 10 }, (_, i) => ({ email: `p${i}@acme.example` }));
    expect((await at.call('POST', '/leads', { leads: crowd }, as(key))).status).toBe(422);
    await at.open.advance(2 * 86_400_000);
    expect(at.rows('SELECT workspace_id AS id FROM email WHERE sent_at IS NOT NULL')).toEqual([{ id: 4 }]);
  });

  it.each<[unknown, string]>([
    [[{}], 'workspaces.0.name is required'],
    [[child('A', { key: 'run_abcdefgh_' })], 'workspaces.0.key must be run_SANDBOX0_'],
    [[child('A', { key: `run_abcdefgh_${'a'.repeat(40)}` })], 'workspaces.0.key must be run_SANDBOX0_'],
    [[child('A', { key }), child('B', { key })], 'workspaces.1.key is in the list twice'],
    [
      [child('A'), child('B', { key: sandboxChildKey })],
      'workspaces.1.key is a key that the sandbox has already',
    ],
    [[child('A', { seed: 'x' })], 'workspaces.0.seed is not a field'],
    [[child('A', { plan: 'gold' })], 'workspaces.0.plan must be one of'],
    [[child('A', { leads: [{ email: 'x' }] })], 'workspaces.0.leads.0.email cannot be an email address'],
    [
      [
        child('A', { senders: [{ address: 'a@b.example' }] }),
        child('B', { senders: [{ address: 'A@b.example' }] }),
      ],
      'workspaces.1.senders.0.address is in the list twice',
    ],
    [
      [child('A', { campaigns: [{ name: 'C', senders: ['a@b.example'] }] })],
      'workspaces.0.campaigns.0.senders.0 must be one of the senders',
    ],
  ])('%j are refused: %s', (workspaces, problem) => {
    expect(problemOf({ workspaces })).toContain(problem);
  });

  it('never repeats a key', () => {
    const live = `run_abcdefgh_${'a'.repeat(40)}`;
    expect(problemOf({ workspaces: [child('A', { key: live })] })).not.toContain('aaaa');
  });
});

describe('a file that is wrong', () => {
  const campaign = (more: object) => ({ leads: [lead], campaigns: [{ name: 'A', ...more }] });
  it.each<[unknown, string]>([
    [{ leeds: [] }, 'leeds is not a field'],
    [[], 'must be an object'],
    [{ credits: -1 }, 'credits must be 0 to 100,000,000'],
    [{ credits: '5' }, 'credits must be a whole number, not "5"'],
    [{ leads: {} }, 'leads must be a list'],
    [{ leads: [lead, { email: 'nobody' }] }, 'leads.1.email cannot be an email address'],
    [{ leads: [lead, { email: 'ANA@lumen.example' }] }, 'leads.1.email is in the list twice'],
    [{ leads: [{ ...lead, firstname: 'Ana' }] }, 'leads.0.firstname is not a field'],
    [{ leads: [{ ...lead, firstName: 3 }] }, 'leads.0.firstName must be text'],
    [{ senders: [{}] }, 'senders.0.address is required'],
    [{ senders: [{ address: 'a@b.example', healthScore: 101 }] }, 'senders.0.healthScore must be 0 to 100'],
    [{ senders: [{ address: 'a@b.example', provider: 'yahoo' }] }, 'senders.0.provider must be one of'],
    [{ answers: { replies: 0.5 } }, 'answers.replies is not a field'],
    [{ answers: { languages: { en: 2 } } }, 'answers.languages.en must be 0 to 1, not 2'],
    [{ answers: { reply: 7 } }, 'answers.reply must be 0 to 1, not 7'],
    [campaign({ dailyLimit: 0 }), 'campaigns.0.dailyLimit must be 1 to 10,000'],
    [campaign({ colour: 'red' }), 'campaigns.0.colour is not a field'],
    [{ campaigns: [{}] }, 'campaigns.0.name is required'],
    [campaign({ status: 'completed' }), 'campaigns.0.status must be one of draft, running, paused'],
    [campaign({ status: 'running' }), 'campaigns.0.sequence is required where status is running'],
    [
      campaign({ status: 'running', sequence: [{ subject: 's', body: 'b' }] }),
      'campaigns.0.schedule.daysSchedule must name at least one day where status is running',
    ],
    ...(
      [
        [{ senders: [] }, { senders: ['anna.berg@northwind-mail.example'] }],
        [{ senders: [{ address: 'a@b.example', isConnected: false }] }, {}],
        [{}, { senders: ['old.box@try-northwind.example'] }],
        [{}, { senders: [] }],
      ] as const
    ).map(([mailboxes, named]): [unknown, string] => [
      {
        ...campaign({
          status: 'paused',
          sequence: [{ subject: 's', body: 'b' }],
          schedule: { daysSchedule: '1' },
          ...named,
        }),
        ...mailboxes,
      },
      'campaigns.0.senders must name at least one connected mailbox where status is paused',
    ]),
    [campaign({ senders: ['x@y.example'] }), 'campaigns.0.senders.0 must be one of the senders of the world'],
    [
      campaign({ schedule: { startSchedule: '18:00' } }),
      'campaigns.0.schedule.endSchedule must be later in the day than startSchedule',
    ],
    [
      campaign({ schedule: { daysSchedule: '8' } }),
      'campaigns.0.schedule.daysSchedule must be weekday numbers',
    ],
    [campaign({ schedule: { days: '1' } }), 'campaigns.0.schedule.days is not a field'],
    [campaign({ sequence: [{ subject: 'Hi' }] }), 'campaigns.0.sequence.0.body is required'],
    [campaign({ leads: ['bo@lumen.example'] }), 'campaigns.0.leads.0 must be one of the leads of the file'],
    [
      { ...campaign({ senders: ['x@y.example'] }), senders: [{ address: 'a@b.example' }] },
      'campaigns.0.senders.0 must be one of the senders',
    ],
    ...(
      [
        [{ name: 'n'.repeat(81) }, 'savedSearches.0.name must have at most 80 characters'],
        [{ weekly: 0 }, 'savedSearches.0.weekly must be 1 to 5,000'],
        [{ weekday: 7 }, 'savedSearches.0.weekday must be 0 to 6'],
        [{ campaign: 'B' }, 'savedSearches.0.campaign must be the name of a campaign of the file'],
        [{ filters: {} }, 'savedSearches.0.filters must have at least one filter'],
        [
          { filters: { companySizes: ['12'] } },
          'savedSearches.0.filters.companySizes.0 must be one of the listed',
        ],
        [{ filters: { size: ['11-50'] } }, 'savedSearches.0.filters.size is not a field'],
        [{ topUp: true }, 'savedSearches.0.topUp is not a field'],
      ] as const
    ).map(([wrong, problem]): [unknown, string] => [
      {
        campaigns: [{ name: 'A' }],
        savedSearches: [
          { name: 'S', filters: { companySizes: ['11-50'] }, campaign: 'A', weekly: 5, ...wrong },
        ],
      },
      problem,
    ]),
    [
      {
        campaigns: [{ name: 'A' }, { name: 'A' }],
        savedSearches: [{ name: 'S', filters: { companySizes: ['11-50'] }, campaign: 'A', weekly: 5 }],
      },
      'savedSearches.0.campaign is the name of several campaigns',
    ],
    [
      {
        campaigns: [{ name: 'A' }],
        savedSearches: Array(101).fill({
          name: 'S',
          filters: { companySizes: ['11-50'] },
          campaign: 'A',
          weekly: 5,
        }),
      },
      'savedSearches must have at most 100',
    ],
    ...(
      [
        [{ daysAgo: -1 }, 'verificationJobs.0.daysAgo must be 0 to 3,650'],
        [{ share: 1.5 }, 'verificationJobs.0.share must be 0 to 1, not 1.5'],
        [{ share: 0.2 }, 'verificationJobs.0.share is none of 1 lead'],
        [{ leads: [] }, 'verificationJobs.0.leads must name at least one lead'],
        [{ leads: ['bo@lumen.example'] }, 'verificationJobs.0.leads.0 must be one of the leads of the file'],
        [{ when: 'May' }, 'verificationJobs.0.when is not a field'],
      ] as const
    ).map(([job, problem]): [unknown, string] => [{ leads: [lead], verificationJobs: [job] }, problem]),
    [{ verificationJobs: [{}] }, 'verificationJobs.0.leads must name at least one lead'],
    [{ answers: { verifierMisses: 2 } }, 'answers.verifierMisses must be 0 to 1, not 2'],
    ['not json', 'world.json is not JSON'],
  ])('%j is refused: %s', (world, problem) => {
    expect(problemOf(world)).toContain(problem);
  });

  it('names several problems at once', () => {
    const text = problemOf({ credits: -1, seed: 5 });
    expect(text).toContain('credits');
    expect(text).toContain('seed');
  });

  it('leaves the sandbox as it is', { tags: 'slow' }, async () => {
    const world = await newWorld({ stdin: '{"leads": [{"email": "nobody"}]}' });
    await world.outreach('leads add ana@lumen.example');
    const run = await world.outreach('sandbox seed - --yes --json');
    expect([run.exit, run.out, JSON.parse(run.err).error.code]).toEqual([2, '', 'invalid_seed_file']);
    expect((await world.outreach('leads list --json')).json().total).toBe(1);
  });
});

describe('sandbox seed', () => {
  it('checks without removing, asks before removing, then makes the world', async () => {
    const world = await newWorld();
    await world.outreach('leads add ana@lumen.example');
    const checked = await world.outreach(['sandbox', 'seed', example, '--check', '--json']);
    expect(checked.json()).toMatchObject({
      planted: false,
      leads: 4,
      campaigns: 3,
      senders: 4,
      savedSearches: 1,
      childWorkspaces: 1,
      credits: 2000,
    });
    expect(await world.outreach(['sandbox', 'seed', example])).toMatchObject({ exit: 3, out: '' });
    expect((await world.outreach('leads list --json')).json().total).toBe(1);
    const made = await world.outreach(['sandbox', 'seed', example, '--yes', '--json']);
    expect(made.json()).toMatchObject({
      planted: true,
      seed: 'autumn',
      leads: 4,
      campaigns: 3,
      savedSearches: 1,
      childWorkspaces: 1,
      credits: 2000,
      keys: [{ workspace: 'Berlin office', workspaceId: 2, key: sandboxChildKey }],
    });
    expect((await world.outreach('leads list --json')).json().total).toBe(3);
  });

  it('leaves the old world where the new one cannot be made after all', async () => {
    const senders = ['nobody@lumen.example'];
    const world = await newWorld({
      stdin: JSON.stringify({ leads: [lead], campaigns: [{ name: 'A', senders }] }),
    });
    await world.outreach('leads add bo@lumen.example');
    const before = dump(world.database);
    const run = await world.outreach('sandbox seed - --yes --json');
    expect([run.exit, JSON.parse(run.err).error.message]).toEqual([
      2,
      expect.stringContaining('nobody@lumen.example'),
    ]);
    expect(dump(world.database)).toEqual(before);
  });

  it('makes a world again over one of another version', async () => {
    const world = await newWorld({ stdin: JSON.stringify({ leads: [lead] }) });
    world.database.prepare("UPDATE meta SET value = 'older' WHERE name = 'schema'").run();
    expect((await world.outreach('sandbox seed - --yes --json')).json()).toMatchObject({ leads: 1 });
    expect((await world.outreach('leads list --json')).json().total).toBe(1);
  });
});
