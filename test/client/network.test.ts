import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { parseBaseUrl } from '../../src/base/base-url.ts';
import { Failure } from '../../src/base/errors.ts';
import { createNetwork } from '../../src/client/transport/network.ts';
import { proxyFor } from '../../src/client/transport/proxy.ts';
import { WireFailure, type WireRequest } from '../../src/contract/wire.ts';
import { certificate } from './certificate.ts';
import { closedPort, type Running, serve, serveProxy, serveRaw, serveSecurely } from './server.ts';

const get: WireRequest = { method: 'GET', path: '/leads', query: [['limit', '5']], headers: {} };
const post: WireRequest = {
  method: 'POST',
  path: '/campaigns',
  query: [],
  headers: {},
  body: '{"name":"Ä"}',
};

const running: Running[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

async function up<T extends Running>(server: Promise<T>): Promise<T> {
  const started = await server;
  running.push(started);
  return started;
}

const network = (baseUrl: string, env = {}) => createNetwork(baseUrl, { env, now: Date.now });

async function failureOf(promise: Promise<unknown>): Promise<WireFailure> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WireFailure);
  return error as WireFailure;
}

describe('one exchange', () => {
  it('does not wait for the end of a stream of events that has said what it was asked for', async () => {
    const server = await up(
      serve((_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: 1\n\nda');
        setTimeout(() => response.write('ta: 2\n\n'), 20);
      }),
    );
    const send = network(server.baseUrl);
    const answer = await send({ ...post, timeoutMs: 5000, complete: (soFar) => soFar.includes('data: 2') });
    expect(answer).toMatchObject({ status: 200, body: 'data: 1\n\ndata: 2\n\n' });
    expect(server.seen[0]?.headers['accept-encoding']).toBe('identity');
    expect((await send({ ...post, complete: (soFar) => soFar.includes('data: 1') })).body).toContain(
      'data: 1',
    );
  });

  it('keeps a header that is called as what every object has', async () => {
    const server = await up(
      serve((_, response) => {
        response.writeHead(200, ['__proto__', 'theirs', 'constructor', 'theirs too']);
        response.end();
      }),
    );
    const { headers } = await network(server.baseUrl)(get);
    expect(Object.entries(headers)).toEqual(
      expect.arrayContaining([
        ['__proto__', 'theirs'],
        ['constructor', 'theirs too'],
      ]),
    );
  });

  it('sends nothing where it may not leave as the connection is there', async () => {
    const server = await up(serve((_, response) => response.end('{}')));
    const send = network(server.baseUrl);
    const failure = await failureOf(send({ ...post, mayLeave: () => false }));
    expect(failure).toMatchObject({ reason: 'stalled', sent: false });
    expect(server.seen).toEqual([]);
    expect(await send({ ...post, mayLeave: () => true })).toMatchObject({ status: 200 });
  });

  it('carries method, path, query, headers and body, and brings status, headers and text back', async () => {
    const server = await up(
      serve((_, response) => response.writeHead(202, { 'X-Two': ['a', 'b'] }).end('{"é":1}')),
    );
    const answer = await network(server.baseUrl)({
      ...post,
      path: '/campaigns/7',
      query: [['q', 'a&b=c d+é']],
      headers: { 'x-mine': 'yes', 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(202);
    expect(answer.body).toBe('{"é":1}');
    expect(answer.headers['x-two']).toBe('a, b');
    const [seen] = server.seen;
    expect(seen?.url).toBe('/r/campaigns/7?q=a%26b%3Dc%20d%2B%C3%A9');
    expect(seen?.method).toBe('POST');
    expect(seen?.headers['x-mine']).toBe('yes');
    expect(seen?.body).toBe('{"name":"Ä"}');
  });

  it('follows no redirect, whatever the status, and sends the body to nobody else', async () => {
    const other = await up(serve((_, response) => response.end('{}')));
    for (const status of [301, 302, 303, 307, 308]) {
      const server = await up(
        serve((_, response) => response.writeHead(status, { location: `${other.baseUrl}/x` }).end()),
      );
      expect((await network(server.baseUrl)(post)).status).toBe(status);
    }
    expect(other.seen).toEqual([]);
  });

  it('ignores interim answers', async () => {
    const server = await up(
      serve((_, response) => {
        response.writeEarlyHints({ link: '</a>; rel=preload' });
        response.end('whole');
      }),
    );
    expect(await network(server.baseUrl)(get)).toMatchObject({ status: 200, body: 'whole' });
  });

  it.each([
    ['gzip', gzipSync('{"a":1}')],
    ['br', brotliCompressSync('{"a":1}')],
    ['deflate', deflateSync('{"a":1}')],
    ['deflate', deflateRawSync('{"a":1}')],
    ['gzip, br', brotliCompressSync(gzipSync('{"a":1}'))],
    ['identity', Buffer.from('{"a":1}')],
  ])('decodes %s', async (encoding, bytes) => {
    const server = await up(
      serve((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bytes)),
    );
    expect((await network(server.baseUrl)(get)).body).toBe('{"a":1}');
    expect(server.seen[0]?.headers['accept-encoding']).toBe('gzip, deflate, br');
  });

  it('serves many at once and one after the other', async () => {
    const server = await up(serve((seen, response) => response.end(seen.url)));
    const transport = network(server.baseUrl);
    const paths = Array.from({ length: 30 }, (_, at) => `/leads/${at}`);
    const answers = await Promise.all(paths.map((path) => transport({ ...get, path, query: [] })));
    expect(answers.map((answer) => answer.body)).toEqual(paths.map((path) => `/r${path}`));
    expect((await transport(get)).body).toBe('/r/leads?limit=5');
  });
});

describe('what breaks an exchange', () => {
  it('a refused connection was never sent', async () => {
    const failure = await failureOf(network(`http://127.0.0.1:${await closedPort()}/r`)(post));
    expect(failure).toMatchObject({ reason: 'refused', sent: false });
  });

  it('a refused connection to a name with two addresses was never sent either', async () => {
    const failure = await failureOf(network(`http://localhost:${await closedPort()}/r`)(post));
    expect(failure).toMatchObject({ reason: 'refused', sent: false });
  });

  it('a name without address was never sent', async () => {
    const failure = await failureOf(network('https://nobody.outreach.invalid/r')(post));
    expect(failure.sent).toBe(false);
    expect(failure.reason).toBe('dns');
    expect(failure.message).toContain('nobody.outreach.invalid');
  });

  it('a certificate nobody vouches for was never sent to', async () => {
    const server = await up(serveSecurely((_, response) => response.end('{}')));
    const failure = await failureOf(network(server.baseUrl)(post));
    expect(failure).toMatchObject({ reason: 'tls', sent: false });
    expect(server.seen).toEqual([]);
  });

  it('a server that speaks no TLS was never sent to', async () => {
    const server = await up(serve((_, response) => response.end('{}')));
    const failure = await failureOf(network(`https://127.0.0.1:${server.port}/r`)(post));
    expect(failure).toMatchObject({ reason: 'tls', sent: false });
  });

  it('a server that hangs up during the TLS handshake was never sent to', async () => {
    const server = await up(serveRaw((socket) => socket.once('data', () => socket.destroy())));
    const failure = await failureOf(network(`https://127.0.0.1:${server.port}/r`)(post));
    expect(failure).toMatchObject({ sent: false });
  });

  it('a handshake that never ends was never sent to', async () => {
    const server = await up(serveRaw(() => undefined));
    const transport = createNetwork(`https://127.0.0.1:${server.port}/r`, {
      env: {},
      now: Date.now,
      connectTimeoutMs: 50,
    });
    expect(await failureOf(transport(post))).toMatchObject({ reason: 'connect-timeout', sent: false });
  });

  it('a reset after the request may have been done, and the request arrived once', async () => {
    const server = await up(serve((_, response) => response.socket?.resetAndDestroy()));
    expect(await failureOf(network(server.baseUrl)(post))).toMatchObject({ reason: 'reset', sent: true });
    expect(server.seen).toHaveLength(1);
    expect(await failureOf(network(server.baseUrl)(get))).toMatchObject({ reason: 'reset', sent: true });
    expect(server.seen).toHaveLength(2);
  });

  it('a reset on a connection that was used before is not repeated either', async () => {
    const server = await up(
      serve((seen, response) => {
        if (seen.method === 'GET') response.end('{}');
        else response.socket?.resetAndDestroy();
      }),
    );
    const transport = network(server.baseUrl);
    await transport(get);
    expect(await failureOf(transport(post))).toMatchObject({ sent: true });
    expect(server.seen.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  it('a head that does not come in time', { tags: 'slow' }, async () => {
    const server = await up(serve(() => undefined));
    const failure = await failureOf(network(server.baseUrl)({ ...post, timeoutMs: 60 }));
    expect(failure).toMatchObject({ reason: 'timeout', sent: true });
  });

  it('a body that stops coming, for any call', { tags: 'slow' }, async () => {
    const server = await up(
      serve((_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: 1\n\n');
      }),
    );
    for (const complete of [undefined, () => false])
      expect(
        await failureOf(network(server.baseUrl)({ ...post, timeoutMs: 60, ...(complete && { complete }) })),
      ).toMatchObject({ reason: 'timeout', sent: true });
  });

  it('a body that never stops coming, a byte at a time', async () => {
    let now = 0;
    const server = await up(
      serve((_, response) => {
        const drip = () => {
          now += 20_000;
          response.write(' ', () => response.destroyed || setImmediate(drip));
        };
        drip();
      }),
    );
    const send = createNetwork(server.baseUrl, { env: {}, now: () => now });
    for (const [limits, last] of [
      [{}, '5 min'],
      [{ timeoutMs: 6000 }, '60 s'],
      [{ totalMs: 60_000 }, '60 s'],
    ] as const) {
      const failure = await failureOf(send({ ...get, ...limits }));
      expect(failure).toMatchObject({ reason: 'too-slow', sent: true });
      expect(failure.message).toContain(`was not whole after ${last}`);
    }
  });

  it('interim answers without end', async () => {
    let now = 0;
    const server = await up(
      serveRaw((socket) => {
        const hint = () => {
          now += 20_000;
          socket.write('HTTP/1.1 103 Early Hints\r\n\r\n', () => socket.destroyed || setImmediate(hint));
        };
        socket.once('data', hint);
      }),
    );
    const send = createNetwork(server.baseUrl, { env: {}, now: () => now });
    expect(await failureOf(send(get))).toMatchObject({ reason: 'too-slow', sent: true });
  });

  it.each([
    ['a head of 2 MB', `200 OK\r\nx: ${'a'.repeat(2e6)}`, 'too many headers'],
    ['50,000 headers', `200 OK${'\r\nx: y'.repeat(50_000)}`, 'too many headers'],
    ['another protocol', '101 Switching\r\nconnection: upgrade\r\nupgrade: x', 'answered 101'],
    ['the status 000', '000 None\r\ncontent-length: 0', 'no HTTP answer'],
  ])('an answer that is none: %s', async (_, head, says) => {
    const server = await up(
      serveRaw((socket) => socket.once('data', () => socket.write(`HTTP/1.1 ${head}\r\n\r\n`))),
    );
    const failure = await failureOf(network(server.baseUrl)(get));
    expect(failure).toMatchObject({ reason: 'malformed', sent: true });
    expect(failure.message).toContain(says);
  });

  it('a body that breaks off', async () => {
    const server = await up(
      serve((_, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"leads":[');
        setImmediate(() => response.socket?.destroy());
      }),
    );
    expect(await failureOf(network(server.baseUrl)(get))).toMatchObject({ reason: 'truncated', sent: true });
  });

  it('a chunked body without its end', async () => {
    const server = await up(
      serve((_, response) => {
        response.write('{"leads":[');
        setImmediate(() => response.socket?.end());
      }),
    );
    expect(await failureOf(network(server.baseUrl)(get))).toMatchObject({ reason: 'truncated', sent: true });
  });

  it('a compressed body that breaks off', async () => {
    const server = await up(
      serve((_, response) =>
        response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(gzipSync('x'.repeat(9000)).subarray(0, 30)),
      ),
    );
    expect(await failureOf(network(server.baseUrl)(get))).toMatchObject({ reason: 'truncated' });
  });

  it('more than 20 MB, plain', async () => {
    const server = await up(serve((_, response) => response.end(Buffer.alloc(21 * 1024 * 1024, 32))));
    expect(await failureOf(network(server.baseUrl)(get))).toMatchObject({ reason: 'too-large', sent: true });
  });

  it('more than 20 MB once decoded', async () => {
    const bomb = gzipSync(Buffer.alloc(21 * 1024 * 1024));
    const server = await up(
      serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)),
    );
    expect(bomb.length).toBeLessThan(100_000);
    expect(await failureOf(network(server.baseUrl)(get))).toMatchObject({ reason: 'too-large' });
  });

  it.each(['gzip, gzip, gzip', 'zstd'])('encodings nobody asked for: %s', async (encoding) => {
    const server = await up(
      serve((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end('x')),
    );
    expect(await failureOf(network(server.baseUrl)(get))).toMatchObject({ sent: true });
  });

  it('nonsense in the place of HTTP', async () => {
    const server = await up(
      serveRaw((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.7\r\n'))),
    );
    expect(await failureOf(network(server.baseUrl)(post))).toMatchObject({ sent: true });
  });
});

describe('abort', () => {
  it('before anything left: the reason itself', async () => {
    const server = await up(serve((_, response) => response.end('{}')));
    const reason = new Failure('interrupted', 'stopped');
    await expect(network(server.baseUrl)(post, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(server.seen).toEqual([]);
  });

  it('while connecting: the reason itself, and nothing leaves later', async () => {
    let reached = 0;
    const server = await up(serveRaw(() => reached++));
    const controller = new AbortController();
    const reason = new Failure('interrupted', 'stopped');
    const call = network(`https://127.0.0.1:${server.port}/r`)(post, controller.signal);
    setTimeout(() => controller.abort(reason), 50);
    await expect(call).rejects.toBe(reason);
    expect(reached).toBeLessThanOrEqual(1);
  });

  it('while the answer is awaited: sent', async () => {
    const controller = new AbortController();
    const server = await up(serve(() => controller.abort(new Failure('interrupted', 'stopped'))));
    const failure = await failureOf(network(server.baseUrl)(post, controller.signal));
    expect(failure).toMatchObject({ reason: 'aborted', sent: true });
  });

  it('leaves the transport usable', async () => {
    const controller = new AbortController();
    const server = await up(
      serve((seen, response) => {
        if (seen.method === 'POST') controller.abort(new Error('enough'));
        else response.end('fine');
      }),
    );
    const transport = network(server.baseUrl);
    await failureOf(transport(post, controller.signal));
    expect((await transport(get)).body).toBe('fine');
  });
});

describe('proxies', () => {
  it('goes through the proxy the environment names, and trusts only the far end', async () => {
    const far = await up(serveSecurely((_, response) => response.end('{"far":true}')));
    const proxy = await up(serveProxy({ port: far.port }));
    const transport = createNetwork('https://api.outreach.example/r', {
      now: Date.now,
      env: { HTTPS_PROXY: `http://user:pa%20ss@127.0.0.1:${proxy.port}`, HTTP_PROXY: 'http://127.0.0.1:1' },
      ca: certificate,
    });
    expect((await transport(get)).body).toBe('{"far":true}');
    expect(proxy.asked).toEqual(['api.outreach.example:443']);
    expect(proxy.authorization()).toBe(`Basic ${Buffer.from('user:pa ss').toString('base64')}`);
    expect(far.seen[0]?.headers['proxy-authorization']).toBeUndefined();
  });

  it('does not trust the far end because there is a proxy', async () => {
    const far = await up(serveSecurely((_, response) => response.end('{}')));
    const proxy = await up(serveProxy({ port: far.port }));
    const transport = network('https://api.outreach.example/r', { https_proxy: `127.0.0.1:${proxy.port}` });
    expect(await failureOf(transport(post))).toMatchObject({ reason: 'tls', sent: false });
    expect(far.seen).toEqual([]);
  });

  it('lower case wins', async () => {
    const proxy = await up(serveProxy({ refuse: 403 }));
    const env = { https_proxy: `http://127.0.0.1:${proxy.port}`, HTTPS_PROXY: 'http://127.0.0.1:1' };
    await failureOf(network('https://api.outreach.example/r', env)(post));
    expect(proxy.asked).toEqual(['api.outreach.example:443']);
  });

  it('obeys NO_PROXY', async () => {
    const proxy = await up(serveProxy({ refuse: 403 }));
    const https_proxy = `http://127.0.0.1:${proxy.port}`;
    const env = { https_proxy, NO_PROXY: 'example.com, api.outreach.invalid' };
    await failureOf(network('https://api.outreach.invalid/r', env)(post));
    expect(proxy.asked).toEqual([]);
  });

  it('are never used for this machine', async () => {
    const far = await up(serve((_, response) => response.end('{}')));
    const proxy = await up(serveProxy({ refuse: 403 }));
    const address = `http://127.0.0.1:${proxy.port}`;
    const env = Object.fromEntries(
      ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'].map((name) => [name, address]),
    );
    expect((await network(far.baseUrl, env)(post)).body).toBe('{}');
    expect((await network(far.baseUrl.replace('127.0.0.1', 'localhost'), env)(post)).body).toBe('{}');
    expect(proxy.asked).toEqual([]);
    const here = ['127.0.0.1', '127.9.8.7', '127.1', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:2]'];
    for (const host of [...here, 'localhost', 'LOCALHOST.', 'api.localhost', 'api.localhost.'])
      expect([host, proxyFor(parseBaseUrl(`https://${host}/r`), env)]).toEqual([host, undefined]);
    const elsewhere = ['128.0.0.1', '[::2]', '[::ffff:128.0.0.1]', 'localhost.example', 'notlocalhost'];
    for (const host of elsewhere)
      expect([host, proxyFor(parseBaseUrl(`https://${host}/r`), env)?.uri]).toEqual([host, address]);
  });

  it('an empty variable means none', () => {
    const env = { https_proxy: '', HTTPS_PROXY: 'http://127.0.0.1:1' };
    expect(proxyFor(parseBaseUrl('https://api.outreach.example/r'), env)).toBeUndefined();
  });

  it('a proxy that refuses: never sent', async () => {
    const proxy = await up(serveProxy({ refuse: 407 }));
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    const failure = await failureOf(network('https://api.outreach.example/r', env)(post));
    expect(failure).toMatchObject({ reason: 'refused', sent: false });
    expect(failure.message).toContain('407');
  });

  it('a proxy that is not there is named, without its password', async () => {
    const env = { HTTPS_PROXY: `http://user:secret@127.0.0.1:${await closedPort()}` };
    const failure = await failureOf(network('https://api.outreach.example/r', env)(post));
    expect(failure).toMatchObject({ reason: 'refused', sent: false });
    expect(failure.message).toMatch(/^The proxy 127\.0\.0\.1:\d+ refused/);
  });

  it('a proxy that hangs up for ever: never sent, and it ends', async () => {
    const proxy = await up(serveRaw((socket) => socket.once('data', () => socket.destroy())));
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    const transport = createNetwork('https://api.outreach.example/r', {
      env,
      now: Date.now,
      connectTimeoutMs: 100,
    });
    expect(await failureOf(transport(post))).toMatchObject({ reason: 'connect-timeout', sent: false });
  });

  it('a proxy that never answers: never sent, and it ends', async () => {
    const proxy = await up(serveRaw(() => undefined));
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    const transport = createNetwork('https://api.outreach.example/r', {
      env,
      now: Date.now,
      connectTimeoutMs: 100,
    });
    expect(await failureOf(transport(post))).toMatchObject({ reason: 'connect-timeout', sent: false });
  });

  it('a variable that is no address is named', () => {
    expect(() => network('https://api.outreach.example/r', { HTTPS_PROXY: 'ftp://x' })).toThrow(
      /HTTPS_PROXY/,
    );
  });
});

describe('base URLs', () => {
  it.each([
    'http://api.outreach.example/r',
    'http://127.0.0.2/r',
    'http://localhost.example/r',
    'http://[::2]/r',
  ])('refuses to send a key unprotected: %s', (baseUrl) => {
    expect(() => network(baseUrl)).toThrow(/https/);
  });

  it.each(['ftp://x/r', 'nothing', '', 'https://user:secret@x.example/r', 'https://x.example/r?a=1'])(
    'refuses %s',
    (baseUrl) => {
      expect(() => network(baseUrl)).toThrow(Failure);
      expect(() => network(baseUrl)).not.toThrow(/secret/);
    },
  );

  it.each([
    'http://127.0.0.1:1/r',
    'http://[::1]:1/r',
    'http://localhost/r',
    'https://api.outreach.example/r/',
  ])('takes %s', (baseUrl) => {
    expect(network(baseUrl)).toBeTypeOf('function');
  });

  it('refuses turned-off certificate checks wherever there is a certificate', () => {
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    for (const baseUrl of [
      'https://api.outreach.example/r',
      'https://127.0.0.1/r',
      'https://localhost:8443/r',
    ])
      expect(() => network(baseUrl, env)).toThrow(
        expect.objectContaining({ kind: 'usage', code: 'unchecked_certificates', outcome: 'none' }),
      );
    expect(network('http://127.0.0.1/r', env)).toBeTypeOf('function');
  });
});
