import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/contract/errors.ts';
import { readSeedFile } from '../../src/sandbox/seed-file.ts';
import { plantSeed } from '../../src/sandbox/seed-file-plant.ts';
import { newWorld } from '../world.ts';
import { dump } from './dump.ts';
import { sandboxAtHand } from './sandbox-at-hand.ts';

const example = join(import.meta.dirname, '../../examples/world.json');
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

  it('takes thousands of leads, one a line', async () => {
    const lines = Array.from({ length: 2500 }, (_, i) =>
      JSON.stringify({ lead: { email: `p${i}@lumen.example` } }),
    );
    const at = await planted(
      ['{"world": {"credits": 10}}', ...lines, '', '{"campaign": {"name": "All"}}'].join('\n'),
    );
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

describe('a file that is wrong', () => {
  const campaign = (more: object) => ({ leads: [lead], campaigns: [{ name: 'A', ...more }] });
  it.each<[unknown, string]>([
    [{ leeds: [] }, 'leeds is not a field'],
    [[], 'must be an object'],
    [{ credits: -1 }, 'credits must be 0 to 100,000,000'],
    [{ credits: '5' }, 'credits must be a whole number, not "5"'],
    [{ leads: {} }, 'leads must be a list'],
    [{ leads: [lead, { email: 'nobody' }] }, 'leads.1.email cannot be an email address'],
    [{ leads: [lead, { email: 'ANA@lumen.example' }] }, 'leads.1.email stands in the list twice'],
    [{ leads: [{ ...lead, firstname: 'Ana' }] }, 'leads.0.firstname is not a field'],
    [{ leads: [{ ...lead, firstName: 3 }] }, 'leads.0.firstName must be text'],
    [{ senders: [{}] }, 'senders.0.address is required'],
    [{ senders: [{ address: 'a@b.example', healthScore: 101 }] }, 'senders.0.healthScore must be 0 to 100'],
    [{ senders: [{ address: 'a@b.example', provider: 'yahoo' }] }, 'senders.0.provider must be one of'],
    [{ answers: { replies: 0.5 } }, 'answers.replies is none of'],
    [{ answers: { languages: { en: 2 } } }, 'answers.languages.en must be 0 to 1, not 2'],
    [{ answers: { reply: 7 } }, 'answers.reply must be 0 to 1, not 7'],
    [campaign({ dailyLimit: 0 }), 'campaigns.0.dailyLimit must be 1 to 10,000'],
    [campaign({ colour: 'red' }), 'campaigns.0.colour is not a field'],
    [{ campaigns: [{}] }, 'campaigns.0.name is required'],
    [campaign({ status: 'completed' }), 'campaigns.0.status must be one of draft, running, paused'],
    [campaign({ status: 'running' }), 'campaigns.0.sequence is required where status is running'],
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
    ['not json', 'world.json is not JSON'],
    ['{"lead": {"email": "a@b.example"}}\n{"person": {}}', "line 2 holds a 'person'"],
    [
      '{"lead": {"email": "a@b.example"}}\n{"lead": {"email": "x"}}',
      'line 2, email cannot be an email address',
    ],
    ['{"lead": {"email": "a@b.example"}}\n{broken', 'line 2 is not JSON'],
    ['{"lead": {}, "sender": {}}\n{"lead": {}}', 'line 1 must hold one thing'],
  ])('%j is refused: %s', (world, problem) => {
    expect(problemOf(world)).toContain(problem);
  });

  it('names several problems at once', () => {
    const text = problemOf({ credits: -1, seed: 5 });
    expect(text).toContain('credits');
    expect(text).toContain('seed');
  });

  it('leaves the sandbox as it is', async () => {
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
      leads: 3,
      campaigns: 2,
      senders: 3,
      credits: 2000,
    });
    expect(await world.outreach(['sandbox', 'seed', example])).toMatchObject({ exit: 3, out: '' });
    expect((await world.outreach('leads list --json')).json().total).toBe(1);
    const made = await world.outreach(['sandbox', 'seed', example, '--yes', '--json']);
    expect(made.json()).toMatchObject({
      planted: true,
      seed: 'autumn',
      leads: 3,
      campaigns: 2,
      credits: 2000,
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
