import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxChildKey, sandboxKey, sandboxReadOnlyKey, sandboxTrialKey } from '../../src/contract/keys.ts';
import { type Transport, WireFailure, type WireRequest } from '../../src/contract/wire.ts';
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

/** A status instead of the answer, or the text of another one; `next` asks the service. */
type Instead = (
  name: Name,
  request: WireRequest,
  next: () => ReturnType<Transport>,
) => string | undefined | Promise<string | undefined>;

async function office(
  names: readonly Name[],
  answer: Instead = () => undefined,
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
      const headers = { ...request.headers, authorization: `Bearer ${keys[name]}` };
      const next = () => world.sandbox.transport({ ...request, headers }, signal);
      const instead = ready ? await answer(name, request, next) : undefined;
      if (instead === undefined) return next();
      return instead.startsWith('{')
        ? { status: 200, headers: { 'content-type': 'application/json' }, body: instead }
        : { status: Number(instead), headers: {}, body: '{"error":"No"}' };
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
    // The two have not failed for one reason.
    expect(JSON.parse(err).error).toMatchObject({
      code: 'not_all_synced',
      outcome: 'done',
      message: expect.stringContaining(', 2 failed, the first: '),
    });
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
      // Its key may not block, and another profile of its workspace has done it.
      ['reader', 'same', null],
    ]);
    expect(await world.blocked('main')).toEqual(['a.example']);
  });

  it('says in a dry run that a key which only reads cannot block', async () => {
    const world = await office(['other', 'reader']);
    await block(world, 'other', 'a.example');
    const { exit, json } = await world.outreach(`${line} --dry-run`);
    expect([exit, json().items]).toMatchObject([
      15,
      [
        { profile: 'other', outcome: 'same' },
        { profile: 'reader', outcome: 'failed', error: { code: 'forbidden' } },
      ],
    ]);
    expect((await world.outreach(line)).json().items[1]).toMatchObject({
      profile: 'reader',
      outcome: 'failed',
    });
  });

  it('plans in a dry run what the run does with other profiles of a workspace, and with those below it', async () => {
    const world = await office(['main', 'child', 'other', 'reader']);
    await block(world, 'other', 'a.example');
    const { err } = await world.outreach('blocklist sync --all-profiles --live --dry-run');
    expect(err).toContain('1 entry would be added');
    const [planned, done] = [await world.outreach(`${line} --dry-run`), await world.outreach(line)];
    const rowsOf = ({ json }: typeof done) =>
      json().items.map((row: { profile: string; values: string[]; outcome: string }) => [
        row.profile,
        row.values,
        row.outcome === 'planned' ? 'synced' : row.outcome,
      ]);
    expect([planned.exit, rowsOf(planned)]).toEqual([done.exit, rowsOf(done)]);
    expect(rowsOf(done)).toEqual([
      ['child', [], 'same'],
      ['main', ['a.example'], 'synced'],
      ['other', [], 'same'],
      ['reader', ['a.example'], 'same'],
    ]);
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

  it('sends 1,000 values a call, and says how far it came', { tags: 'slow' }, async () => {
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

  it.each([
    ['ends before its total', (list: object) => ({ ...list, totalCount: 35 }), '2 of 35'],
    ['is empty and says there are', () => ({ items: [], totalCount: 3 }), '0 of 3'],
  ])('does not take a list that %s for the whole list', async (_, change, words) => {
    const world = await office(['child', 'other'], async (name, { method }, next) => {
      const { status, body } = await next();
      if (name !== 'child' || method !== 'GET') return status === 200 ? body : String(status);
      return JSON.stringify(change(JSON.parse(body)));
    });
    world.database.exec('DELETE FROM blocklist');
    await block(world, 'child', 'a.example', 'b.example');
    await block(world, 'other', 'c.example');
    for (const options of ['--dry-run', '']) {
      const { exit, json, err } = await world.outreach(`${line} ${options}`);
      expect([exit, JSON.parse(err).error.code]).toEqual([15, 'not_all_synced']);
      expect(json().items[0]).toMatchObject({
        profile: 'child',
        outcome: 'incomplete',
        values: ['c.example'],
        error: { code: 'incomplete_list', message: expect.stringContaining(words) },
      });
    }
  });

  it('looks again where a value is skipped that the list did not have: not blocked means failed', async () => {
    const world = await office(['child', 'other'], (name, { method }) =>
      name === 'child' && method === 'POST' ? '{"created":0,"skipped":1,"scope":"workspace"}' : undefined,
    );
    await block(world, 'other', 'ana@a.example');
    const { exit, json } = await world.outreach(line);
    expect(exit).toBe(15);
    expect(json().items).toMatchObject([
      { profile: 'child', created: 0, skipped: 1, outcome: 'failed', error: { code: 'not_blocked' } },
      { profile: 'other', outcome: 'same' },
    ]);
  });

  it('takes what was skipped for blocked where the list has it by now', async () => {
    const world = await office(['child', 'other'], async (name, { method }, next) => {
      if (name !== 'child' || method !== 'POST') return undefined;
      await next();
      return '{"created":0,"skipped":1,"scope":"workspace"}';
    });
    await block(world, 'other', 'ana@a.example');
    const { exit, json } = await world.outreach(line);
    expect([exit, json().items[0].outcome]).toEqual([0, 'synced']);
  });

  it.each([
    '{"created":99,"skipped":0,"scope":null}',
    '{"created":-1,"skipped":2,"scope":null}',
    '{"created":1,"skipped":1,"scope":null}',
  ])('prints no counts that cannot be: %s', async (answer) => {
    const world = await office(['child', 'other'], async (name, { method }, next) => {
      if (name !== 'child' || method !== 'POST') return undefined;
      await next();
      return answer;
    });
    await block(world, 'other', 'a.example');
    const { exit, json } = await world.outreach(line);
    expect([exit, json().items[0]]).toMatchObject([0, { created: null, skipped: null, outcome: 'synced' }]);
  });

  it('says that it may have happened where every answer was lost', async () => {
    const world = await office(['child', 'other'], async (name, { method }, next) => {
      if (name !== 'child' || method !== 'POST') return undefined;
      await next();
      throw new WireFailure('reset', true, 'the connection was cut');
    });
    await block(world, 'other', 'a.example');
    const { exit, json, err } = await world.outreach(line);
    expect([exit, JSON.parse(err).error.outcome]).toEqual([15, 'unknown']);
    expect(json().items[0]).toMatchObject({
      created: null,
      skipped: null,
      outcome: 'unknown',
      error: { message: expect.stringContaining('may have happened') },
    });
    expect((await world.outreach(line)).json().items[0].outcome).toBe('same');
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
  ];
  const expected = ['dead@b.example', 'gone@a.example', 'old@d.example', 'sam@us.example'];
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
    expect([exit, json().items.map(({ created }: { created: number }) => created)]).toEqual([0, [4, 4]]);
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

  const unsubscribed = (lead_email: unknown) => ({
    ...{ event: 'email.unsubscribed', lead_id: 1, lead_email, unsubscribed_at: '2026-03-01T00:00:00Z' },
  });
  const sync = async (text: string, options = '') => {
    const world = await office(['child']);
    const file = join(world.home, 'events.ndjson');
    writeFileSync(file, text);
    const run = await world.outreach(`blocklist sync --from-events ${file} --profile child ${options}`);
    return { ...run, blocked: await world.blocked('child') };
  };

  it('understands an address as mail clients write it, and lists those that it cannot', async () => {
    const lines = ['trail.dot@acme.example.', 'Name <named@ok.example>', 'gmail2.com', ['a@b.example'], null];
    const text = lines.map((one) => `${JSON.stringify(unsubscribed(one))}\n`).join('');
    const { exit, json, err, blocked } = await sync(text, '--json -q');
    expect([exit, blocked]).toEqual([15, ['named@ok.example', 'trail.dot@acme.example']]);
    const reason = 'lead_email is not an email address';
    expect(json().events).toEqual({
      read: 5,
      addresses: ['trail.dot@acme.example', 'named@ok.example'],
      rejects: [
        { file: expect.any(String), line: 3, value: 'gmail2.com', reason },
        { file: expect.any(String), line: 4, value: '["a@b.example"]', reason },
        { file: expect.any(String), line: 5, value: null, reason },
      ],
    });
    expect(JSON.parse(err).error).toMatchObject({
      code: 'not_all_synced',
      outcome: 'done',
      message: expect.stringContaining('3 events cannot be used'),
    });
  });

  it('takes what can be read of a file, and says of each other line what it lacks', async () => {
    const text = [
      JSON.stringify(unsubscribed('one@a.example')),
      '{"event":"email.opened","x":1}',
      '{"recipient":"x@b.example","lead_id":4,"bounced_at":"2026-03-01T00:00:00Z"}',
      'null',
      '["b@c.example"]',
      '{"receivedAt":"x","headers":[]}',
      '{"event":"email.unsubscribed","lead_email":"two@a.example"}',
      '{"recipient":"y@b.example","bounce_type":"hard"}',
      '{"recipient":"us@b.example","kind":"inbound","from_email":"MAILER-DAEMON@c.example","bounce_type":"hard_bounce"}',
      JSON.stringify(unsubscribed('three@a.example')).slice(0, 60),
    ].join('\n');
    const { exit, json, blocked } = await sync(text, '--json');
    expect([exit, blocked]).toEqual([15, ['one@a.example', 'two@a.example']]);
    const reasons = json().events.rejects.map(({ line, reason }: { line: number; reason: string }) => [
      line,
      reason,
    ]);
    expect(reasons).toEqual([
      [2, 'it has the fields of no known event'],
      [3, 'it looks like EmailBounce and lacks bounce_type'],
      [4, 'it is null, not an object'],
      [5, 'it is a list, not an object'],
      [6, 'it is a delivery without a body'],
      [10, 'it is not JSON, or is cut off'],
      [8, 'bounce_type is neither hard_bounce nor soft_bounce'],
      [9, 'it is the notice of a mail server, and recipient got it'],
    ]);
    const shown = await sync(text);
    expect(shown.out.split('\n').filter(Boolean)).toHaveLength(1);
    expect(shown.err).toContain('8 events cannot be used');
  });

  it.each(['', '\n \n'])('takes %j for a night without events', async (text) => {
    const { exit, json, blocked } = await sync(text, '--json');
    expect([exit, json().events, blocked]).toEqual([0, { read: 0, addresses: [], rejects: [] }, []]);
  });

  it.each(['{"a":1}\n{"b":2}\n', 'no json\n', 'null', '[]'])(
    'refuses %j before anything is read',
    async (text) => {
      const world = await office(['child']);
      writeFileSync(join(world.home, 'events.ndjson'), text);
      expect((await world.outreach(`${line} --from-events events.ndjson`)).exit).toBe(2);
      expect(world.sent).toEqual([]);
    },
  );
});

it.each(['blocklist sync', 'blocklist sync --dry-run', 'blocklist sync --all-profiles --profile sandbox'])(
  '%s is refused',
  async (words) => {
    const world = await newWorld();
    expect([(await world.outreach(words)).exit, world.requests]).toEqual([2, []]);
  },
);
