import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWaitWatch } from '../../src/cli/messages/wait-watch.ts';
import type { Transport } from '../../src/contract/wire.ts';
import { newWorld, testClock } from '../world.ts';

const budget = { waitMs: 9000, why: 'it is used up', what: 'the rate limit of 600 requests a minute' };

describe('what holds calls up', () => {
  it('is the budget while a wait is not long ago, and nothing known before and after', () => {
    const clock = testClock();
    const watch = createWaitWatch(clock);
    const seen: (string | undefined)[] = [];
    watch.onWait(() => seen.push(watch.limit()));
    expect(watch.limit()).toBeUndefined();
    watch.waits(budget);
    clock.advance(10_000);
    expect(watch.limit()).toBe('the rate limit of 600 requests a minute');
    clock.advance(10_000);
    expect(watch.limit()).toBeUndefined();
    expect(seen).toEqual(['the rate limit of 600 requests a minute']);
  });
});

describe('the progress of something long', () => {
  const live = {
    OUTREACH_BASE_URL: 'https://api.northwind.example/r',
    OUTREACH_API_KEY: 'run_abcdefgh_0123456789012345678901234567890123456789',
  };

  it('says what it waits for while it waits, a line each ten seconds where nothing is drawn', {
    tags: 'slow',
  }, async () => {
    const network: Transport = async ({ query }) => {
      const { page = '1', limit = '20' } = Object.fromEntries(query);
      const at = Number(page);
      const leads = Array.from({ length: Number(limit) }, (_, n) => ({
        id: 100_000 - at * 200 - n,
        email: `lead${at}-${n}@lumen.example`,
      }));
      const body = { leads, total: 250 * 200, page: at, limit: Number(limit), hasMore: at < 250 };
      return { status: 200, headers: {}, body: JSON.stringify(body) };
    };
    const world = await newWorld({ env: live, network });
    const { exit, err } = await world.outreach('leads export --output all.ndjson');
    expect(exit).toBe(0);
    const lines = err.split('\n').filter((line) => line.startsWith('Writing:'));
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines.length).toBeLessThanOrEqual(3);
    expect(lines[0]).toMatch(
      /^Writing: 20,000 leads, 2,000 a second, waiting for the rate limit of 100 requests in 10 seconds$/,
    );
  });

  it('of an import says how much longer that takes', { tags: 'slow' }, async () => {
    const network: Transport = async ({ method, body }) => {
      const count = method === 'POST' ? JSON.parse(body ?? '').leads.length : 0;
      return { status: 200, headers: {}, body: JSON.stringify({ count, leads: [], total: 0 }) };
    };
    const world = await newWorld({ env: live, network });
    for (let n = 0; n < 98; n++) await world.outreach('leads list -q');
    const rows = Array.from({ length: 5000 }, (_, n) => `lead${n}@lumen.example`);
    await writeFile(join(world.home, 'people.csv'), `Email\n${rows.join('\n')}\n`);
    const { exit, err } = await world.outreach('leads import people.csv --strict --no-before');
    expect(exit).toBe(0);
    expect(err).toMatch(
      /^Sending: [23],000 of 5,000 leads, \d+ a second, \d+ s left, waiting for the rate limit of 100 requests in 10 seconds$/m,
    );
  });

  it.each(['-q', '--json'])('is not told with %s', async (flag) => {
    const world = await newWorld();
    await writeFile(join(world.home, 'people.csv'), 'Email\nzoe@lumen.example\n');
    expect((await world.outreach(`leads import people.csv ${flag}`)).err).toBe('');
  });
});
