import { describe, expect, it } from 'vitest';
import { sandboxReadOnlyKey, sandboxTrialKey } from '../../src/contract/keys.ts';
import { type SandboxAtHand, sandboxAtHand } from './sandbox-at-hand.ts';

const tests = '/inbox-placement/tests';
const runs = '/inbox-placement/runs';
const reputation = '/inbox-placement/sender-reputation';
const hour = 3_600_000;
const week = 7 * 24 * hour;

const test = async (at: SandboxAtHand, more: object = {}) =>
  (await at.call('POST', tests, { name: 'Autumn', senderEmailIds: [1, 5], ...more })).json;

describe('an inbox placement test', () => {
  it('runs once, and tells after a while where the mail of each mailbox went', async () => {
    const at = await sandboxAtHand();
    const made = await test(at);
    expect(made).toMatchObject({ id: 1, status: 'running', frequency: 'once', nextRunAt: null });
    const [running] = (await at.call('GET', runs)).json.items;
    expect(running).toMatchObject({ id: made.lastRunId, status: 'running', results: [], inboxRate: null });
    await at.open.advance(hour);
    const { count, items } = (await at.call('GET', runs)).json;
    expect(count).toBe(1);
    expect(items[0]).toMatchObject({ testName: 'Autumn', status: 'completed' });
    expect(items[0].finishedAt).not.toBeNull();
    for (const result of items[0].results) expect(result.inbox + result.spam + result.missing).toBe(30);
    const [good, poor] = items[0].results;
    expect(good.inbox).toBeGreaterThan(poor.inbox);
    await at.open.advance(3 * week);
    expect((await at.call('GET', runs)).json.count).toBe(1);
    expect((await at.call('GET', tests)).json).toMatchObject({ count: 1, items: [{ status: 'completed' }] });
  });

  it('repeats every week on the tier that has it', async () => {
    const at = await sandboxAtHand();
    at.run("UPDATE workspace SET plan = 'hypergrowth' WHERE id = 1");
    expect((await test(at, { frequency: 'weekly' })).nextRunAt).not.toBeNull();
    await at.open.advance(3 * week + hour);
    const { count, items } = (await at.call('GET', `${runs}?limit=3`)).json;
    expect(count).toBe(4);
    expect(items.map(({ id }: { id: number }) => id)).toEqual([4, 3, 2]);
  });

  it('is listed with 50 of its runs unless asked, 200 at most, and with the count of all', async () => {
    const at = await sandboxAtHand();
    at.run("UPDATE workspace SET plan = 'hypergrowth' WHERE id = 1");
    await test(at, { frequency: 'weekly' });
    await at.open.advance(210 * week + hour);
    const usual = (await at.call('GET', runs)).json;
    expect([usual.count, usual.items.length]).toEqual([211, 50]);
    expect((await at.call('GET', `${runs}?limit=200`)).json.items).toHaveLength(200);
    expect((await at.call('GET', `${runs}?limit=201`)).status).toBe(400);
  });

  it('ledgers the mail that it sends', async () => {
    const at = await sandboxAtHand();
    await test(at);
    expect(at.rows('SELECT operation, effect FROM ledger')).toEqual([
      { operation: 'placement.createTest', effect: 'sends' },
    ]);
  });

  it.each([
    [400, {}],
    [400, { senderEmailIds: [] }],
    [400, { senderEmailIds: [1], frequency: 'daily' }],
    [404, { senderEmailIds: [1, 99] }],
  ])('answers %i to %j', async (status, body) => {
    const at = await sandboxAtHand();
    expect((await at.call('POST', tests, body)).status).toBe(status);
    expect((await at.call('GET', tests)).json.count).toBe(0);
  });

  it('is refused where the plan has none of it, with code and tier', async () => {
    const at = await sandboxAtHand();
    const trial = { authorization: `Bearer ${sandboxTrialKey}` };
    for (const [method, path] of [
      ['GET', runs],
      ['GET', tests],
      ['GET', reputation],
      ['POST', tests],
    ] as const) {
      const { status, json } = await at.call(method, path, { senderEmailIds: [1] }, trial);
      expect([status, json.code, json.tier]).toEqual([403, 'inbox_placement_required', 'trial']);
    }
    const weekly = await at.call('POST', tests, { senderEmailIds: [1], frequency: 'weekly' });
    expect(weekly.status).toBe(403);
    expect(weekly.json).toMatchObject({ code: 'inbox_placement_hypergrowth_required', tier: 'growth' });
    const reader = { authorization: `Bearer ${sandboxReadOnlyKey}` };
    expect((await at.call('GET', reputation, undefined, reader)).status).toBe(200);
    expect((await at.call('POST', tests, { senderEmailIds: [1] }, reader)).status).toBe(403);
    expect((await at.call('GET', `${runs}?limit=201`)).status).toBe(400);
  });
});

describe('the reputation of mailboxes', () => {
  it('says -1 for what is not known, and follows the tests', async () => {
    const at = await sandboxAtHand();
    await at.call('PUT', '/sender-emails/2/warmup', { enabled: false });
    const before = (await at.call('GET', reputation)).json;
    expect(before.count).toBe(6);
    expect(before.items.map((item: { placementScore: number }) => item.placementScore)).toEqual(
      Array(6).fill(-1),
    );
    expect(before.items[1].healthScore).toBe(-1);
    await test(at);
    await at.open.advance(hour);
    const { items } = (await at.call('GET', reputation)).json;
    expect(items[0].placementScore).toBeGreaterThan(80);
    expect(items[1].placementScore).toBe(-1);
  });

  it('agrees with the DNS check, and shows an address of its own only where there is one', async () => {
    const at = await sandboxAtHand();
    const { items } = (await at.call('GET', reputation)).json;
    const vitals = (await at.call('GET', '/sender-emails/5/dns')).json;
    expect(items[4]).toMatchObject({
      spfStatus: vitals.spf.status,
      dkimStatus: vitals.dkim.status,
      dmarcStatus: vitals.dmarc.status,
      mxStatus: vitals.mx.status,
    });
    expect(items[0].sendingIp).toBe('');
    expect(items[4].sendingIp).toMatch(/^198\.51\.100\.\d+$/);
  });

  it('names every list that a poor mailbox is on', async () => {
    const at = await sandboxAtHand();
    at.run('UPDATE sender SET health = 45 WHERE id = 6');
    const { items } = (await at.call('GET', reputation)).json;
    const poor = items[5];
    expect(poor.blacklistListings.length).toBeGreaterThan(0);
    expect(poor.blacklistsListed).toBe(poor.blacklistListings.length);
    expect(Object.keys(poor.blacklistListings[0]).sort()).toEqual(
      ['name', 'zone', 'kind', 'value', 'answer', 'reason', 'txt', 'delistUrl'].sort(),
    );
    expect(items[0]).toMatchObject({ blacklistsListed: 0, blacklistListings: [] });
  });
});
