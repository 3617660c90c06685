import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxChildKey, sandboxKey, sandboxReadOnlyKey, sandboxTrialKey } from '../../src/contract/keys.ts';
import type { WireRequest } from '../../src/contract/wire.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../world.ts';
import { baseUrl } from './live-service.ts';

/** One service with a main workspace, one below it, one of another customer, and a key that only reads. */
const keys = { main: sandboxKey, child: sandboxChildKey, other: sandboxTrialKey, reader: sandboxReadOnlyKey };
type Name = keyof typeof keys;
const liveKeyOf = (name: Name) => `run_${name.padEnd(8, '0')}_${'aB3'.repeat(13)}z`;

interface Office extends TestWorld {
  /** Every call to the live service since the profiles were made: whose, and what. */
  readonly sent: [name: Name, call: string][];
  /** What the live profiles block, as their own list shows it. */
  blocked(name: string): Promise<string[]>;
}

async function office(
  names: readonly Name[],
  answer: (name: Name, request: WireRequest) => string | undefined = () => undefined,
  options: WorldOptions = {},
): Promise<Office> {
  const sent: Office['sent'] = [];
  let ready = false;
  const world: TestWorld = await newWorld({
    network: async (request, signal) => {
      const key = request.headers.authorization?.slice('Bearer '.length);
      const name = (Object.keys(keys) as Name[]).find((one) => liveKeyOf(one) === key);
      if (name === undefined) throw new Error(`a key that is not of this service: ${key}`);
      sent.push([name, `${request.method} ${request.path}`]);
      const instead = ready ? answer(name, request) : undefined;
      if (instead !== undefined) return { status: Number(instead), headers: {}, body: '{"error":"No"}' };
      const headers = { ...request.headers, authorization: `Bearer ${keys[name]}` };
      return world.sandbox.transport({ ...request, headers }, signal);
    },
    ...options,
  });
  for (const name of names)
    await world.outreach(`login --profile ${name} --base-url ${baseUrl} --key-stdin`, {
      stdin: liveKeyOf(name),
    });
  world.database.exec('DELETE FROM blocklist');
  sent.length = 0;
  ready = true;
  const blocked = async (profile: string) => {
    const { json } = await world.outreach(`blocklist list --all --json --profile ${profile}`);
    return json()
      .items.map(({ emailAddress, domain }: Record<string, string>) => emailAddress ?? domain)
      .sort();
  };
  return { ...world, sent, blocked };
}

const writes = ({ sent }: Office) => sent.filter(([, call]) => !call.startsWith('GET'));
const block = (world: TestWorld, profile: string, ...values: string[]) =>
  world.outreach(`blocklist add ${values.join(' ')} --profile ${profile}`);
const line = 'blocklist sync --all-profiles --live --json';

describe('blocklist sync --all-profiles', () => {
  it('adds to each what any of them blocks, globally where the key may, and removes nothing', async () => {
    const world = await office(['main', 'child', 'other']);
    await block(world, 'main', 'a.example');
    await block(world, 'child', 'ana@b.example');
    await block(world, 'other', 'c.example', 'd.example');
    world.sent.length = 0;
    const { exit, json, err } = await world.outreach(line);
    expect([exit, err]).toEqual([0, '']);
    expect(json()).toMatchObject({
      total: 3,
      items: [
        { profile: 'child', scope: 'workspace', entries: 1, values: [], outcome: 'same', error: null },
        { profile: 'main', target: 'live', scope: 'global', created: 4, calls: 1, outcome: 'synced' },
        {
          profile: 'other',
          entries: 2,
          created: 2,
          values: ['ana@b.example', 'a.example'],
        },
      ],
    });
    expect(writes(world)).toEqual([
      ['main', 'POST /blocklist'],
      ['other', 'POST /blocklist'],
    ]);
    for (const name of ['main', 'child', 'other'])
      expect([...new Set(await world.blocked(name))], name).toEqual([
        'a.example',
        'ana@b.example',
        'c.example',
        'd.example',
      ]);
    world.sent.length = 0;
    const again = await world.outreach(line);
    expect(again.json().items.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'same',
      'same',
      'same',
    ]);
    expect(writes(world)).toEqual([]);
  });

  it('shows in a dry run what each would get, and sends nothing', async () => {
    const world = await office(['child', 'other']);
    await block(world, 'child', 'a.example');
    await block(world, 'other', 'b.example');
    world.sent.length = 0;
    const { exit, json } = await world.outreach(`${line} --dry-run`);
    expect(exit).toBe(0);
    expect(json().items).toMatchObject([
      {
        profile: 'child',
        values: ['b.example'],
        created: 0,
        outcome: 'planned',
        request: { method: 'POST', path: '/blocklist', body: { values: ['b.example'], scope: 'workspace' } },
      },
      { profile: 'other', values: ['a.example'], outcome: 'planned' },
    ]);
    expect(writes(world)).toEqual([]);
  });

  it('goes on where a profile fails, and ends with 15 and a row for it', async () => {
    const world = await office(['main', 'other', 'reader', 'child'], (name, { method }) =>
      name === 'child' && method === 'GET' ? '401' : undefined,
    );
    await world.outreach('profiles set nokey --base-url https://api.outreach.example/r');
    await block(world, 'other', 'a.example');
    const { exit, json, err } = await world.outreach(line);
    expect(exit).toBe(15);
    expect(JSON.parse(err).error).toMatchObject({ code: 'not_all_synced', outcome: 'done' });
    const rows = json().items.map(({ profile, outcome, error }: { [name: string]: { code?: string } }) => [
      profile,
      outcome,
      error?.code ?? null,
    ]);
    expect(rows).toEqual([
      ['child', 'failed', expect.any(String)],
      ['main', 'synced', null],
      ['nokey', 'failed', 'no_key'],
      ['other', 'same', null],
      ['reader', 'failed', expect.any(String)],
    ]);
    expect(await world.blocked('main')).toEqual(['a.example']);
  });

  it('blocks in each workspace where a key that lists several may not block globally', async () => {
    const world = await office(['main', 'child'], (name, { method, body }) =>
      name === 'main' && method === 'POST' && String(body).includes('"global"') ? '403' : undefined,
    );
    await block(world, 'main', 'a.example');
    await block(world, 'child', 'b.example');
    const { exit, json } = await world.outreach(line);
    expect([exit, json().items.map(({ scope }: { scope: string }) => scope)]).toEqual([
      0,
      ['workspace', 'workspace'],
    ]);
    expect(await world.blocked('main')).toEqual(['a.example', 'b.example']);
    expect(await world.blocked('child')).toEqual(['a.example', 'b.example']);
  });

  it('sends 1,000 values a call, and says how far it came', async () => {
    let calls = 0;
    const world = await office(['child', 'other'], (name, { method }) =>
      name === 'child' && method === 'POST' && ++calls === 3 ? '400' : undefined,
    );
    const values = Array.from({ length: 2500 }, (_, at) => `d${at}.example`);
    await world.outreach('blocklist import - --profile other', { stdin: values.join('\n') });
    world.sent.length = 0;
    const { exit, json } = await world.outreach(line);
    expect([exit, json().items[0].calls, json().items[0].created]).toEqual([15, 3, 2000]);
    const reads = world.sent.filter(([, call]) => call === 'GET /blocklist');
    expect(reads).toHaveLength(4);
    expect((await world.outreach(line)).json().items[0]).toMatchObject({ created: 500, outcome: 'synced' });
    expect(new Set(await world.blocked('child')).size).toBe(2500);
    await block(world, 'other', ...'abcdefg'.split('').map((one) => `${one}.example`));
    const { out } = await world.outreach('blocklist sync --all-profiles --live --dry-run');
    expect(out).toContain('g.example, f.example, e.example, d.example, c.example, b.example, a.example');
  });

  it('keeps the sandbox and live services apart, and takes an account once', async () => {
    const world = await office(['other']);
    await world.outreach(`login --profile same --base-url ${baseUrl} --key-stdin`, {
      stdin: liveKeyOf('other'),
    });
    await block(world, 'other', 'real.example');
    await block(world, 'sandbox', 'made-up.example');
    world.sent.length = 0;
    const { exit, json } = await world.outreach('blocklist sync --all-profiles --json');
    expect(exit).toBe(0);
    expect(json().items).toMatchObject([
      { profile: 'sandbox', target: 'sandbox', outcome: 'same' },
      { profile: 'other', target: 'live', outcome: 'same' },
    ]);
    expect(writes(world)).toEqual([]);
  });

  it('stops at Ctrl-C', async () => {
    const world: Office = await office(['child', 'other'], (name, { method }) => {
      if (name === 'child' && method === 'POST') world.interrupt();
      return undefined;
    });
    await block(world, 'other', 'a.example');
    expect((await world.outreach(line)).exit).toBe(130);
  });
});

describe('blocklist sync --from-events', () => {
  const events = [
    {
      event: 'email.unsubscribed',
      lead_id: 1,
      lead_email: 'Gone@a.example',
      unsubscribed_at: '2026-03-01T00:00:00Z',
    },
    {
      kind: 'outbound',
      recipient: 'dead@b.example',
      email_id: 1,
      bounce_type: 'hard_bounce',
      bounced_at: 'x',
    },
    {
      kind: 'outbound',
      recipient: 'full@c.example',
      email_id: 2,
      bounce_type: 'soft_bounce',
      bounced_at: 'x',
    },
    {
      kind: 'inbound',
      recipient: 'sam@us.example',
      email_id: 3,
      bounce_type: 'hard_bounce',
      bounced_at: 'x',
    },
    { email_address: 'old@d.example', lead_id: 4, old_category: null, new_category: 'bounced' },
    { kind: 'inbound', from_email: 'no@e.example', email_id: 5, response_category: 'not_interested' },
    { event: 'email.unsubscribed', lead_id: 6, lead_email: null, unsubscribed_at: 'x' },
  ];
  const expected = ['dead@b.example', 'gone@a.example', 'old@d.example'];
  const save = (world: TestWorld, make: (event: object) => object) =>
    writeFileSync(
      join(world.home, 'events.ndjson'),
      events.map((event) => `${JSON.stringify(make(event))}\n`).join(''),
    );

  it.each([
    ['saved deliveries', (event: object) => ({ receivedAt: 'x', headers: [], body: JSON.stringify(event) })],
    ['bare bodies', (event: object) => event],
  ])('blocks who unsubscribed or bounced for good: %s', async (_, make) => {
    const world = await office(['child', 'other']);
    save(world, make);
    const { exit, json } = await world.outreach(`${line} --from-events events.ndjson`);
    expect([exit, json().items.map(({ created }: { created: number }) => created)]).toEqual([0, [3, 3]]);
    expect(await world.blocked('child')).toEqual(expected);
    expect(await world.blocked('other')).toEqual(expected);
  });

  it('works for the current profile alone', async () => {
    const world = await office(['child', 'other']);
    save(world, (event) => event);
    const { exit } = await world.outreach('blocklist sync --from-events events.ndjson --profile child');
    expect(exit).toBe(0);
    expect(await world.blocked('child')).toEqual(expected);
    expect(await world.blocked('other')).toEqual([]);
  });

  it.each(['', '{"a":1}\n{"b":2}\n', 'no json\n'])('refuses %j before anything is read', async (text) => {
    const world = await office(['child']);
    writeFileSync(join(world.home, 'events.ndjson'), text);
    expect((await world.outreach(`${line} --from-events events.ndjson`)).exit).toBe(2);
    expect(world.sent).toEqual([]);
  });
});

it.each(['blocklist sync', 'blocklist sync --dry-run', 'blocklist sync --all-profiles --profile sandbox'])(
  '%s is refused',
  async (words) => {
    const world = await newWorld();
    expect([(await world.outreach(words)).exit, world.requests]).toEqual([2, []]);
  },
);
