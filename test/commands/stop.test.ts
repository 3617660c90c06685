import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/contract/wire.ts';
import type { FaultRule } from '../../src/sandbox/faults/rule.ts';
import { plantSeed } from '../../src/sandbox/seed-file/plant-seed.ts';
import { readSeedFile } from '../../src/sandbox/seed-file/read-seed-file.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../world.ts';
import { baseUrl, liveKey, liveReadOnlyKey, liveWorld } from './live-service.ts';

/** The stop button: everything that runs stops, and no failure keeps the rest running. */

const address = 'anna@northwind-mail.example';
const campaign = (name: string, status = 'running') => ({
  name,
  status,
  schedule: { daysSchedule: '1,2,3,4,5' },
  sequence: [{ subject: 'Hi', body: 'Hello' }],
  senders: [address],
});

async function plant(world: TestWorld, campaigns: readonly object[]): Promise<void> {
  const seed = {
    leads: [{ email: 'ana@lumen.example' }],
    senders: [{ address, givenName: 'Anna', familyName: 'Berg' }],
    campaigns,
  };
  await plantSeed(world.sandbox, readSeedFile('world.json', JSON.stringify(seed)));
}

async function office(campaigns: readonly object[], options: WorldOptions = {}): Promise<TestWorld> {
  const world = await newWorld(options);
  await plant(world, campaigns);
  return world;
}

const pauses = (world: TestWorld) => world.requests.filter((request) => request.endsWith('/pause'));
const running = async (world: TestWorld): Promise<string[]> => {
  const { items } = (await world.outreach('campaigns list --all --json --profile sandbox')).json();
  return items
    .filter(({ status }: { status: string }) => status === 'running')
    .map(({ name }: { name: string }) => name);
};
const three = [
  campaign('A'),
  campaign('B'),
  campaign('C'),
  campaign('Rests', 'paused'),
  campaign('New', 'draft'),
];

const refused =
  (path: RegExp, status = 500) =>
  (next: Transport): Transport =>
  async (request, signal) =>
    path.test(request.path) && request.method === 'POST'
      ? { status, headers: { 'content-type': 'application/json' }, body: '{"error":"broken"}' }
      : next(request, signal);

/** A service that gives two of a list at a time; `fails` is the page that it cannot give. */
const twoAPage =
  (fails?: string) =>
  (next: Transport): Transport =>
  async (request, signal) => {
    if (fails && request.query.some(([name, value]) => name === 'page' && value === fails))
      return { status: 500, headers: {}, body: 'broken' };
    const query = request.query.map(([name, value]): [string, string] => [
      name,
      name === 'limit' ? '2' : value,
    ]);
    return next({ ...request, query }, signal);
  };
const five = ['A', 'B', 'C', 'D', 'E'].map((name) => campaign(name));

describe('campaigns pause --all', () => {
  it('pauses what runs without a question, and nothing else', async () => {
    const world = await office(three);
    const { exit, json, err } = await world.outreach('campaigns pause --all --json');
    expect(exit).toBe(0);
    expect(json()).toMatchObject({
      total: 3,
      items: ['C', 'B', 'A'].map((name) => ({ profile: 'sandbox', name, outcome: 'paused', error: null })),
    });
    expect(JSON.parse(err).warning).toMatch(/^Can still go out: replies that were sent and are queued,/);
    expect(pauses(world)).toHaveLength(3);
    expect(await running(world)).toEqual([]);
  });

  it('ends with what still can go out, without another request', async () => {
    const world = await office(three);
    const { err, out } = await world.outreach('campaigns pause --all');
    expect(out.trimEnd().split('\n')).toHaveLength(3);
    expect(err).toContain('To start one again: outreach campaigns resume <campaign>\n');
    expect(err.slice(err.indexOf('What can'))).toBe(
      [
        'What can still go out:',
        '- replies that were sent and are queued, which the service does not list',
        '- answers of autopilot to replies: outreach autopilot kill --all',
        '- warm-up of connected mailboxes: outreach senders warmup set <mailbox> --no-enabled',
        '- test emails of placement tests',
        '- campaigns of other workspaces: a key stops those of its own',
        '',
      ].join('\n'),
    );
    expect(world.requests.at(-1)).toMatch(/\/pause/);
    expect((await world.outreach('campaigns pause --all -q')).err).toBe('');
    for (const line of ['campaigns pause --all --dry-run', 'campaigns pause 1'])
      expect((await world.outreach(line)).err, line).not.toContain('still go out');
  });

  it('asks nothing at a terminal either, and shows a row for each', async () => {
    const world = await office(three, { tty: true, env: { NO_COLOR: '1' } });
    const { exit, out, err } = await world.outreach('campaigns pause --all');
    expect(exit).toBe(0);
    expect(out.match(/ paused/g)).toHaveLength(3);
    expect(err).toContain('3 campaigns paused.');
  });

  it('reads all pages', async () => {
    const world = await office(five, { between: twoAPage() });
    expect((await world.outreach('campaigns pause --all --json')).json().total).toBe(5);
    expect(await running(world)).toEqual([]);
  });

  it('is content with nothing to do', async () => {
    const world = await office([]);
    const { exit, json } = await world.outreach('campaigns pause --all --json');
    expect([exit, json()]).toEqual([0, { items: [], total: 0 }]);
  });

  it.each([false, true])('says once that nothing runs (terminal: %s)', async (tty) => {
    const world = await office([], { tty });
    const { exit, out, err } = await world.outreach('campaigns pause --all');
    expect([exit, `${out}${err}`.split('Nothing runs.').length - 1]).toEqual([0, 1]);
    expect(err.includes('Nothing runs.')).toBe(!tty);
  });

  it('goes on after one that fails, and ends with 15 and the list', async () => {
    const world = await office(three, { between: refused(/campaigns\/2\/pause/) });
    const { exit, json, err } = await world.outreach('campaigns pause --all --json');
    expect(exit).toBe(15);
    const rows = json().items.map(({ name, outcome }: { name: string; outcome: string }) => [name, outcome]);
    expect(rows).toEqual([
      ['C', 'paused'],
      ['B', 'failed'],
      ['A', 'paused'],
    ]);
    expect(json().items[1].error).toMatchObject({
      code: expect.any(String),
      message: expect.stringContaining('broken'),
    });
    expect(JSON.parse(err).error).toMatchObject({ code: 'not_all_stopped', exitCode: 15 });
    expect(await running(world)).toEqual(['B']);
  });

  it('says of one whose answer is lost that it may have been paused', async () => {
    const world = await office(three.slice(0, 1), {
      faults: [{ operation: 'campaigns.pause', phase: 'after', kind: 'reset' } as FaultRule],
    });
    const { exit, json, err } = await world.outreach('campaigns pause --all --json');
    expect([exit, json().items[0].outcome, await running(world)]).toEqual([15, 'unknown', []]);
    expect(JSON.parse(err).error).toMatchObject({ code: 'not_all_stopped', outcome: 'unknown' });
  });

  it('pauses what it has read where the next page fails', async () => {
    const world = await office(five, { between: twoAPage('2') });
    const { exit, json } = await world.outreach('campaigns pause --all --json');
    expect(exit).toBe(15);
    expect(json().items.filter(({ outcome }: { outcome: string }) => outcome === 'paused')).toHaveLength(2);
    expect(json().items.at(-1)).toMatchObject({ campaignId: null, name: null, outcome: 'failed' });
  });

  it('counts one that was stopped meanwhile as paused', async () => {
    const world = await office(three, {
      between: (next) => async (request, signal) => {
        if (request.path.endsWith('/1/pause')) await next(request, signal);
        return next(request, signal);
      },
    });
    const { exit, json } = await world.outreach('campaigns pause --all --json');
    expect([exit, json().items.at(-1).outcome]).toEqual([0, 'paused']);
  });

  it('shows every request in a dry run, and sends none', async () => {
    const world = await office(three);
    const { exit, json } = await world.outreach('campaigns pause --all --dry-run --json');
    expect(exit).toBe(0);
    expect(json().items.map(({ request }: { request: object }) => request)).toMatchObject(
      [3, 2, 1].map((id) => ({ method: 'POST', path: `/campaigns/${id}/pause` })),
    );
    expect(pauses(world)).toEqual([]);
  });

  it('ends like any other command where nothing can be read', async () => {
    const world = await newWorld({ env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl } });
    const { exit, out } = await world.outreach('campaigns pause --all --json');
    expect([exit, out]).toEqual([12, '']);
  });

  it.each([
    ['campaigns pause', 'Name one'],
    ['campaigns pause 1 --all', 'cannot be used together'],
    ['campaigns pause --all --all-profiles --profile sandbox', 'cannot be used together'],
    ['autopilot kill', 'Name one'],
    ['autopilot kill 1 --all', 'cannot be used together'],
  ])('%s is refused', async (line, why) => {
    const world = await office(three);
    const { exit, err } = await world.outreach(line);
    expect([exit, world.requests]).toEqual([2, []]);
    expect(err).toContain(why);
  });
});

describe('campaigns pause --all --all-profiles', () => {
  const login = (name: string, key = liveKey) =>
    [`login --profile ${name} --base-url ${baseUrl} --key-stdin`, { stdin: key }] as const;

  it('stops every account once, whatever is broken in others', async () => {
    const world = await liveWorld({
      answer: ({ path, headers }) =>
        headers.authorization?.includes(liveReadOnlyKey) && path.endsWith('/pause')
          ? { status: 403, body: '{"error":"This API key is read-only"}' }
          : undefined,
    });
    await world.outreach(...login('prod'));
    await world.outreach(...login('same'));
    await world.outreach('profiles set nokey --base-url https://api.outreach.example/r');
    await world.outreach('profiles set nowhere --workspace Acme');
    await plant(world, three);
    world.sent.length = 0;
    const { exit, json } = await world.outreach('campaigns pause --all --all-profiles --json');
    expect(exit).toBe(15);
    const failed = json().items.filter(({ outcome }: { outcome: string }) => outcome === 'failed');
    expect(failed).toMatchObject([
      {
        profile: 'nokey',
        campaignId: null,
        error: { code: 'no_key', hint: 'outreach login --profile nokey' },
      },
      { profile: 'nowhere', campaignId: null, error: { code: 'no_base_url' } },
    ]);
    expect(
      world.sent.filter(({ method, path }) => method === 'GET' && path === '/campaigns').length,
    ).toBeLessThan(3);
    expect(await running(world)).toEqual([]);
  });

  it('needs no working profile to be chosen', async () => {
    const world = await liveWorld();
    await world.outreach('profiles set nokey --base-url https://api.outreach.example/r');
    await world.outreach('profiles use nokey');
    await plant(world, three);
    const { exit, json } = await world.outreach('campaigns pause --all-profiles --json');
    expect(exit).toBe(15);
    expect(json().items.filter(({ outcome }: { outcome: string }) => outcome === 'paused')).toHaveLength(3);
    expect(await running(world)).toEqual([]);
  });

  it('takes the key of the environment as one more account, and no profile with its address', async () => {
    const world = await liveWorld({
      env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl, CI: '1' },
    });
    await plant(world, three);
    const { exit, json } = await world.outreach('campaigns pause --all --all-profiles --json');
    expect(exit).toBe(0);
    const profiles = new Set(json().items.map(({ profile }: { profile: string | null }) => profile));
    expect([...profiles].every((profile) => profile === 'sandbox' || profile === null)).toBe(true);
    expect(world.sent.some(({ path }) => path === '/campaigns')).toBe(true);
  });
});

describe('autopilot kill --all', () => {
  const started = async (options: WorldOptions = {}) => {
    const world = await newWorld(options);
    for (const site of ['acme.com', 'lumen.example', 'orchid.example'])
      await world.outreach(`autopilot start ${site} --no-wait`);
    return world;
  };

  it('kills every run that has not ended, once', async () => {
    const world = await started();
    await world.outreach('autopilot kill 2');
    const line = 'autopilot kill --all --reason "all stop" --json';
    const { exit, json } = await world.outreach(line);
    expect(exit).toBe(0);
    expect(json()).toMatchObject({
      total: 2,
      items: [
        { profile: 'sandbox', runId: 3, website: 'orchid.example', outcome: 'killed', error: null },
        { runId: 1, website: 'acme.com', outcome: 'killed' },
      ],
    });
    const { items } = (await world.outreach('autopilot list --json')).json();
    expect(items.every(({ killSwitch }: { killSwitch: boolean }) => killSwitch)).toBe(true);
    expect((await world.outreach('autopilot get 1 --json')).json().audit.at(-1).message).toContain(
      'all stop',
    );
    expect((await world.outreach(line)).json()).toEqual({ items: [], total: 0 });
  });

  it('kills those that await approval, too', async () => {
    const world = await started();
    world.clock.advance(60_000);
    const { items } = (await world.outreach('autopilot list --json')).json();
    expect(items.map(({ status }: { status: string }) => status)).toContain('awaiting_approval');
    expect((await world.outreach('autopilot kill --all --json')).json().total).toBe(3);
  });

  it('goes on after one that fails, and ends with 15', async () => {
    const world = await started({ between: refused(/runs\/3\/kill/) });
    const { exit, json } = await world.outreach('autopilot kill --all --json');
    expect(exit).toBe(15);
    expect(json().items.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'failed',
      'killed',
      'killed',
    ]);
  });
});

it.each(['RUNNING', 'active', null, 7])(
  'pauses a campaign whose status is %j, which is not known',
  async (status) => {
    const sent: string[] = [];
    const env = { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl };
    const listed = ['draft', 'paused', 'completed', status].map((one, at) => ({
      id: at + 1,
      name: 'A',
      status: one,
    }));
    const world = await newWorld({
      env,
      network: async ({ method, path }) => {
        if (method !== 'GET') sent.push(`${method} ${path}`);
        const body =
          method === 'GET'
            ? { campaigns: listed, total: 4, page: 1, limit: 20, hasMore: false }
            : { campaign: { id: 4, name: 'A', status: 'paused' }, message: 'Paused' };
        return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      },
    });
    const { exit } = await world.outreach('campaigns pause --all --json');
    expect([exit, sent]).toEqual([0, [expect.stringMatching(/POST .*\/campaigns\/4\/pause/)]]);
  },
);
