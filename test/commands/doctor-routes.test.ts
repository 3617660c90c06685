import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/index.ts';
import type { WireRequest } from '../../src/contract/wire.ts';
import { liveWorld as scriptedWorld } from '../sweep/live.ts';
import { newWorld } from '../world.ts';
import { baseUrl, liveKey, liveReadOnlyKey, liveWorld } from './live-service.ts';

const guessed = operations.filter(({ route }) => route.source === 'inferred');
const reads = guessed.filter(({ kind }) => kind === 'read').map(({ id }) => id);
const json = (body: unknown) => ({ body: JSON.stringify(body) });

interface Item {
  operation: string;
  method: string;
  path: string;
  state: string;
  command: string;
}

const statesIn = (items: readonly Item[]) =>
  Object.fromEntries(items.map(({ operation, state }) => [operation, state]));

describe('doctor --routes', () => {
  it('finds every path that reads on the sandbox, and tries none that writes', async () => {
    const world = await newWorld();
    await world.outreach('campaigns create Autumn');
    await world.outreach('leads add ana@lumen.example');
    await world.outreach('verification jobs create ana@lumen.example --no-wait --yes');
    const before = world.requests.length;
    const { exit, json: document } = await world.outreach('doctor --routes --json');
    const { items, total } = document<{ items: Item[]; total: number }>();
    expect([exit, total]).toEqual([0, guessed.length]);
    expect(statesIn(items)).toEqual(
      Object.fromEntries(guessed.map(({ id }) => [id, reads.includes(id) ? 'found' : 'not-tried'])),
    );
    expect(world.requests.slice(before).filter((line) => !line.startsWith('GET '))).toEqual([]);
    expect(items.find(({ operation }) => operation === 'campaigns.health')).toMatchObject({
      method: 'GET',
      path: '/campaigns/:id/health',
      command: 'outreach profiles route campaigns.health "GET /campaigns/:id/health"',
    });
  });

  it('tells a service of another make apart, path by path, and asks each once', async () => {
    const { world, service } = await scriptedWorld();
    service.play((id) => {
      if (id === 'campaigns.sequence') return { status: 404, body: '404 page not found' };
      if (id === 'campaigns.health') return json({ mailboxes: 'all well' });
      if (id === 'campaigns.stats') return { body: '<!DOCTYPE html><html></html>' };
      if (id === 'campaigns.getSchedule') return { status: 405, body: 'Method Not Allowed' };
      if (id === 'senders.warmup') return { status: 403, ...json({ error: 'not in your plan' }) };
      if (id === 'campaigns.get') return json({ id: 1, name: 'Autumn', status: 'draft' });
      if (id === 'leads.conversation') return json({ data: { items: [] } });
      return id === 'verification.jobs' ? json({ count: 0, next: null, results: [] }) : undefined;
    });
    const run = await world.outreach('doctor --routes --json');
    expect(run.exit).toBe(16);
    expect(statesIn(run.json().items)).toMatchObject({
      'campaigns.sequence': 'not-found',
      'campaigns.getSchedule': 'not-found',
      'campaigns.health': 'other-shape',
      'campaigns.stats': 'other-shape',
      'campaigns.get': 'found',
      'leads.conversation': 'found',
      'senders.warmup': 'not-tried',
      'verification.job': 'not-tried',
      'verification.records': 'not-tried',
      'campaigns.pause': 'not-tried',
    });
    expect(service.seen.filter((id, at) => service.seen.indexOf(id) !== at)).toEqual([]);
    expect(service.writes()).toBe(0);
    expect(JSON.parse(run.err).error).toMatchObject({ code: 'routes_differ', exitCode: 16 });
    expect((await world.outreach('doctor --routes')).out).toContain(
      'outreach profiles route campaigns.sequence',
    );
  });

  it('works with a read-only key, and asks where the profile has an operation', async () => {
    const answer = ({ method, path }: WireRequest) =>
      method === 'GET' && path.endsWith('/mails') ? json({ steps: [] }) : undefined;
    const world = await liveWorld({ answer });
    const login = ['login', '--profile', 'prod', '--base-url', baseUrl, '--key-stdin'];
    expect((await world.outreach(login, { stdin: liveReadOnlyKey })).exit).toBe(0);
    await world.outreach('profiles route campaigns.sequence "GET /campaigns/:id/mails" --profile prod');
    world.sent.length = 0;
    const { items } = (await world.outreach('doctor --routes --profile prod --json')).json();
    const sequence = items.find(({ operation }: Item) => operation === 'campaigns.sequence');
    expect(sequence).toMatchObject({
      path: '/campaigns/:id/mails',
      command: 'outreach profiles route campaigns.sequence "GET /campaigns/:id/mails" --profile prod',
    });
    expect(world.sent.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('ends with what is wrong where no path can be asked for', async () => {
    const env = { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl };
    const refused = { status: 401, body: '{"error":"Invalid API key"}' };
    const world = await liveWorld({ env, answer: () => refused });
    expect((await world.outreach('doctor --routes --json')).exit).toBe(4);
    expect(world.sent).toHaveLength(1);
  });
});
