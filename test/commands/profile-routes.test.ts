import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { checkedRoute } from '../../src/cli/profile/checked-route.ts';
import { routeNeedsPerson } from '../../src/cli/profile/profile-guards.ts';
import { refuseDetour } from '../../src/client/request/conflicting-operation.ts';
import { operations } from '../../src/contract/index.ts';
import type { Method } from '../../src/contract/wire.ts';
import { baseUrl, liveKey, liveWorld } from './live-service.ts';

const login = `login --profile prod --base-url ${baseUrl} --key-stdin`;
const withEffect = operations.filter(({ effect }) => effect !== 'none');
const named = (id: string) => {
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(id);
  return found;
};

function refusalOf(attempt: () => unknown): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return `${error.kind} ${error.code}`;
  }
}

/** Ways to write one path. */
const spellings: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.toUpperCase().replaceAll(':ID', ':id'),
  (path) => path.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/\/([a-z])/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replaceAll(':id', '12'),
  (path) => path.replaceAll(':id', '%31%32'),
  (path) => path.replaceAll(':id', 'latest'),
  (path) => path.replaceAll(':id', '%3Aid'),
  (path) => `${path}/`,
  (path) => `${path}#x`,
  (path) => `${path}?x=1`,
  (path) => `${path}%2f`,
  (path) => `${path}/.`,
  (path) => `/x/..${path}`,
  (path) => `/x/%2e%2e${path}`,
  (path) => path.replace(/\//, '//'),
  (path) => path.replace(/[a-z](?=[^/]*$)/, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
];

describe('a route to a call with an effect', () => {
  const writes = operations.filter(({ kind, effect }) => kind === 'write' && effect === 'none');
  const posted = operations.filter(({ kind, route }) => kind === 'read' && route.method === 'POST');

  it.each(withEffect.map(({ id, route }) => [id, route.path] as const))(
    'is refused in every spelling, for every operation and method: %s',
    (_, path) => {
      for (const operation of [...writes, ...posted])
        for (const method of operation.kind === 'read' ? ['POST'] : ['POST', 'PUT', 'DELETE'])
          for (const spell of spellings) {
            const text = `${method} ${spell(path)}`;
            expect([operation.id, text, refusalOf(() => checkedRoute(operation, text, {}))]).toEqual([
              operation.id,
              text,
              'usage invalid_route',
            ]);
          }
    },
  );

  it.each([
    ['billing.update', 'POST /campaigns/12/resume'],
    ['billing.update', 'POST /reply-drafts/5/send'],
    ['billing.update', 'POST /autopilot/runs/7/approve'],
    ['campaigns.pause', 'POST /campaigns/:id/%72esume'],
    ['campaigns.pause', 'DELETE /campaigns/:id'],
    ['autopilot.kill', 'POST /autopilot/runs/:id/%61pprove'],
    ['verification.cancel', 'POST /campaigns/:id/RESUME'],
    ['campaigns.get', 'GET /../x/:id'],
  ])('is refused when it is set and when it is in the file: %s %s', async (id, route) => {
    const world = await liveWorld();
    await world.outreach(login, { stdin: liveKey });
    const run = await world.outreach(['profiles', 'route', id, route, '--json']);
    expect([run.exit, JSON.parse(run.err).error.code]).toEqual([2, 'invalid_route']);
    const settings = { profile: 'prod', profiles: { prod: { baseUrl, routes: { [id]: route } } } };
    writeFileSync(join(world.home, 'config.json'), JSON.stringify(settings), { mode: 0o600 });
    world.sent.length = 0;
    for (const line of ['billing update --first-name X', 'campaigns pause 12', 'campaigns list']) {
      const { exit, err } = await world.outreach(`${line} --json`);
      expect([exit, JSON.parse(err).error.code]).toEqual([2, 'invalid_route']);
    }
    expect(world.sent).toEqual([]);
  });

  it('is refused where another operation was moved to', () => {
    const changed = { 'credits.purchase': 'POST /billing/buy' };
    for (const route of ['POST /billing/buy', 'PUT /billing/%62uy', 'POST /BILLING/Buy'])
      expect(refusalOf(() => checkedRoute(named('billing.update'), route, changed))).toBe(
        'usage invalid_route',
      );
  });

  it.each(withEffect.map(({ id, route }) => [id, route] as const))(
    'is refused once more before the call: %s',
    (id, { path }) => {
      for (const method of ['POST', 'PUT', 'DELETE'] as const satisfies Method[])
        for (const written of [path, path.toUpperCase()]) {
          const request = { method, path: written.replaceAll(/:\w+/gi, '12'), query: [], headers: {} };
          expect([id, refusalOf(() => refuseDetour(named('billing.update'), request, {}))]).toEqual([
            id,
            'usage invalid_route',
          ]);
          expect(refusalOf(() => refuseDetour(named(id), request, {}))).toBe(undefined);
        }
    },
  );
});

describe('a route that may have an effect', () => {
  it.each([
    ['campaigns.pause', 'POST /campaigns/:id/launch'],
    ['campaigns.pause', 'POST /campaigns/:id/resume-all'],
    ['campaigns.pause', 'POST /campaigns/:id/ReStart'],
    ['campaigns.pause', 'POST /campaigns/:id/%6caunch'],
    ['campaigns.update', 'PUT /campaigns/launch/:id'],
    ['billing.update', 'POST /credits/buy'],
    ['billing.update', 'PUT /profile'],
    ['setup.ping', 'POST /credits/buy'],
    ['drafts.update', 'PUT /drafts/:id'],
  ])('needs a person: %s %s', async (id, route) => {
    const world = await liveWorld();
    await world.outreach(login, { stdin: liveKey });
    const run = await world.outreach(['profiles', 'route', id, route, '--json']);
    expect([run.exit, JSON.parse(run.err).error.code]).toEqual([3, 'needs_a_person']);
    expect((await world.outreach('profiles route --json')).json().total).toBe(0);
  });

  it.each([
    ['leads.move', 'POST /leads/:id/campaign'],
    ['campaigns.pause', 'PUT /campaigns/:id/pause'],
    ['campaigns.pause', 'POST /campaigns/pause/:id'],
    ['campaigns.attachSenders', 'POST /campaigns/:id/senders'],
    ['campaigns.attachSenders', 'PUT /campaigns/:id/mailboxes'],
    ['autopilot.kill', 'POST /autopilot/runs/:id/stop'],
    ['verification.cancel', 'POST /email-verification/jobs/:id/stop'],
    ['campaigns.sequence', 'GET /campaigns/:id/emails'],
    ['campaigns.stats', 'GET /reports/campaigns/:id'],
    ['blocklist.update', 'POST /blocklist/:id'],
  ])('is none within the collection: %s %s', async (id, route) => {
    const world = await liveWorld();
    await world.outreach(login, { stdin: liveKey });
    expect((await world.outreach(['profiles', 'route', id, route])).exit).toBe(0);
  });

  it('is one with the last word of every call that spends, buys or sends', () => {
    for (const { route } of withEffect) {
      const word = route.path.split('/').findLast((segment) => !segment.startsWith(':'));
      expect([word, routeNeedsPerson(named('campaigns.pause'), 'POST', `/campaigns/:id/${word}`)]).toEqual([
        word,
        true,
      ]);
    }
  });

  it('is never the built-in one', () => {
    for (const operation of operations) {
      const { method, path } = operation.route;
      expect(checkedRoute(operation, `${method} ${path}`, {})).toBe(`${method} ${path}`);
      expect([operation.id, routeNeedsPerson(operation, method, path)]).toEqual([operation.id, false]);
    }
  });
});

describe('where the saved key goes', () => {
  const origin = new URL(baseUrl).origin;
  const setTo = (url: string) => `profiles set prod --mcp-url ${url} --json`;

  it.each([
    'https://mcp.other.example/mcp',
    `${origin}:8443/mcp`,
    'http://127.0.0.1:4010/r/mcp',
    'http://localhost:4010/mcp',
  ])('is no other origin without a person: %s', async (url) => {
    const world = await liveWorld();
    await world.outreach(login, { stdin: liveKey });
    const before = world.sent.length;
    const run = await world.outreach(setTo(url));
    expect([run.exit, JSON.parse(run.err).error.code]).toEqual([3, 'needs_a_person']);
    const tools = await world.outreach('mcp tools --json');
    expect([tools.exit, JSON.parse(tools.err).error.code]).toEqual([2, 'no_mcp_url']);
    expect(world.sent.length).toBe(before);
    // Named together with the key it is free, and so is another path there; another port is another origin.
    expect((await world.outreach(`${login} --mcp-url ${url}`, { stdin: liveKey })).exit).toBe(0);
    expect((await world.outreach(setTo(`${new URL(url).origin}/v2`))).json().mcpUrl).toBe(
      `${new URL(url).origin}/v2`,
    );
    expect((await world.outreach(setTo(url.replace(/(?<=[a-z1])(?::\d+)?\/.*$/, ':9/x')))).exit).toBe(3);
  });

  it('is the origin of the service freely', async () => {
    const world = await liveWorld();
    await world.outreach(login, { stdin: liveKey });
    expect((await world.outreach(setTo(`${origin}/mcp`))).exit).toBe(0);
    expect((await world.outreach('profiles set prod --unset mcp-url')).exit).toBe(0);
  });
});
