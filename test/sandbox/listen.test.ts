import { request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sandboxKey } from '../../src/contract/keys.ts';
import { type Exchange, listen } from '../../src/sandbox/listen.ts';
import { sandboxAtHand } from './sandbox-at-hand.ts';

async function served() {
  const { open, rows } = await sandboxAtHand();
  const exchanges: Exchange[] = [];
  const { url, close } = await listen({
    transport: open.transport,
    port: 0,
    onExchange: (exchange) => exchanges.push(exchange),
  });
  onTestFinished(close);
  const { port, host } = new URL(url);
  /** Like fetch, but sends exactly these headers. */
  const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      const outgoing = request(
        {
          host: '127.0.0.1',
          port,
          method,
          path,
          headers: { host, authorization: `Bearer ${sandboxKey}`, ...headers },
        },
        (incoming) => {
          let text = '';
          incoming.setEncoding('utf8');
          incoming.on('data', (chunk: string) => {
            text += chunk;
          });
          incoming.on('end', () =>
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  return { ask, url, host, rows, exchanges };
}

const lead = JSON.stringify({ leads: [{ email: 'zoë@acme.example', company: 'Köhler, Söhne' }] });

describe('the served sandbox', () => {
  it('answers under its prefix like the one in memory', async () => {
    const { ask, url, exchanges } = await served();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/r$/);
    const created = await ask('POST', '/r/leads', { 'content-type': 'application/json' }, lead);
    expect(created.status).toBe(200);
    const { leads } = JSON.parse((await ask('GET', '/r/leads?email=zo%C3%AB%40acme.example')).text);
    expect(leads[0]).toMatchObject({ company: 'Köhler, Söhne' });
    expect((await ask('GET', '/leads')).text).toBe('404 page not found');
    expect((await ask('PATCH', '/r/leads')).status).toBe(404);
    expect((await ask('GET', '/r/leads', { authorization: 'Bearer x' })).status).toBe(401);
    expect(exchanges[0]).toMatchObject({ method: 'POST', url: '/r/leads', status: 200 });
  });

  it.each([
    ['a foreign host', { host: 'evil.example' }],
    ['a host with another port', { host: '127.0.0.1:1' }],
    ['a name that resolves to this machine', { host: 'rebind.example:80' }],
    ['an origin', { origin: 'https://evil.example' }],
    ['the origin null', { origin: 'null' }],
    ['an origin that is our own', { origin: 'http://127.0.0.1' }],
    ['a browser', { 'sec-fetch-site': 'cross-site' }],
  ])('turns away %s before anything happens', async (_, headers) => {
    const { ask, rows } = await served();
    const refused = await ask('POST', '/r/leads', headers, lead);
    expect(refused.status).toBe(403);
    expect(rows('SELECT * FROM lead')).toEqual([]);
    expect(refused.headers['access-control-allow-origin']).toBeUndefined();
    expect((await ask('OPTIONS', '/r/leads', headers)).status).toBe(403);
  });

  it('serves the agent-protocol server beside the prefix, behind the same guards', async () => {
    const { ask } = await served();
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const { status, text } = await ask('POST', '/mcp', {}, list);
    expect([status, JSON.parse(text).result.tools.length]).toEqual([200, expect.any(Number)]);
    expect((await ask('POST', '/r/mcp', {}, list)).text).toBe('404 page not found');
    expect((await ask('POST', '/mcp/x', {}, list)).status).toBe(404);
    expect((await ask('POST', '/mcp', { origin: 'https://evil.example' }, list)).status).toBe(403);
    expect((await ask('GET', '/mcp')).status).toBe(405);
  });

  it.each(['Bearer', 'Bearer '])('says that the key is missing after %j', async (authorization) => {
    const { ask } = await served();
    const { status, text } = await ask('GET', '/r/leads', { authorization });
    expect([status, JSON.parse(text)]).toEqual([401, { error: 'Missing API key' }]);
  });

  it('takes localhost for its name', async () => {
    const { ask, host } = await served();
    expect((await ask('GET', '/r/leads', { host: host.replace('127.0.0.1', 'LOCALHOST') })).status).toBe(200);
  });

  it('refuses a body beyond 10 MB and changes nothing', async () => {
    const { ask, rows } = await served();
    const large = await ask(
      'POST',
      '/r/leads',
      {},
      `{"leads":[{"email":"a@b.example","title":"${'x'.repeat(10 * 1024 * 1024)}"}]}`,
    );
    expect(large.status).toBe(413);
    expect(rows('SELECT * FROM lead')).toEqual([]);
  });

  it('says that a port is taken', async () => {
    const { url } = await served();
    const { open } = await sandboxAtHand();
    const again = listen({ transport: open.transport, port: Number(new URL(url).port) });
    await expect(again).rejects.toMatchObject({ kind: 'conflict', code: 'port_taken' });
  });
});
