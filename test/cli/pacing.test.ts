import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rateLimitAddress } from '../../src/cli/connect/rate-limited-transport.ts';
import type { Transport } from '../../src/contract/wire.ts';
import { noRedis, password, startRedis } from '../client/redis-server.ts';
import { newWorld } from '../world.ts';

const live = {
  OUTREACH_BASE_URL: 'https://api.northwind.example/r',
  OUTREACH_API_KEY: 'run_abcdefgh_0123456789012345678901234567890123456789',
};

/** A service with so many pages of leads. */
function pages(count: number): Transport {
  return async ({ query }) => {
    const page = Number(Object.fromEntries(query).page ?? 1);
    const limit = Number(Object.fromEntries(query).limit ?? 100);
    const leads = Array.from({ length: limit }, (_, at) => ({
      id: page * 1000 + at,
      email: `lead${page}-${at}@lumen.example`,
    }));
    const body = { leads, total: count * limit, page, limit, hasMore: page < count };
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  };
}

/** The file behind a descriptor; some are closed before they can be asked about. */
function pathOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}

describe('commands against a service', () => {
  it('wait for the budget that earlier commands used up, and say why', { tags: 'slow' }, async () => {
    const world = await newWorld({ env: live, network: pages(60) });
    const first = await world.outreach('leads list --all --ndjson');
    expect(first).toMatchObject({ exit: 0 });
    expect(world.clock.slept).toEqual([]);
    const second = await world.outreach('leads list --all --csv');
    expect(second.exit).toBe(0);
    expect(second.err).toContain('Waiting 10 s: the rate limit of 100 requests in 10 seconds is used up');
    expect(world.clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(10_000);
  });

  it('do not wait where the pace is switched off', { tags: 'slow' }, async () => {
    const world = await newWorld({ env: { ...live, OUTREACH_PACE: 'off' }, network: pages(150) });
    expect((await world.outreach('leads list --all --ndjson')).exit).toBe(0);
    expect(world.clock.slept).toEqual([]);
    expect(readdirSync(world.home)).not.toContain('state');
  });

  it('keep nothing of the key or of the address in the log', async () => {
    const world = await newWorld({ env: live, network: pages(1) });
    await world.outreach('leads list');
    const [name = ''] = readdirSync(join(world.home, 'state', 'pace'));
    expect(name).toMatch(/^[0-9a-f]{16}\.0$/);
  });

  it.runIf(existsSync('/proc/self/fd'))(
    'leave no file open when they end, however they end',
    { tags: 'slow' },
    async () => {
      const failing: Transport = async () => ({ status: 404, headers: {}, body: '404 page not found' });
      // libsql closes a database once its statements are collected.
      const open = (home: string) =>
        readdirSync('/proc/self/fd')
          .map(pathOf)
          .filter((path) => path.startsWith(home) && !path.includes('.db'));
      for (const network of [pages(2), failing]) {
        const world = await newWorld({ env: live, network });
        for (const line of ['leads list', 'campaigns resume 1 --yes', 'finder imports list'])
          await world.outreach(line);
        expect(readdirSync(join(world.home, 'state', 'pace'))).not.toEqual([]);
        expect(open(world.home)).toEqual([]);
      }
    },
  );

  it('have a budget that a second process of the same account shares, whatever its key', {
    tags: 'slow',
  }, async () => {
    const env = { ...live };
    const world = await newWorld({ env, network: pages(100) });
    await world.outreach('leads list --all --ndjson');
    expect(world.clock.slept).toEqual([]);
    env.OUTREACH_API_KEY = live.OUTREACH_API_KEY.replace('abcdefgh', 'hgfedcba');
    expect((await world.outreach('leads list')).exit).toBe(0);
    expect(world.clock.slept.length).toBeGreaterThan(0);
    expect(readdirSync(join(world.home, 'state', 'pace'))).toEqual([expect.stringMatching(/\.0$/)]);
  });

  it('pass over nothing that does not leave this process', async () => {
    const world = await newWorld();
    for (let n = 0; n < 3; n++) await world.outreach('leads list');
    expect(readdirSync(world.home)).not.toContain('state');
  });

  it('end with exit 9 where the service asked for a long pause', async () => {
    const refusal = { status: 429, headers: { 'retry-after': '3600' }, body: '{"error":"slow down"}' };
    let asked = 0;
    const world = await newWorld({
      env: live,
      network: async () => {
        asked += 1;
        return refusal;
      },
    });
    expect((await world.outreach('leads list')).exit).toBe(9);
    const second = await world.outreach('leads list --json');
    expect(second.exit).toBe(9);
    expect(JSON.parse(second.err).error).toMatchObject({
      code: 'out_of_budget',
      outcome: 'none',
      retryAfterSeconds: 3600,
    });
    expect(asked).toBe(1);
  });
});

describe('OUTREACH_PACE', () => {
  it.each([
    [undefined, 'on'],
    ['', 'on'],
    ['ON', 'on'],
    ['off', 'off'],
    ['redis://cache.example:6379/3', 'redis://cache.example:6379/3'],
    ['rediss://user:secret@cache.example', 'rediss://user:secret@cache.example'],
  ])('takes %s', (value, expected) => {
    expect(rateLimitAddress(value)).toBe(expected);
  });

  it.each(['fast', 'http://cache.example', 'redis://', '10'])('refuses %s', (value) => {
    expect(() => rateLimitAddress(value)).toThrow(/OUTREACH_PACE must be on, off or an address/);
  });

  it('is refused without its password being shown', async () => {
    const world = await newWorld({
      env: { ...live, OUTREACH_PACE: 'http://:hunter2@cache.example' },
      network: pages(1),
    });
    const run = await world.outreach('leads list');
    expect(run.exit).toBe(2);
    expect(run.err).not.toContain('hunter2');
  });

  it('falls back to the budget of this machine, with a warning, where the Redis cannot be reached', {
    tags: 'slow',
  }, async () => {
    const gone = createServer();
    await new Promise<void>((ready) => gone.listen(0, '127.0.0.1', ready));
    const address = gone.address();
    await new Promise((closed) => gone.close(closed));
    const port = typeof address === 'object' ? address?.port : undefined;
    const world = await newWorld({
      env: { ...live, OUTREACH_PACE: `redis://:hunter2@127.0.0.1:${port}` },
      network: pages(110),
    });
    const run = await world.outreach('leads list --all --csv');
    expect(run.exit).toBe(0);
    expect(run.err.match(/could not be asked/g)).toHaveLength(1);
    expect(run.err).toContain(`redis://127.0.0.1:${port}`);
    expect(run.err).not.toContain('hunter2');
    expect(world.clock.slept.length).toBeGreaterThan(0);
  });

  it.skipIf(noRedis)(
    'shares with other machines, through a real Redis, what the service refused to one',
    { tags: 'slow' },
    async () => {
      const redis = await startRedis();
      let asked = 0;
      const network: Transport = async () => {
        asked += 1;
        return { status: 429, headers: { 'retry-after': '3600' }, body: '{"error":"slow down"}' };
      };
      const machine = () => newWorld({ env: { ...live, OUTREACH_PACE: redis.url }, network });
      const [one, two] = [await machine(), await machine()];
      expect((await one.outreach('leads list')).exit).toBe(9);
      const run = await two.outreach('leads list --debug');
      expect(run).toMatchObject({ exit: 9, out: '' });
      expect(run.err).toContain('Nothing was sent: the service asked for it for this request (429)');
      expect(run.err).not.toContain(password);
      expect(asked).toBe(1);
    },
  );
});
