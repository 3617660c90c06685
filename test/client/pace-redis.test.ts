import { describe, expect, it } from 'vitest';
import { logBudget } from '../../src/client/rate-limit/log-budget.ts';
import { redisLogs } from '../../src/client/rate-limit/redis-log.ts';
import type { RateWindow } from '../../src/client/rate-limit/window-log.ts';
import { noRedis, startRedis } from './redis-server.ts';

const windows: readonly RateWindow[] = [{ count: 50, ms: 60_000, what: 'the budget' }];
const clock = { now: () => Date.now(), sleep: async () => undefined };
const fail = (error: unknown) => {
  throw error;
};

/** A machine of its own: a connection, and a name. */
const machine = (url: string, who: string, onTrouble: (error: unknown) => void = fail) =>
  logBudget({ log: redisLogs(url)('outreach:pace:a'), windows, clock, who, onTrouble });

describe.skipIf(noRedis)(`a budget in a real Redis${noRedis ? ` (skipped: ${noRedis})` : ''}`, () => {
  it('gives machines no more places together than there are', { tags: 'slow' }, async () => {
    const { url } = await startRedis();
    const machines = Array.from({ length: 5 }, (_, at) => machine(url, `m${at}`));
    const claims = await Promise.all(
      machines.flatMap((budget) => Array.from({ length: 20 }, () => budget.claim('few'))),
    );
    const waits = claims.filter((claim) => 'waitMs' in claim);
    expect(claims.length - waits.length).toBe(50);
    const later = await machine(url, 'late').claim('few');
    expect(later).toMatchObject({ why: 'the budget is used up' });
    expect('waitMs' in later && later.waitMs > 55_000 && later.waitMs <= 60_000).toBe(true);
  });

  it('shares what was given back, and what the service refused', { tags: 'slow' }, async () => {
    const { url } = await startRedis();
    const [one, two] = [machine(url, 'one'), machine(url, 'two')];
    const ids: string[] = [];
    for (let n = 0; n < 50; n++) {
      const claim = await one.claim('few');
      if ('id' in claim) ids.push(claim.id);
    }
    expect(ids).toHaveLength(50);
    expect(await two.claim('few')).toHaveProperty('waitMs');
    await one.end(ids[7] ?? '', 'unsent');
    expect(await two.claim('few')).toHaveProperty('id');
    await one.refused(ids[8] ?? '', 300_000);
    expect(await two.claim('few')).toMatchObject({ why: 'the service asked for it (429)' });
  });

  it('lets a stop on one machine go before the others, whatever the service asked of them', async () => {
    const { url } = await startRedis();
    const [one, two] = [machine(url, 'one'), machine(url, 'two')];
    const claim = await one.claim('few');
    const id = 'id' in claim ? claim.id : '';
    await one.closed(id, 36_000_000, 'leads.list');
    expect(await two.claim('few', 'leads.list')).toMatchObject({
      why: expect.stringContaining('for this call'),
    });
    expect(await two.claim('few', 'campaigns.list')).toHaveProperty('id');
    await one.refused(id, 60_000);
    expect(await two.claim('few', 'campaigns.list')).toHaveProperty('waitMs');
    for (let n = 0; n < 48; n++) expect(await two.claim('first', 'leads.list')).toHaveProperty('id');
    expect(await two.claim('first')).toMatchObject({ why: 'the budget is used up' });
    expect(await one.claim('endless')).toHaveProperty('waitMs');
  });

  it('is kept by the process alone, which says so once, when it cannot be reached any more', {
    tags: 'slow',
  }, async () => {
    const { url, stop } = await startRedis();
    const troubles: unknown[] = [];
    const budget = machine(url, 'one', (error) => void troubles.push(error));
    expect(await budget.claim('few')).toHaveProperty('id');
    await stop();
    for (let n = 0; n < 49; n++) expect(await budget.claim('few')).toHaveProperty('id');
    expect(await budget.claim('few')).toHaveProperty('waitMs');
    await budget.end('one.0', 'done');
    expect(troubles).toHaveLength(1);
  });

  it('does not let a wrong password pass for a budget', async () => {
    const { port } = await startRedis();
    const troubles: unknown[] = [];
    const budget = machine(
      `redis://:wrong-one@127.0.0.1:${port}`,
      'one',
      (error) => void troubles.push(error),
    );
    await budget.claim('few');
    expect(String(troubles[0])).toMatch(/WRONGPASS/);
    expect(String(troubles[0])).not.toMatch(/wrong-one/);
  });
});
