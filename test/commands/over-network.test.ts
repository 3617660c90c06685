import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { closedPort, type Respond, serve, serveRaw, serveSecurely } from '../client/server.ts';
import { type AnsweringService, answeringService, envOf, json } from '../sweep/answering-service.ts';
import { breaches, errorOf } from '../sweep/live.ts';
import { newWorld } from '../world.ts';
import { liveKey } from './live-service.ts';

/** The program over the network of this machine, on a clock that never waits, against a real server that misbehaves. */

let service: AnsweringService;
beforeAll(async () => {
  service = await answeringService();
});
afterAll(() => service.close());

/** A machine that is set up for the service, or for what `env` says. */
const worldFor = (baseUrl: string, env: Record<string, string> = {}) =>
  newWorld({ network: 'real', lazySandbox: true, env: envOf(baseUrl, env) });

const live = async (line: string) => (await worldFor(service.baseUrl)).outreach(line);

describe('a call that must not happen twice', () => {
  const lines: readonly [string, string][] = [
    ['credits.purchase', 'credits buy 2000 --yes --json'],
    ['drafts.send', 'drafts send 1 --yes --json'],
    ['campaigns.resume', 'campaigns resume 1 --yes --json'],
    ['campaigns.create', 'campaigns create Autumn --json'],
    ['finder.startImport', 'finder import --campaign 1 --count 2 --job-title CEO --yes --json'],
  ];

  const endings: ((...rest: Parameters<Respond>) => void)[] = [
    (_, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>'),
    (_, response) => response.destroy(),
    (_, response) => {
      response.writeHead(200, { ...json, 'content-length': '500' });
      response.write('{"half":');
      setTimeout(() => response.destroy(), 50);
    },
    (_, response) => response.writeHead(200, json).end('{"half":'),
  ];

  // Every ending for the one that costs most; looking whether it worked takes its time, so the others share them.
  it.each(
    lines.map(([main, line], at) => ({ main, line, some: at === 0 ? endings : endings.slice(at - 1, at) })),
  )('$main arrives once although the connection breaks', async ({ main, line, some }) => {
    for (const ending of some) {
      const seen = service.answering((operation, ...rest) => {
        if (operation === main) ending(...rest);
        return operation === main;
      });
      const run = await live(`${line} --timeout 2s`);
      expect([run.exit, run.out, breaches(run)]).toEqual([14, '', []]);
      expect(seen().filter(({ method }) => method !== 'GET')).toHaveLength(1);
      expect(errorOf(run)).toMatchObject({ outcome: 'unknown', retryable: false });
    }
  });
});

describe('a service that has other paths', () => {
  it('is told apart by doctor --routes, which changes nothing there', async () => {
    const seen = service.answering((operation, _, response) => {
      if (operation === 'campaigns.sequence') response.writeHead(404).end('404 page not found');
      else if (operation === 'campaigns.health')
        response.writeHead(200, json).end('{"mailboxes":"all well"}');
      else if (operation === 'campaigns.stats')
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><html></html>');
      else return false;
      return true;
    });
    const run = await live('doctor --routes --json');
    const { items } = run.json() as { items: { operation: string; state: string; command: string }[] };
    const states = Object.fromEntries(items.map(({ operation, state }) => [operation, state]));
    expect(states).toMatchObject({
      'campaigns.sequence': 'not-found',
      'campaigns.health': 'other-shape',
      'campaigns.stats': 'other-shape',
      'campaigns.get': 'found',
      'campaigns.pause': 'not-tried',
    });
    expect([run.exit, errorOf(run).code]).toEqual([16, 'routes_differ']);
    const all = seen();
    expect(all.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(new Set(all.map(({ url }) => url)).size).toBe(all.length);
    expect(all.every(({ headers }) => headers.authorization === `Bearer ${liveKey}`)).toBe(true);

    service.answering();
    expect((await live('doctor --routes --json')).exit).toBe(0);
  });
});

describe('a service that misbehaves', () => {
  it('may send 25 MB', async () => {
    service.answering((_, __, response) => {
      response.writeHead(200, json).end(`{"leads":["${'x'.repeat(25 * 1024 * 1024)}"]}`);
      return true;
    });
    const run = await live('leads list --json');
    expect([run.exit, run.out]).toEqual([11, '']);
    expect(errorOf(run).code).toBe('answer_too_large');
  });

  it('may redirect: nobody follows, and the key stays', async () => {
    let elsewhere = 0;
    const other = await serve((_, response) => {
      elsewhere++;
      response.end('{}');
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const seen = service.answering((_, __, response) => {
        response.writeHead(status, { location: `${other.baseUrl}/leads` }).end();
        return true;
      });
      const run = await live('leads list --json');
      expect([status, run.exit, seen().length, elsewhere]).toEqual([status, 11, 1, 0]);
    }
    await other.close();
  });

  it('may break every connection before a byte is read', async () => {
    const rude = await serveRaw((socket) => socket.destroy());
    const run = await (await worldFor(rude.baseUrl)).outreach('leads list --json --timeout 2s');
    expect([11, 12]).toContain(run.exit);
    expect([run.out, breaches(run)]).toEqual(['', []]);
    await rude.close();
  });

  it('may talk something else than HTTP', async () => {
    const strange = await serveRaw((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    const run = await (await worldFor(strange.baseUrl)).outreach(
      'credits buy 2000 --yes --json --timeout 2s',
    );
    expect([run.exit, run.out, breaches(run)]).toEqual([run.exit, '', []]);
    expect([11, 12]).toContain(run.exit);
    await strange.close();
  });

  it('may not be there', async () => {
    const world = await worldFor(`http://127.0.0.1:${await closedPort()}/r`);
    for (const line of ['leads list --json', 'credits buy 2000 --yes --json']) {
      const run = await world.outreach(line);
      expect([line, run.exit, run.out, breaches(run)]).toEqual([line, 12, '', []]);
    }
  });

  it('may fail for a moment: reads are tried again', async () => {
    let times = 0;
    const seen = service.answering((_, __, response) => {
      if (times++ > 0) return false;
      response.writeHead(503, { 'retry-after': '0' }).end('{"error":"later"}');
      return true;
    });
    expect((await live('leads list --json')).exit).toBe(0);
    expect(seen()).toHaveLength(2);
  });

  it('may ask for an hour: it ends at once', async () => {
    const seen = service.answering((_, __, response) => {
      response.writeHead(429, { 'retry-after': '3600' }).end('{"error":"too many"}');
      return true;
    });
    const run = await live('leads list --json');
    expect([run.exit, seen().length]).toEqual([9, 1]);
    expect(errorOf(run).retryAfterSeconds).toBe(3600);
  });
});

describe('waiting for an import', () => {
  const running = { importId: 1, status: 'running', finishedAt: null };

  it('ends at its deadline with 8', async () => {
    service.answering((operation, _, response) => {
      if (operation !== 'finder.import') return false;
      response.writeHead(200, json).end(JSON.stringify(running));
      return true;
    });
    const run = await live('finder imports wait 1 --json --wait-timeout 1s --interval 1s');
    expect([run.exit, run.out]).toEqual([8, '']);
    expect(run.err).toContain('outreach finder imports wait 1');
  });
});

describe('keys and addresses', () => {
  const other = `run_zz98yy76_${'Q'.repeat(40)}`;

  it.each<[string, Record<string, string>, string[], number]>([
    ['plain http elsewhere', { OUTREACH_BASE_URL: 'http://example.com/r' }, [], 2],
    ['a name that begins like loopback', { OUTREACH_BASE_URL: 'http://127.0.0.1.evil.test/r' }, [], 2],
    ['credentials in the address', { OUTREACH_BASE_URL: 'https://a:b@example.com/r' }, [], 2],
    ['no address at all', { OUTREACH_BASE_URL: 'not an address' }, [], 2],
    ['another protocol', { OUTREACH_BASE_URL: 'file:///etc/r' }, [], 2],
    ['an empty key', { OUTREACH_API_KEY: '' }, [], 4],
    ['a malformed key', { OUTREACH_API_KEY: 'run_short' }, [], 4],
    ['a key with a line break in it', { OUTREACH_API_KEY: `${other}\nX-Evil: 1` }, [], 4],
    [
      'a sandbox key for a live address',
      {
        OUTREACH_API_KEY: `run_SANDBOX0_${'A'.repeat(40)}`,
        OUTREACH_BASE_URL: 'https://api.outreach.example/r',
      },
      [],
      4,
    ],
    ['a profile that is not there', {}, ['--profile', 'nowhere'], 2],
    ['a key as an argument', {}, [other], 2],
    ['a key within an option', {}, [`--fields=${other}`], 2],
  ])('%s is refused and nothing is sent', async (_, env, more, exit) => {
    const seen = service.answering();
    const world = await worldFor(service.baseUrl, env);
    const run = await world.outreach(['leads', 'list', '--json', ...more]);
    expect([run.exit, run.out, seen().length]).toEqual([exit, '', 0]);
    expect(breaches(run)).toEqual([]);
    expect(run.err).not.toContain('Q'.repeat(20));
  });

  it('nothing is sent where certificates are not checked, on this machine neither', async () => {
    const secure = await serveSecurely((_, response) => response.end('{}'));
    onTestFinished(() => secure.close());
    const env: Record<string, string> = {};
    const world = await newWorld({ network: 'real', env });
    const unchecked = (line: string, more: Record<string, string> = envOf(secure.baseUrl)) => {
      for (const name of Object.keys(env)) delete env[name];
      Object.assign(env, more, { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
      return world.outreach(`${line} --json`);
    };
    const site = secure.baseUrl.replace(/\/r$/, '');
    await unchecked(
      `profiles set prod --base-url ${secure.baseUrl} --mcp-url ${site}/mcp --site-url ${site}`,
    );
    const withProfile = { ...envOf(secure.baseUrl), OUTREACH_PROFILE: 'prod' };
    for (const line of [
      'campaigns list',
      'credits buy 2000 --yes',
      'api POST /credits/purchase --field credits=2000 --yes',
      'mcp call purchase_credits --field credits=2000 --yes',
      'api --site POST /x --field a=1 --yes',
    ]) {
      const run = await unchecked(line, withProfile);
      expect([line, run.exit, run.out]).toEqual([line, 2, '']);
      expect(errorOf(run)).toMatchObject({ code: 'unchecked_certificates', outcome: 'none' });
    }
    expect(secure.seen).toEqual([]);
    expect(JSON.parse((await unchecked('journal list --open')).out).total).toBe(0);
    expect((await unchecked('campaigns list --profile sandbox', {})).exit).toBe(0);
    const seen = service.answering();
    expect((await unchecked('campaigns list', envOf(service.baseUrl))).exit).toBe(0);
    expect(seen()).toHaveLength(1);
  });

  it('an address without /r is hinted at', async () => {
    service.answering();
    const run = await (await worldFor(service.baseUrl.replace(/\/r$/, ''))).outreach('leads list --json');
    expect(run.exit).toBe(2);
    expect(run.err).toContain('/r');
  });

  it('a read-only key on a write ends with 5', async () => {
    service.answering((operation, _, response) => {
      if (operation !== 'campaigns.create') return false;
      response
        .writeHead(403, { 'content-type': 'text/plain' })
        .end('{"error":"This API key is read-only; this endpoint requires the read_write scope"}');
      return true;
    });
    const run = await live('campaigns create Autumn --json');
    expect([run.exit, run.out]).toEqual([5, '']);
    expect(errorOf(run).message).toContain('read-only');
  });
});

describe('precedence', () => {
  it('is flag, environment, profile', async () => {
    const seen = service.answering();
    const env: Record<string, string> = {};
    const world = await newWorld({ network: 'real', env });
    await writeFile(join(world.home, 'key.txt'), liveKey);
    const login = `login --profile prod --base-url ${service.baseUrl} --key-file key.txt --json`;
    expect((await world.outreach(login)).exit).toBe(0);
    const who = async (args: string[], more: Record<string, string> = {}) => {
      for (const name of Object.keys(env)) delete env[name];
      Object.assign(env, more);
      const run = await world.outreach(['whoami', '--json', ...args]);
      return run.exit === 0 ? run.json() : run.exit;
    };
    expect(await who([])).toMatchObject({ profile: 'prod', target: 'live', keySource: 'profile prod' });
    expect(await who([], { OUTREACH_PROFILE: 'sandbox' })).toMatchObject({
      profile: 'sandbox',
      target: 'sandbox',
    });
    expect(await who(['--profile', 'prod'], { OUTREACH_PROFILE: 'sandbox' })).toMatchObject({
      profile: 'prod',
    });
    expect(await who([], { OUTREACH_API_KEY: liveKey })).toMatchObject({ profile: 'prod' });
    const other = `run_zz98yy76_${'Q'.repeat(40)}`;
    expect(await who(['--profile', 'prod'], { OUTREACH_API_KEY: other })).toBe(2);
    expect(await who([], { OUTREACH_BASE_URL: 'http://127.0.0.1:9/r' })).toBe(4);
    expect(seen().length).toBeGreaterThan(0);
  });
});
