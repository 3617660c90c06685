import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/index.ts';
import { touchesChecked } from '../../src/contract/touches.ts';
import type { Transport } from '../../src/contract/wire.ts';
import { copy, people, readyCampaign } from '../cli/launch/ready-campaign.ts';
import { newWorld, type TestWorld } from '../world.ts';

const resumed = (world: TestWorld): number =>
  world.requests.filter((request) => request === 'POST /campaigns/1/resume').length;

/** Calls before the campaign was started. */
const callsBefore = (world: TestWorld): number => world.requests.indexOf('POST /campaigns/1/resume');

const withBlank = `${people(3)}\nbo@brass.example,,Brass`;

describe('campaigns resume', () => {
  it('sends nothing where a rule blocks, also with --yes, and says which', async () => {
    const world = await readyCampaign({}, withBlank);
    const { exit, out, err } = await world.outreach('campaigns resume 1 --yes --json');
    expect({ exit, out, resumed: resumed(world) }).toEqual({ exit: 16, out: '', resumed: 0 });
    expect(err.trim().split('\n')).toHaveLength(1);
    const { error } = JSON.parse(err);
    expect(error).toMatchObject({ code: 'checks_failed', outcome: 'none', exitCode: 16 });
    expect(error.details.problems).toEqual(
      expect.arrayContaining([expect.objectContaining({ rule: 'merge-tag-empty', count: 1 })]),
    );
  });

  it('goes on with a waiver of that very rule, which the journal has', async () => {
    const world = await readyCampaign({}, withBlank);
    expect((await world.outreach('campaigns resume 1 --yes --accept merge-tag-unknown=no')).exit).toBe(16);
    expect(resumed(world)).toBe(0);
    expect((await world.outreach('campaigns resume 1 --yes --accept merge-tag-empty=')).exit).toBe(2);
    const run = await world.outreach('campaigns resume 1 --yes --accept merge-tag-empty="he knows"');
    expect([run.exit, resumed(world)]).toEqual([0, 1]);
    expect(run.err).toContain('Accepted, merge-tag-empty (--accept): he knows');
    expect(world.journalled()).toContain('he knows');
  });

  it.each(['--yes', '--dry-run'])(
    'lists what a campaign lacks with all else that blocks it: %s',
    async (option) => {
      const world = await newWorld();
      await world.outreach('campaigns create Autumn');
      await world.outreach('campaigns sequence set 1 -', { stdin: copy.replace('Hello', 'Hello [name]') });
      const { exit, err, failure } = await world.outreach(`campaigns resume 1 ${option}`);
      expect([exit, failure?.code]).toEqual([16, 'checks_failed']);
      const lines = err.split('\n');
      expect(lines.find((line) => line.startsWith('Error:'))).toBe(
        'Error: Campaign 1 breaks 4 blocking rules, so nothing was sent',
      );
      const signed = lines.filter((line) => line.startsWith('✗ ')).map((line) => line.split(/[ :]/)[1]);
      expect(signed).toEqual(['placeholder-left', 'no-leads', 'none-attached', 'no-day']);
      expect(lines).toEqual(
        expect.arrayContaining([
          '  outreach campaigns sequence set 1 <file>',
          '  outreach leads import <file> --campaign 1',
          '  outreach campaigns senders attach 1 <mailbox>',
        ]),
      );
      expect(resumed(world)).toBe(0);
      const check = await world.outreach('campaigns check 1', { tty: true });
      expect(check.out).toContain('4 blocking rules broken');
      expect(check.err).toContain('Campaign 1 breaks 4 blocking rules');
    },
  );

  it('names each problem that a waiver covers, also for the journal', async () => {
    const world = await readyCampaign(
      {},
      `${people(3)}\nbo@brass.example,,Brass\ncy@cobalt.example,Cy,\ndi@delta.example,,`,
    );
    const reason = 'merge-tag-empty="they know"';
    const { waived } = (await world.outreach(`campaigns check 1 --json --accept ${reason}`)).json();
    expect(waived.map(({ rule, count }: { rule: string; count: number }) => [rule, count])).toEqual([
      ['merge-tag-empty', 2],
      ['merge-tag-empty', 2],
    ]);
    const { err } = await world.outreach(`campaigns resume 1 --yes --accept ${reason}`);
    for (const tag of ['{firstName}', '{company}']) {
      expect(err).toContain(`they know; found: 2 of 6 leads have no ${tag}`);
      expect(world.journalled()).toContain(`2 of 6 leads have no ${tag}`);
    }
  });

  it.each([
    ['after a walk', ''],
    ['on a pass', 'campaigns check 1'],
  ])('counts no one on the blocklist among those who get email, %s', async (_, before) => {
    const world = await readyCampaign({}, people(5));
    await world.outreach('blocklist add ana1@firm1.example ana2@firm2.example');
    if (before !== '') expect((await world.outreach(before)).exit).toBe(0);
    const asked = await world.outreach('campaigns resume 1 --json');
    expect(JSON.parse(asked.err).error.details).toMatchObject({ recipients: 3 });
    expect(asked.err).toContain('2 on the blocklist');
    expect((await world.outreach('campaigns resume 1 --yes --max-recipients 2')).exit).not.toBe(0);
    expect((await world.outreach('campaigns resume 1 --yes --max-recipients 3')).exit).toBe(0);
  });

  it('says on stderr which blocking rules are not known, and goes on', async () => {
    const between =
      (next: Transport): Transport =>
      async (request, signal) =>
        request.method === 'GET' && request.path.endsWith('/sequence')
          ? { status: 404, headers: {}, body: '{}' }
          : next(request, signal);
    const world = await readyCampaign({ between });
    const { exit, err } = await world.outreach('campaigns resume 1 --yes --json');
    expect(exit).toBe(0);
    expect(err).toContain('merge-tag-empty');
    expect(err).toContain('outreach profiles route campaigns.sequence');
  });

  it.each(['campaigns resume 1 --yes', 'campaigns resume Autumn --yes'])(
    'takes at most 8 calls on a pass: %s',
    async (line) => {
      const world = await readyCampaign({}, people(450));
      await world.outreach('campaigns check 1');
      world.requests.length = 0;
      world.clock.advance(10 * 60_000);
      const { exit, err } = await world.outreach(line);
      expect(exit).toBe(0);
      expect(err).toContain('checked 10 min ago; what others changed in single leads since then is not seen');
      expect(callsBefore(world)).toBeLessThanOrEqual(8);
    },
  );

  it.each([
    ['an old check', async (world: TestWorld) => world.clock.advance(61 * 60_000)],
    [
      'a lead that was emptied',
      async (world: TestWorld) => world.outreach('leads update 300 --first-name ""'),
    ],
    [
      'another sequence',
      async (world: TestWorld) =>
        world.outreach('campaigns sequence set 1 -', { stdin: copy.replace('Hello', 'Good day') }),
    ],
    ['a new lead', async (world: TestWorld) => world.outreach('leads add zo@zinc.example --campaign 1')],
    ['--fresh', async () => undefined, '--fresh'],
    ['--max-age', async (world: TestWorld) => world.clock.advance(2 * 60_000), '--max-age 1m'],
  ])('walks again after %s', async (_, change, more = '') => {
    const world = await readyCampaign({}, people(450));
    await world.outreach('campaigns check 1');
    await change(world);
    world.requests.length = 0;
    await world.outreach(`campaigns resume 1 --yes ${more}`);
    expect(world.requests.filter((request) => request === 'GET /leads').length).toBeGreaterThan(3);
  });

  it('does not take an emptied lead for checked', async () => {
    const world = await readyCampaign({}, people(450));
    expect((await world.outreach('campaigns check 1')).exit).toBe(0);
    await world.outreach('leads update ana3@firm3.example --first-name ""');
    expect((await world.outreach('campaigns resume 1 --yes')).exit).toBe(16);
    expect(resumed(world)).toBe(0);
  });

  it('never takes a sample, a check of some areas, or one that failed', async () => {
    const world = await readyCampaign(
      {},
      `bo@brass.example,,Brass\n${people(250)}`.replace(/^(.*)\n(.*)\n/, '$2\n$1\n'),
    );
    for (const line of ['--sample 10', '--only senders']) {
      expect((await world.outreach(`campaigns check 1 ${line}`)).exit).toBe(0);
      expect((await world.outreach('campaigns resume 1 --yes')).exit).toBe(16);
    }
    expect(resumed(world)).toBe(0);
  });
});

describe('a campaign that changes while the question is open', () => {
  const changes: readonly (readonly [string, (world: TestWorld) => Promise<unknown>])[] = [
    [
      'its emails, by this machine',
      (world) =>
        world.outreach('campaigns sequence set 1 - --yes', { stdin: copy.replace('{company}', '{x}') }),
    ],
    ['a lead, by this machine', (world) => world.outreach('leads update ana2@firm2.example --first-name ""')],
    [
      'its signature, by others',
      async (world) => world.database.exec("UPDATE campaign SET signature = 'Hi {x}' WHERE id = 1"),
    ],
  ];

  it.each(changes)('does not start: %s', async (_, change) => {
    let world: TestWorld | undefined;
    let isLast = false;
    const between =
      (next: Transport): Transport =>
      async (request, signal) => {
        const answer = await next(request, signal);
        // The head of the list is the last that the checks read.
        const { limit } = Object.fromEntries(request.query) as Record<string, unknown>;
        if (isLast && request.method === 'GET' && request.path === '/leads' && `${limit}` === '1') {
          isLast = false;
          await change(world as TestWorld);
        }
        return answer;
      };
    world = await readyCampaign({ between });
    isLast = true;
    const { exit, failure } = await world.outreach('campaigns resume 1 --yes');
    expect([exit, failure?.code, resumed(world)]).toEqual([7, 'changed_meanwhile', 0]);
  });
});

describe('a write', () => {
  it('drops what was checked unless it touches nothing of it', () => {
    const harmless = operations.filter(
      (operation) => operation.kind === 'write' && !touchesChecked(operation),
    );
    expect(harmless.map(({ id }) => id)).not.toContain('leads.update');
    for (const { id } of harmless) expect(id).not.toMatch(/^(?:leads|senders|campaigns|blocklist)\./);
    expect(touchesChecked({ kind: 'write', id: 'POST /anything' })).toBe(true);
  });
});

describe('a standing waiver', () => {
  it('is given by a person at a terminal alone, and is listed', async () => {
    const world = await newWorld();
    await world.outreach('profiles set prod --base-url https://api.lumen.example/r');
    const refused = await world.outreach('profiles set prod --accept no-opt-out="the service adds it"');
    expect(refused).toMatchObject({ exit: 3, failure: expect.objectContaining({ code: 'needs_a_person' }) });
    expect((await world.outreach('profiles show prod --json')).json().accept).toEqual([]);
    expect((await world.outreach('profiles set prod --accept no-opt=x')).exit).toBe(2);
  });
});
