import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Transport, type WireAnswer, WireFailure, type WireRequest } from '../../src/contract/wire.ts';
import { newWorld, type WorldOptions } from '../world.ts';
import { baseUrl, liveKey } from './live-service.ts';

/** A machine with a key, a service and a public site; keeps what left. */
async function siteWorld(answer: Partial<WireAnswer> | WireFailure = {}, options: WorldOptions = {}) {
  const sent: WireRequest[] = [];
  const network: Transport = async (request) => {
    sent.push(request);
    if (answer instanceof WireFailure) throw answer;
    return { status: 200, headers: {}, body: '{"score": 7}', ...answer };
  };
  const world = await newWorld({ network, ...options });
  const profile = { baseUrl, siteUrl: 'https://tools.outreach.example/free' };
  const config = { profile: 'prod', profiles: { prod: profile, keyless: { siteUrl: profile.siteUrl } } };
  const keys = { keys: { prod: { key: liveKey, origin: new URL(baseUrl).origin } } };
  await writeFile(join(world.home, 'config.json'), JSON.stringify(config), { mode: 0o600 });
  await writeFile(join(world.home, 'keys.json'), JSON.stringify(keys), { mode: 0o600 });
  return { world, sent };
}

describe('outreach api --site', () => {
  it.each(['GET', 'POST'])('ends when the time of the command is over (%s)', async (method) => {
    const network: Transport = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new WireFailure('aborted', true, 'cut off')));
        setImmediate(() => world.clock.advance(5000));
      });
    const { world } = await siteWorld({}, { network });
    const run = await world.outreach(`api --site ${method} /subject-line --yes --timeout 5s --json`);
    expect(run.exit).toBe(method === 'GET' ? 12 : 14);
    expect(JSON.parse(run.err.trim().split('\n').at(-1) ?? '').error.code).toBe('command_timeout');
  });

  it('reads without a question and without a key', async () => {
    const { world, sent } = await siteWorld();
    const line = 'api --site GET /subject-line?a=1 --query b=2 --json';
    for (const words of [line, `${line} --profile keyless`]) {
      const { exit, json, err } = await world.outreach(words);
      expect([exit, json(), err]).toEqual([0, { score: 7 }, '']);
    }
    expect(sent).toHaveLength(2);
    for (const { method, path, query, headers } of sent) {
      expect({ method, path, query }).toEqual({
        method: 'GET',
        path: '/subject-line',
        query: [
          ['a', '1'],
          ['b', '2'],
        ],
      });
      expect(Object.keys(headers).sort()).toEqual(['accept', 'user-agent']);
      expect(JSON.stringify(headers)).not.toContain('run_');
    }
  });

  it('sends no key from the environment either', async () => {
    const env = { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl };
    const { world, sent } = await siteWorld({}, { env });
    expect((await world.outreach('api --site GET /x')).exit).toBe(0);
    expect((await world.outreach('api --site POST /x --field a=1 --yes --debug')).exit).toBe(0);
    expect(JSON.stringify(sent)).not.toContain('run_');
    expect(sent.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  it('asks before anything but a read, and never repeats it', async () => {
    const { world, sent } = await siteWorld(new WireFailure('reset', true, 'closed'));
    const asked = await world.outreach('api --site POST /x --field a=1');
    expect([asked.exit, asked.err]).toEqual([3, expect.stringContaining('It carries no key')]);
    expect(sent).toEqual([]);
    expect((await world.outreach('api --site POST /x --field a=1 --yes')).exit).toBe(14);
    expect(sent).toHaveLength(1);
    const dry = await world.outreach('api --site POST /x --field a=1 --dry-run --json');
    expect(dry.json()).toMatchObject({ method: 'POST', path: '/x', body: { a: 1 } });
    expect(sent).toHaveLength(1);
  });

  it('knows none of the contract there: a path of the service is a stranger', async () => {
    const { world, sent } = await siteWorld();
    expect((await world.outreach('api --site GET /leads --query anything=1')).exit).toBe(0);
    expect((await world.outreach('api --site POST /audience/size --field a=1')).exit).toBe(3);
    for (const line of ['leads.list', 'GET', 'GET //evil.example/x', 'GET /../x', 'GET x', '--list'])
      expect((await world.outreach(`api --site ${line}`)).exit, line).toBe(2);
    expect(sent).toHaveLength(1);
  });

  it.each([
    [{ status: 404, body: '404 page not found' }, 6],
    [{ status: 401, body: 'no' }, 4],
    [{ status: 200, body: '<html>Welcome</html>' }, 11],
    [{ status: 302, headers: { location: 'https://evil.example' } }, 11],
  ])('says of %o that the paths of the site are not documented', async (answer, exit) => {
    const { world } = await siteWorld(answer);
    const ended = await world.outreach('api --site GET /x --json');
    expect(ended.exit).toBe(exit);
    const { hint } = JSON.parse(ended.err).error;
    expect(hint).toContain('https://tools.outreach.example/free');
    expect(hint).not.toMatch(/login|\/r/);
  });

  it('needs an address that a person saved, https or on this machine', async () => {
    const { world, sent } = await siteWorld();
    await world.outreach('profiles set prod --unset site-url');
    const none = await world.outreach('api --site GET /x');
    expect([none.exit, none.err]).toEqual([2, expect.stringContaining('--site-url')]);
    const fresh = await newWorld();
    expect((await fresh.outreach('api --site GET /x')).exit).toBe(2);
    expect((await world.outreach('profiles set prod --site-url http://tools.example')).exit).toBe(2);
    expect(sent).toEqual([]);
  });
});
