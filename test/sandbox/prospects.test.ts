import { describe, expect, it } from 'vitest';
import { providerDownKeyword } from '../../src/sandbox/world/audience/audience-size.ts';
import { sandboxAtHand } from './sandbox-at-hand.ts';

async function withProfile() {
  const sandbox = await sandboxAtHand();
  const profile = { name: 'Sales', titles: ['Head of Sales'], locations: ['Germany'], makePrimary: true };
  await sandbox.call('POST', '/icps', profile);
  const campaign = (await sandbox.call('POST', '/campaigns', { name: 'Autumn' })).json.campaign.id as number;
  const source = (body: object) => sandbox.call('POST', '/prospects/source', body);
  const balance = async () => (await sandbox.call('GET', '/credits/balance')).json.balance as number;
  return { ...sandbox, campaign, source, balance };
}

describe('sourcing prospects', () => {
  it('makes leads of the people that the primary profile means, for credits', async () => {
    const { source, balance, call, rows } = await withProfile();
    const { status, json } = await source({ count: 10 });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      requested: 10,
      sourced: 10,
      creditsSpent: 20,
      newBalance: 4980,
      icpId: 1,
      campaignId: null,
    });
    expect(await balance()).toBe(4980);
    const { leads, total } = (await call('GET', '/leads')).json;
    expect(total).toBe(10);
    expect(leads.every(({ title }: { title: string }) => title === 'Head of Sales')).toBe(true);
    expect((await call('GET', '/credits/transactions')).json.transactions[0]).toMatchObject({
      amount: -20,
      reason: 'prospect_sourcing',
    });
    expect((await call('GET', '/reports/outcomes')).json.spend.creditsByReason).toEqual([
      { reason: 'prospect_sourcing', credits: 20 },
    ]);
    expect(rows('SELECT operation, effect, credits FROM ledger')).toEqual([
      { operation: 'prospects.source', effect: 'spends', credits: 20 },
    ]);
  });

  it('goes on with the next people at every call, into a campaign where one is named', async () => {
    const { source, campaign, call } = await withProfile();
    const first = (await source({ count: 5, campaignId: campaign })).json;
    const second = (await source({ icpId: 1, count: 5, campaignId: campaign })).json;
    const ids = [...first.leads, ...second.leads].map(({ email }: { email: string }) => email);
    expect(new Set(ids).size).toBe(10);
    expect((await call('GET', `/leads?campaignId=${campaign}`)).json.total).toBe(10);
  });

  it('takes as many as there are, and is charged for no more', async () => {
    const { source, call } = await withProfile();
    await call('PUT', '/icps/1', { titles: ['General Counsel'], locations: ['Bremen'] });
    const { audienceSize } = (await call('POST', '/icps/1/refresh-audience-size')).json;
    const { json } = await source({ count: 500 });
    expect(json.sourced + json.skipped).toBe(audienceSize);
    expect(json.creditsSpent).toBe(2 * json.sourced);
  });

  it('is refused, without a trace, for every documented reason', async () => {
    const { source, call, run, rows, balance } = await withProfile();
    const refused = async (status: number, body: object, extra: object = {}) => {
      const answer = await source(body);
      expect([answer.status, answer.json]).toEqual([status, expect.objectContaining(extra)]);
    };
    await refused(400, { count: 0 }, { field: 'count' });
    await refused(400, { count: 5001 }, { field: 'count' });
    await refused(402, { count: 2501 }, { code: 'insufficient_credits', needed: 5002, available: 5000 });
    await refused(404, { icpId: 9 });
    await refused(404, { campaignId: 99 });
    run('UPDATE workspace SET contact_cap = 5');
    await refused(422, { count: 6 }, { code: 'contact_cap_reached' });
    run("UPDATE workspace SET plan = 'free'");
    await refused(403, { count: 1 }, { code: 'plan_required' });
    run("UPDATE workspace SET plan = 'growth'");
    await call('PUT', '/icps/1', { keywords: [providerDownKeyword] });
    await refused(502, { count: 1 });
    await call('DELETE', '/icps/1');
    await refused(400, { count: 1 }, { field: 'icpId' });
    expect([rows('SELECT * FROM ledger'), await balance()]).toEqual([[], 5000]);
  });
});
