import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WireFailure } from '../../src/contract/wire.ts';
import type { WorldOptions } from '../world.ts';
import { baseUrl, liveKey, liveWorld } from './live-service.ts';

interface Check {
  check: string;
  state: string;
  detail: string;
  hint?: string;
}

async function examined(options: Parameters<typeof liveWorld>[0] = {}, prepare?: (home: string) => void) {
  const world = await liveWorld(options);
  prepare?.(world.home);
  const ran = await world.outreach('doctor --json');
  const { passed, checks } = ran.json<{ passed: boolean; checks: Check[] }>();
  const find = (name: string) => checks.find(({ check }) => check === name);
  return { ...ran, world, passed, checks, find };
}

const live = (more: Partial<WorldOptions['env']> = {}) => ({
  env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl, ...more },
});

describe('doctor', () => {
  it('finds a fresh machine in order, on the sandbox', async () => {
    const { exit, passed, checks, find } = await examined();
    expect([exit, passed]).toEqual([0, true]);
    expect(checks.filter(({ state }) => state !== 'ok').map(({ check }) => check)).toEqual(['clock']);
    expect(find('database')?.detail).toMatch(/^(libsql|node:sqlite), SQLite 3\.\d+/);
    expect(find('node')?.detail).toBe(process.versions.node);
    expect(find('profile')?.detail).toBe('sandbox (SANDBOX)');
  });

  it('is a record in a pipe: a field and its value on each line', async () => {
    const world = await liveWorld();
    const { out } = await world.outreach('doctor');
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'));
    expect(lines[0]).toEqual(['passed', 'true']);
    expect(lines.every(({ length }) => length === 2)).toBe(true);
    const { checks } = (await world.outreach('doctor --json')).json();
    expect(lines.slice(1, 5)).toEqual([
      ['checks.0.check', checks[0].check],
      ['checks.0.state', checks[0].state],
      ['checks.0.detail', checks[0].detail],
      ['checks.1.check', checks[1].check],
    ]);
  });

  it('makes one read call and the ping with the profile in use', async () => {
    const { exit, world, find } = await examined(live());
    expect(exit).toBe(0);
    expect(world.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /campaigns',
      'POST /setup/ping',
    ]);
    expect(find('ping')).toMatchObject({ state: 'ok', detail: 'POST /setup/ping answered 200' });
    expect(find('key')?.detail).toBe('run_ab12cd34_…aB3z from OUTREACH_API_KEY, scope unknown');
    expect(find('service')?.detail).toMatch(/answered 200/);
  });

  it.each([
    [30, 'ok', /30 s behind/],
    [-300, 'warning', /300 s ahead of/],
  ])('compares the clocks: %i s', async (seconds, state, detail) => {
    const list = { campaigns: [], total: 0, page: 1, limit: 1, hasMore: false };
    const date = new Date(Date.UTC(2026, 2, 2, 8) + seconds * 1000).toUTCString();
    const answer = () => ({ headers: { date }, body: JSON.stringify(list) });
    const { find } = await examined({ ...live(), answer });
    expect(find('clock')).toMatchObject({ state, detail: expect.stringMatching(detail) });
  });

  it('ends with 16 and the whole report where a check fails', async () => {
    const network = () => Promise.reject(new WireFailure('refused', false, 'connect ECONNREFUSED'));
    const { exit, passed, find, err } = await examined({ ...live(), network });
    expect([exit, passed]).toEqual([16, false]);
    expect(find('service')?.state).toBe('failed');
    expect(JSON.parse(err).error).toMatchObject({ code: 'checks_failed', exitCode: 16 });
  });

  it.each([
    ['no profile at all', { env: { CI: '1' } }, 'profile', /no key/i],
    ['a malformed key', live({ OUTREACH_API_KEY: 'run_short' }), 'profile', /malformed/],
    ['an unfit base URL', live({ OUTREACH_BASE_URL: 'http://a.example/r' }), 'profile', /https/],
    [
      'unchecked certificates',
      { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } },
      'certificates',
      /live requests are refused/,
    ],
  ])('names %s', async (_case, options, check, detail) => {
    const { exit, find } = await examined(options as WorldOptions);
    expect(exit).toBe(16);
    expect(find(check)).toMatchObject({ state: 'failed', detail: expect.stringMatching(detail) });
  });

  it.each([
    [{ status: 204, body: '' }, 'ok'],
    [{ body: 'pong' }, 'ok'],
    [{ body: '[]' }, 'ok'],
    [{ status: 404, body: '404 page not found' }, 'warning'],
  ])('takes any success for the answer to a ping, and fails for none: %j', async (reply, state) => {
    const answer = ({ path }: { path: string }) => (path === '/setup/ping' ? reply : undefined);
    const { exit, find } = await examined({ ...live(), answer });
    expect([exit, find('ping')?.state]).toEqual([0, state]);
  });

  it('names broken and open files', async () => {
    const { exit, find } = await examined({}, (home) => {
      writeFileSync(join(home, 'config.json'), '{"profile"');
      writeFileSync(join(home, 'keys.json'), '{}');
      chmodSync(join(home, 'keys.json'), 0o644);
    });
    expect(exit).toBe(16);
    expect(find('settings file')).toMatchObject({
      state: 'failed',
      detail: expect.stringMatching(/config\.json:1:11/),
    });
    expect(find('keys file')).toMatchObject({ state: 'warning', hint: expect.stringMatching(/^chmod 600/) });
    expect(find('profile')?.state).toBe('failed');
  });

  it('shows proxies without their password', async () => {
    const { find, out } = await examined({ env: { HTTPS_PROXY: 'http://me:secret@proxy.example:8080' } });
    expect(find('proxy')?.detail).toBe('HTTPS_PROXY=http://…@proxy.example:8080');
    expect(out).not.toContain('secret');
  });
});

it('says of a refused key of the environment to correct or unset it, as what a login saves would not be used', async () => {
  const { world, find } = await examined({
    ...live(),
    answer: () => ({ status: 401, body: 'Invalid API key' }),
  });
  expect(find('service')?.hint).toContain('unset OUTREACH_API_KEY');
  for (const body of ['Invalid API key', '{"error":"Invalid API key"}']) {
    const other = await liveWorld({ ...live(), answer: () => ({ status: 401, body }) });
    const { exit, err } = await other.outreach('leads list');
    expect([exit, err.includes('unset OUTREACH_API_KEY'), err.includes('outreach login')]).toEqual([
      4,
      true,
      false,
    ]);
  }
  expect((await world.outreach('status --all-profiles --json')).out).toContain(
    '"hint":"unset OUTREACH_API_KEY"',
  );
});
