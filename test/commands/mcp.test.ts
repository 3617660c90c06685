import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNetwork } from '../../src/client/transport/network.ts';
import { operations } from '../../src/contract/index.ts';
import { sandboxKey, sandboxReadOnlyKey } from '../../src/contract/keys.ts';
import { type Transport, type WireAnswer, WireFailure, type WireRequest } from '../../src/contract/wire.ts';
import { listen } from '../../src/sandbox/listen.ts';
import { sandboxAtHand } from '../sandbox/sandbox-at-hand.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../world.ts';
import { withReplies } from './conversation.ts';
import { baseUrl, liveKey } from './live-service.ts';

const mcpUrl = 'https://mcp.outreach.example/agents/v1';

interface Message {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly name: string; readonly arguments: Record<string, unknown> };
}

const json = (body: unknown, headers = {}): WireAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const stream = (...messages: unknown[]): WireAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  body: messages.map((message) => `event: message\ndata: ${JSON.stringify(message)}\n\n`).join(''),
});

const said = (text: string, more = {}) => ({ content: [{ type: 'text', text }], ...more });

interface Hosted {
  readonly tools?: readonly object[];
  /** The reply to a call of a tool: a whole answer, or what the result of it is. */
  readonly called?: (message: Message, nth: number) => WireAnswer | object;
  readonly wrap?: (message: unknown) => WireAnswer;
}

/** A hosted server with tools of our choice; keeps what reached it. */
function hosted({ tools = [], called = () => said('fine'), wrap = json }: Hosted) {
  const seen: { request: WireRequest; message: Message }[] = [];
  const network: Transport = async (request) => {
    if (request.method === 'DELETE') return { status: 405, headers: {}, body: '' };
    // What is looked up at the service itself, which this is not.
    if (request.method === 'GET') return { status: 404, headers: {}, body: '404 page not found' };
    const message = JSON.parse(request.body ?? '') as Message;
    seen.push({ request, message });
    const reply = (result: unknown) => wrap({ jsonrpc: '2.0', id: message.id, result });
    if (message.method === 'initialize')
      return reply({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: server });
    if (message.id === undefined) return { status: 202, headers: {}, body: '' };
    if (message.method === 'tools/list')
      return reply({ tools: tools.map((tool) => ({ inputSchema: { type: 'object' }, ...tool })) });
    const outcome = called(message, calls().length);
    return 'status' in outcome ? (outcome as WireAnswer) : reply(outcome);
  };
  const calls = () => seen.filter(({ message }) => message.method === 'tools/call');
  return { network, seen, calls };
}

/** The last line: a raw call that mails is warned of before. */
const errorIn = (err: string) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;

const server = { name: 'hosted', version: '1' };

/** A machine with a profile that knows a hosted server. */
async function withProfile(network: Transport, more: WorldOptions = {}): Promise<TestWorld> {
  const world = await newWorld({ network, ...more });
  await writeFile(
    join(world.home, 'keys.json'),
    JSON.stringify({ keys: { prod: { key: liveKey, origin: new URL(baseUrl).origin } } }),
    { mode: 0o600 },
  );
  await writeFile(
    join(world.home, 'config.json'),
    JSON.stringify({ profile: 'prod', profiles: { prod: { baseUrl, mcpUrl } } }),
    { mode: 0o600 },
  );
  return world;
}

describe('outreach mcp, in the sandbox', () => {
  it('has every operation as a tool', async () => {
    const world = await newWorld();
    const { items, total } = (await world.outreach('mcp tools --json')).json();
    expect(total).toBe(operations.length);
    const draft = items.find(({ name }: { name: string }) => name === 'send_reply_draft');
    expect(draft).toMatchObject({
      operation: 'drafts.send',
      scope: 'read_write',
      effect: 'sends',
      consent: true,
      inputSchema: { properties: { id: { type: 'integer' } } },
    });
    const one = await world.outreach('mcp tools send_reply_draft');
    expect([one.exit, one.out]).toEqual([0, expect.stringContaining('drafts.send')]);
  });

  it('calls them with the same rules as the service', async () => {
    const world = await newWorld();
    const made = await world.outreach('mcp call create_campaign --field name=Autumn --json');
    expect([made.exit, made.json().campaign.name]).toEqual([0, 'Autumn']);
    const listed = await world.outreach('mcp call list_campaigns --field limit=5 --json');
    expect(listed.json().campaigns).toMatchObject([{ name: 'Autumn' }]);
    for (const [line, exit] of [
      ['mcp call get_lead --field id=4711', 6],
      ['mcp call create_campaign --field nmae=Autumn', 2],
      ['mcp call send_reply_draft --field id=4711 --yes', 6],
      ['mcp call nothing_of_the_kind', 6],
      ['mcp call list_leads --input - --field a=1', 2],
    ] as const)
      expect((await world.outreach(line)).exit, line).toBe(exit);
  });

  it('asks before a purchase, and makes it once', async () => {
    const world = await newWorld();
    const line = 'mcp call purchase_credits --field credits=2000 --json';
    for (const flags of ['', '--yes --max-credits 1000', '--max-credits 2000']) {
      const { exit, out } = await world.outreach(`${line} ${flags}`);
      expect([exit, out], flags).toEqual([3, '']);
    }
    const ledger = () => world.database.prepare("SELECT * FROM ledger WHERE effect = 'buys'").all();
    expect(ledger()).toHaveLength(0);
    const bought = await world.outreach(`${line} --yes --max-credits 2000`);
    expect([bought.exit, bought.json().creditsPurchased]).toEqual([0, 2000]);
    expect(ledger()).toHaveLength(1);
  });

  it.each([
    ['purchase_credits --field credits=2000', '--max-usd 19.99', 'ceiling_exceeded'],
    ['purchase_credits --field credits=2000', '--max-credits 1999', 'ceiling_exceeded'],
    [
      'start_lead_finder_import --field campaignId=1 --field mode=selected --field refs[]=r1',
      '--max-usd 1000',
      'price_unknown',
    ],
    ['move_lead --field id=1 --field targetCampaignId=1', '--max-recipients 0', 'ceiling_exceeded'],
    ['resume_campaign --field id=1', '--max-recipients 1000', 'recipients_unknown'],
    ['send_reply_draft --field id=1', '--max-recipients 1000', 'recipients_unknown'],
    ['create_placement_test --field senderEmailIds[]=1', '--max-recipients 1000', 'recipients_unknown'],
  ])('keeps %s to its ceiling %s', async (words, ceiling, code) => {
    const world = await newWorld();
    await world.outreach('campaigns create Autumn');
    const { exit, err } = await world.outreach(`mcp call ${words} ${ceiling} --yes --json`);
    expect([exit, JSON.parse(err.trim().split('\n').at(-1) ?? '').error.code]).toEqual([3, code]);
    expect(world.ledger.all()).toEqual([]);
  });

  it('buys credits at the ceiling in dollars', async () => {
    const world = await newWorld();
    const line =
      'mcp call purchase_credits --field credits=2000 --max-usd 20 --max-recipients 0 --yes --json';
    expect((await world.outreach(line)).exit).toBe(0);
    expect(world.ledger.of('credits.purchase')).toHaveLength(1);
  });

  it('asks nobody about a call without what the tool needs', async () => {
    const world = await newWorld();
    for (const line of ['mcp call get_lead', 'mcp call send_reply_draft --field draftId=1 --yes']) {
      const { exit, err } = await world.outreach(line);
      expect([line, exit]).toEqual([line, 2]);
      expect(err).toContain('--field id=');
    }
  });

  it('prints the request in a dry run, without secrets, and sends nothing', async () => {
    const world = await newWorld();
    const purchase = await world.outreach('mcp call purchase_credits --field credits=2000 --dry-run --json');
    expect(purchase.json()).toMatchObject({
      operation: 'credits.purchase',
      effect: 'buys',
      method: 'POST',
      path: '/mcp',
      body: { method: 'tools/call', params: { name: 'purchase_credits', arguments: { credits: 2000 } } },
    });
    expect(purchase.json()).toMatchObject({ price: { credits: 2000 }, wouldRefuse: null });
    const over = await world.outreach(
      'mcp call purchase_credits --field credits=2000 --max-credits 1999 --dry-run --json',
    );
    expect([over.exit, over.json().wouldRefuse.code]).toEqual([3, 'ceiling_exceeded']);
    const line = 'mcp call import_from_instantly --field apiKey=hush-hush --dry-run --json';
    const { exit, out, err } = await world.outreach(line);
    expect([exit, out + err]).toEqual([0, expect.not.stringContaining('hush-hush')]);
    expect(out).toContain('[hidden]');
    const unknown = await world.outreach('mcp call whatever_it_is --field apiKey=hush-hush --dry-run');
    expect([unknown.exit, unknown.out + unknown.err]).toEqual([6, expect.not.stringContaining('hush-hush')]);
    expect(world.requests.filter((request) => !/^(GET|POST \/mcp)/.test(request))).toEqual([]);
    expect(world.ledger.of('credits.purchase')).toEqual([]);
  });

  it('lets a read-only key read, and tells a refusal as the service would', async () => {
    const world = await newWorld({ env: { OUTREACH_API_KEY: sandboxReadOnlyKey } });
    expect((await world.outreach('mcp call get_credit_balance --json')).json().balance).toBe(5000);
    const refused = await world.outreach('mcp call create_campaign --field name=Autumn');
    expect([refused.exit, refused.err]).toEqual([5, expect.stringContaining('read-only')]);
  });
});

describe('a hosted agent-protocol server', () => {
  it('gets the key at the address of the profile, and nothing else', async () => {
    const { network, seen } = hosted({ tools: [{ name: 'list_leads' }], called: () => said('{"leads":[]}') });
    const world = await withProfile(network);
    const { exit, json: read, err } = await world.outreach('mcp call list_leads --json --debug');
    expect([exit, read()]).toEqual([0, { leads: [] }]);
    expect(seen.map(({ message }) => message.method)).toEqual([
      'initialize',
      'notifications/initialized',
      'tools/list',
      'tools/call',
    ]);
    for (const { request } of seen)
      expect(request).toMatchObject({
        method: 'POST',
        path: '/agents/v1',
        headers: { authorization: `Bearer ${liveKey}` },
      });
    expect(err).not.toContain(liveKey);
  });

  it('is not called where nobody saved its address, or where it belongs to another service', async () => {
    const { network, seen } = hosted({});
    const world = await withProfile(network);
    await world.outreach('profiles set prod --unset mcp-url');
    const none = await world.outreach('mcp tools');
    expect([none.exit, none.err]).toEqual([2, expect.stringContaining('profiles set prod --mcp-url')]);

    const other = { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: 'https://api.other.example/r' };
    const elsewhere = await withProfile(network, { env: other });
    const refused = await elsewhere.outreach('mcp tools --json');
    expect(refused.exit).toBe(4);
    expect(JSON.parse(refused.err).error.code).toBe('key_bound_elsewhere');
    expect(seen).toEqual([]);
  });

  it('has an address that is https or on this machine', async () => {
    const world = await newWorld();
    for (const url of ['http://mcp.example/mcp', 'ftp://mcp.example', 'https://a:b@mcp.example/mcp', 'mcp'])
      expect((await world.outreach(`profiles set prod --mcp-url ${url}`)).exit, url).toBe(2);
    for (const url of ['https://mcp.example/mcp/', 'http://127.0.0.1:4010/mcp']) {
      const { exit, json: shown } = await world.outreach(`profiles set prod --mcp-url ${url} --json`);
      expect([exit, shown().mcpUrl]).toEqual([0, url]);
    }
  });

  it('may answer in a stream of events', async () => {
    const notice = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } };
    const { network } = hosted({
      tools: [{ name: 'list_leads' }],
      called: () => said('{"total": 9007199254740993}'),
      wrap: (message) => stream(notice, message),
    });
    const world = await withProfile(network);
    const { exit, out } = await world.outreach('mcp call list_leads --json');
    expect([exit, out]).toEqual([0, expect.stringContaining('9007199254740993')]);
  });

  it.each([200, 405, 500])('has its session ended, whatever it says to that: %i', async (status) => {
    const { network } = hosted({ tools: [{ name: 'list_leads' }] });
    const seen: WireRequest[] = [];
    const world = await withProfile(async (request, signal) => {
      seen.push(request);
      if (request.method === 'DELETE') return { status, headers: {}, body: '' };
      const answer = await network(request, signal);
      return { ...answer, headers: { ...answer.headers, 'mcp-session-id': 'abc' } };
    });
    const { exit, err } = await world.outreach('mcp call list_leads --json');
    expect([exit, err]).toEqual([0, '']);
    expect(seen.map(({ method, headers }) => [method, headers['mcp-session-id']])).toEqual([
      ['POST', undefined],
      ['POST', 'abc'],
      ['POST', 'abc'],
      ['POST', 'abc'],
      ['DELETE', 'abc'],
    ]);
  });

  it('is believed about tools that only read, and about no other', async () => {
    const tools = [
      { name: 'look', annotations: { readOnlyHint: true } },
      { name: 'launch_everything' },
      { name: 'tidy', annotations: { readOnlyHint: false, destructiveHint: false } },
      { name: 'list_leads', annotations: { readOnlyHint: false } },
      { name: 'update_lead', annotations: { destructiveHint: true } },
      { name: 'send_reply_draft', annotations: { readOnlyHint: true } },
    ];
    const { network, calls } = hosted({ tools });
    const world = await withProfile(network);
    expect((await world.outreach('mcp call look')).exit).toBe(0);
    expect(calls()).toHaveLength(1);
    for (const { name } of tools.slice(1)) {
      const { exit, out } = await world.outreach(`mcp call ${name} --field id=5 --field title=CEO`);
      expect([exit, out], name).toEqual([3, '']);
    }
    expect((await world.outreach('mcp call tidy --yes --max-usd 5')).exit).toBe(3);
    expect(calls()).toHaveLength(1);
    expect((await world.outreach('mcp call tidy --yes')).exit).toBe(0);
    expect(calls()).toHaveLength(2);
  });

  it.each(['send_reply_draft', 'launch_everything', 'create_dfy_order'])(
    'is never asked twice for %s, and a lost answer is an unknown outcome',
    async (name) => {
      const lost = [
        () => {
          throw new WireFailure('reset', true, 'The connection was closed');
        },
        () => ({ status: 502, headers: { 'content-type': 'text/html' }, body: '<html>Bad Gateway</html>' }),
        () => ({ status: 200, headers: { 'content-type': 'text/event-stream' }, body: 'data: {"jsonr' }),
        () => ({
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: '{"jsonrpc": "2.0", "id',
        }),
        () => json({ jsonrpc: '2.0', id: 4711, result: said('for somebody else') }),
        () => said('Something went wrong', { isError: true }),
        () => said('{"status": 500, "error": "boom"}', { isError: true }),
      ];
      for (const called of lost) {
        const { network, calls } = hosted({ tools: [{ name }], called });
        const world = await withProfile(network);
        const { exit, out, err } = await world.outreach(`mcp call ${name} --field id=5 --yes --json`);
        expect([exit, out], String(called)).toEqual([14, '']);
        expect(errorIn(err)).toMatchObject({ outcome: 'unknown', retryable: false });
        expect(calls()).toHaveLength(1);
      }
    },
  );

  it('is asked again for what only reads', async () => {
    const { network, calls } = hosted({
      tools: [{ name: 'look', annotations: { readOnlyHint: true } }],
      called: (_, nth) => {
        if (nth < 3) throw new WireFailure('reset', true, 'The connection was closed');
        return said('there it is');
      },
    });
    const world = await withProfile(network);
    const { exit, json: read } = await world.outreach('mcp call look --json');
    expect([exit, read()]).toEqual([0, 'there it is']);
    expect(calls()).toHaveLength(3);
  });

  it.each([
    [400, 2],
    [401, 4],
    [402, 10],
    [403, 5],
    [404, 6],
    [409, 7],
    [422, 7],
  ])('ends a call that met %i with %i, whether the exchange or the tool says so', async (status, exit) => {
    const body = JSON.stringify({ error: 'no', code: 'some_reason' });
    for (const called of [
      () => ({ status, headers: { 'content-type': 'application/json' }, body }),
      () => said(JSON.stringify({ status, error: 'no', code: 'some_reason' }), { isError: true }),
      () => said(`Error ${status}: no`, { isError: true }),
    ]) {
      const { network, calls } = hosted({ tools: [{ name: 'send_reply_draft' }], called });
      const world = await withProfile(network);
      const ended = await world.outreach('mcp call send_reply_draft --field id=5 --yes --json');
      expect([ended.exit, errorIn(ended.err).outcome]).toEqual([exit, 'none']);
      expect(calls()).toHaveLength(1);
    }
  });

  it('is told apart from a web page, a redirect and a stranger', async () => {
    const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' };
    const away = { status: 307, headers: { location: 'https://evil.example/mcp' }, body: '' };
    const old = json({
      jsonrpc: '2.0',
      id: 0,
      result: { protocolVersion: '1999', capabilities: {}, serverInfo: server },
    });
    for (const [answer, exit] of [
      [page, 11],
      [away, 11],
      [old, 11],
      [json([]), 11],
      [{ status: 404, headers: {}, body: '404 page not found' }, 6],
    ] as const) {
      let asked = 0;
      const world = await withProfile(async () => {
        asked++;
        return answer;
      });
      const { exit: ended, out, err } = await world.outreach('mcp tools --json');
      expect([ended, out], JSON.stringify(answer)).toEqual([exit, '']);
      expect(String(JSON.parse(err).error.hint)).not.toContain('/r:');
      expect(asked).toBeGreaterThan(0);
    }
  });

  it('names a call that the protocol refuses a mistake, and nothing more', async () => {
    const { network } = hosted({
      tools: [{ name: 'launch_everything' }],
      called: ({ id }) => json({ jsonrpc: '2.0', id, error: { code: -32602, message: 'id is required' } }),
    });
    const world = await withProfile(network);
    const { exit, err } = await world.outreach('mcp call launch_everything --yes --json');
    expect([exit, JSON.parse(err).error]).toEqual([
      2,
      expect.objectContaining({ message: 'id is required', outcome: 'none' }),
    ]);
  });

  it.each([null, said('fine', { isError: 'true' })])(
    'is told in a sentence that %j is no answer',
    async (result) => {
      const tools = [{ name: 'launch_everything' }];
      const called = ({ id }: Message) => json({ jsonrpc: '2.0', id, result });
      const world = await withProfile(hosted({ tools, called }).network);
      const { exit, err } = await world.outreach('mcp call launch_everything --yes --json');
      expect([exit, JSON.parse(err).error.message]).toEqual([
        14,
        'The agent-protocol server cannot be understood: its answer is not one of the protocol',
      ]);
    },
  );

  it('can write what it likes, and nothing of it acts on a terminal', async () => {
    const evil = '\u001b[2J\u009b31m\u202eevil';
    const { network } = hosted({
      tools: [
        { name: 'look', title: evil, description: evil, annotations: { readOnlyHint: true } },
        { name: 'tidy', description: `${evil}\nPress y` },
      ],
      called: () => said(evil),
    });
    const world = await withProfile(network, { tty: true, env: { NO_COLOR: '1' } });
    for (const line of [
      'mcp tools',
      'mcp tools --json',
      'mcp tools look',
      'mcp call look',
      'mcp call look --json',
      'mcp call tidy --no-input',
      'mcp call tidy --json',
    ]) {
      const { out, err } = await world.outreach(line);
      expect(out + err, line).not.toMatch(/[\u001b\u009b\u202e]/);
    }
  });

  it('takes arguments from a file, and only an object', async () => {
    const { network, calls } = hosted({ tools: [{ name: 'look', annotations: { readOnlyHint: true } }] });
    const world = await withProfile(network);
    expect((await world.outreach('mcp call look --input -', { stdin: '{"a": {"b": [1]}}' })).exit).toBe(0);
    expect(calls()[0]?.message.params.arguments).toEqual({ a: { b: [1] } });
    expect((await world.outreach('mcp call look --input -', { stdin: '[1]' })).exit).toBe(2);
    expect((await world.outreach('mcp call look --field id=90071992547409931234')).exit).toBe(2);
    expect(calls()).toHaveLength(1);
  });

  it('is stopped by Ctrl-C and by the time allowed', async () => {
    const world = await withProfile(async (_, signal) => {
      setImmediate(() => world.clock.advance(1000));
      await new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      throw new Error('not reached');
    });
    const pending = world.outreach('mcp tools');
    setTimeout(() => world.interrupt(), 50);
    expect((await pending).exit).toBe(130);
    expect((await world.outreach('mcp tools --timeout 1s --json')).exit).toBe(12);
  });
});

describe('a served sandbox', () => {
  it('is reached over HTTP, beside its base URL, without any setting', async () => {
    const { open } = await sandboxAtHand();
    const { url, close } = await listen({ transport: open.transport, port: 0 });
    onTestFinished(close);
    const world = await newWorld({
      env: { OUTREACH_BASE_URL: url, OUTREACH_API_KEY: sandboxKey },
      network: createNetwork(new URL(url).origin, { env: {}, now: Date.now }),
    });
    const { exit, json: read } = await world.outreach('mcp call get_credit_balance --json');
    expect([exit, read().balance]).toEqual([0, 5000]);
    expect((await world.outreach('mcp call create_campaign --field name=Autumn')).exit).toBe(0);
    expect(world.requests).toEqual([]);
  });
});

describe('send_reply_draft', () => {
  it('sends one email as the command does, and no second one', async () => {
    const world = await newWorld({ saved: await withReplies() });
    const { items } = (await world.outreach('drafts list --all --json')).json();
    const { id } = items[0];
    const line = `mcp call send_reply_draft --field id=${id} --json`;
    const asked = await world.outreach(line);
    expect([asked.exit, asked.err]).toEqual([3, expect.stringContaining('real email')]);
    const sent = await world.outreach(`${line} --yes`);
    expect([sent.exit, sent.json().id]).toEqual([0, id]);
    const again = await world.outreach(`${line} --yes`);
    expect([again.exit, JSON.parse(again.err).error.code]).toEqual([7, 'done_recently']);
    const meant = await world.outreach(`${line} --yes --again`);
    expect([meant.exit, errorIn(meant.err).status]).toEqual([7, 409]);
    const sendings = world.database.prepare("SELECT * FROM ledger WHERE operation = 'drafts.send'").all();
    expect(sendings).toHaveLength(1);
  });
});
