import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/contract/wire.ts';
import { copy, people, readyCampaign } from '../cli/launch/ready-campaign.ts';
import { newWorld, type TestWorld } from '../world.ts';

const resumed = (world: TestWorld): number =>
  world.requests.filter((request) => request === 'POST /campaigns/1/resume').length;

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
          '  to change the emails: outreach campaigns sequence set 1 <file>',
          '  to add people: outreach leads import <file> --campaign 1',
          '  to attach a mailbox: outreach campaigns senders attach 1 <mailbox>',
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

  it('sees a no that comes while the question is open, also of a lead behind the newest 200', async () => {
    const world = await readyCampaign({}, people(250));
    const { failure } = await world.outreach('campaigns resume 1', {
      tty: true,
      typing: async ({ sees, type }) => {
        await sees('Type y or n');
        await world.outreach('leads categorize ana0@firm0.example not-interested');
        type('y\r');
      },
    });
    expect({ code: failure?.code, resumed: resumed(world) }).toEqual({
      code: 'changed_meanwhile',
      resumed: 0,
    });
  });

  it('says that it runs already where others have started it while the question was open', async () => {
    const world = await readyCampaign();
    const { exit, failure } = await world.outreach('campaigns resume 1', {
      tty: true,
      typing: async ({ sees, type }) => {
        await sees('Type y or n');
        world.database.exec("UPDATE campaign SET status = 'running' WHERE id = 1");
        type('y\r');
      },
    });
    expect([exit, failure?.code, resumed(world)]).toEqual([7, 'already_running', 0]);
    expect(failure?.hint).toContain('outreach campaigns why 1');
  });

  it('says "up to" where the verifier of the campaign leaves people out', async () => {
    const world = await readyCampaign();
    const asked = async () => (await world.outreach('campaigns resume 1 --dry-run')).err;
    expect(await asked()).toContain('Emails 3 people');
    await world.outreach('campaigns update 1 --email-verifier');
    expect(await asked()).toContain('Emails up to 3 people');
    const { assumptions } = (await world.outreach('campaigns forecast 1 --json')).json();
    expect(assumptions).toContain(
      'invalid and catch-all addresses are counted, though its verifier leaves them out',
    );
  });

  it('counts no one on the blocklist among those who get email', async () => {
    const world = await readyCampaign({}, people(5));
    await world.outreach('blocklist add ana1@firm1.example ana2@firm2.example');
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

  it('walks over all leads itself, whatever was checked before, and shows how far it is', async () => {
    const world = await readyCampaign({}, people(450));
    expect((await world.outreach('campaigns check 1')).exit).toBe(0);
    world.requests.length = 0;
    const { exit, err } = await world.outreach('campaigns resume 1', {
      tty: true,
      typing: async (keyboard) => {
        await keyboard.sees('Type y or n:');
        keyboard.type('y\r');
      },
    });
    expect([exit, err]).toEqual([0, expect.stringContaining('Checking the leads')]);
    const walked = world.requests.slice(0, world.requests.indexOf('POST /campaigns/1/resume'));
    expect(walked.filter((request) => request === 'GET /leads').length).toBeGreaterThan(3);
  });

  it('looks again just before the call with at most nine calls', async () => {
    const world = await readyCampaign({}, people(450));
    const { exit } = await world.outreach('campaigns resume 1 --yes');
    const launch = world.requests.indexOf('POST /campaigns/1/resume');
    const walked = world.requests.lastIndexOf(
      'GET /leads',
      world.requests.lastIndexOf('GET /leads', launch) - 1,
    );
    // Two more behind its walk: what the finder has verified, and what verifying costs.
    expect([exit, launch - walked <= 12]).toEqual([0, true]);
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

it('warns where the blocklist cannot be read, as drafts send does', async () => {
  let isBroken = false;
  const world = await readyCampaign({
    between: (next) => async (request, signal) =>
      isBroken && request.method === 'GET' && request.path === '/blocklist'
        ? { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' }
        : next(request, signal),
  });
  isBroken = true;
  const { exit, err } = await world.outreach('campaigns resume 1 --yes --json');
  expect([exit, err]).toEqual([0, expect.stringMatching(/Not checked, .*blocklisted.*: /)]);
});
