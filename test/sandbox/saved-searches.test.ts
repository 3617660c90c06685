import { describe, expect, it } from 'vitest';
import { plantSeed } from '../../src/sandbox/seed-file/plant-seed.ts';
import { readSeedFile } from '../../src/sandbox/seed-file/read-seed-file.ts';
import { ledgerPage } from '../../src/sandbox/tools/ledger.ts';
import { dump } from './dump.ts';
import { sandboxAtHand } from './sandbox-at-hand.ts';

const day = 86_400_000;
const filters = { companySizes: ['11-50'] };
const search = { name: 'Small companies', filters, campaign: 'Autumn', weekly: 20, weekday: 1 };

async function planted(world: object) {
  const at = await sandboxAtHand();
  const file = { campaigns: [{ name: 'Autumn' }], ...world };
  await plantSeed(at.open, readSeedFile('world.json', JSON.stringify(file)));
  const imports = async () => (await at.call('GET', '/lead-finder/imports?limit=50')).json.imports.reverse();
  return { ...at, imports };
}

describe('the weekly top-up of a saved search', () => {
  it('imports the next people at its hour of its day, every week, as any import does', async () => {
    const { open, call, imports, rows } = await planted({ savedSearches: [search] });
    await call('POST', '/webhooks', { url: 'https://hooks.lumen.example/in', type: 'LeadCreated' });
    const { topUpHourUtc } = (await call('GET', '/lead-finder/filters')).json.limits;
    const body = { campaignId: 1, mode: 'first_n', count: 10, filters };
    await call('POST', '/lead-finder/imports', body);
    await open.advance(22 * day);

    const [own, ...topUps] = await imports();
    expect(own).toMatchObject({ topUpOf: null, added: 10 });
    expect(topUps.length).toBe(3);
    let from = own.startsAt;
    for (const topUp of topUps) {
      const at = new Date(topUp.createdAt);
      expect([at.getUTCDay(), at.getUTCHours(), at.getUTCMinutes()]).toEqual([1, topUpHourUtc, 0]);
      expect(topUp).toMatchObject({
        topUpOf: 1,
        mode: 'first_n',
        status: 'completed',
        requested: 20,
        added: 20,
        creditsSpent: 20 * topUp.creditsPerProspect,
        audienceKey: own.audienceKey,
        verifyEmails: true,
        endReason: 'requested_reached',
        finishedAt: expect.any(String),
      });
      expect(topUp.startsAt).toBeGreaterThan(from);
      from = topUp.startsAt;
    }
    const spent = [own, ...topUps].reduce((sum, { creditsSpent }) => sum + creditsSpent, 0);
    expect((await call('GET', '/credits/balance')).json.balance).toBe(5000 - spent);
    expect((await call('GET', '/leads?campaignId=1')).json.total).toBe(70);
    expect(rows("SELECT 1 FROM delivery WHERE type = 'LeadCreated'")).toHaveLength(70);

    const { items } = ledgerPage(open.state, { offset: 0, operation: 'finder.topUp' });
    expect(items).toHaveLength(3);
    for (const { credits, effect, request } of items)
      expect([credits, effect, request]).toEqual([
        topUps[0].creditsSpent,
        'spends',
        {
          savedSearchId: 1,
          name: 'Small companies',
          body: { mode: 'first_n', campaignId: 1, filters, count: 20, verifyEmails: true },
        },
      ]);
  });

  it('comes on whatever day is next where none is named, and leaves verification out where told so', async () => {
    const { weekday: _, ...daily } = search;
    const { open, imports } = await planted({ savedSearches: [{ ...daily, verifyEmails: false }] });
    await open.advance(day);
    expect(await imports()).toMatchObject([
      { topUpOf: 1, verifyEmails: false, verification: { valid: 0, invalid: 0, catchAll: 0, unknown: 0 } },
    ]);
  });

  it('shows as a failed import where credits do not suffice, and comes again a week later', async () => {
    const { open, call, imports } = await planted({ credits: 10, savedSearches: [search] });
    await open.advance(8 * day);
    expect(await imports()).toMatchObject([
      {
        topUpOf: 1,
        status: 'failed',
        lastError: 'insufficient_credits',
        requested: 20,
        added: 0,
        creditsSpent: 0,
        finishedAt: expect.any(String),
      },
    ]);
    expect((await call('GET', '/credits/balance')).json).toMatchObject({ balance: 10, held: 0 });
    expect(ledgerPage(open.state, { offset: 0, operation: 'finder.topUp' }).total).toBe(0);
    await call('POST', '/credits/purchase', { credits: 1000 });
    await open.advance(7 * day);
    expect((await imports()).map(({ status }: { status: string }) => status)).toEqual([
      'failed',
      'completed',
    ]);
  });

  it('keeps to the room for contacts', async () => {
    const { open, imports } = await planted({ contactCap: 5, savedSearches: [search] });
    await open.advance(15 * day);
    expect(await imports()).toMatchObject([
      { status: 'failed', lastError: 'contact_cap_reached', added: 5 },
      { status: 'failed', lastError: 'contact_cap_reached', added: 0 },
    ]);
  });

  it('waits while others run: three at once, and one of the same filters', async () => {
    const sizes = ['1-10', '11-50', '51-200', '201-500'].map((size, at) => ({
      ...search,
      name: `Search ${at}`,
      filters: { companySizes: [size] },
    }));
    const twin = { ...search, name: 'Twin' };
    const { open, imports, rows } = await planted({ savedSearches: [...sizes, twin] });
    await open.advance(8 * day);
    const all = await imports();
    expect(all.map(({ topUpOf }: { topUpOf: number }) => topUpOf).sort()).toEqual([1, 2, 3, 4, 5]);
    expect(
      all.every(
        ({ added, status }: { added: number; status: string }) => added === 20 && status === 'completed',
      ),
    ).toBe(true);
    const spans = all.map((one: { createdAt: string; finishedAt: string }) => [
      Date.parse(one.createdAt),
      Date.parse(one.finishedAt),
    ]);
    for (const [begin] of spans)
      expect(
        spans.filter(
          ([from, to]: number[]) => from !== undefined && to !== undefined && from <= begin && begin < to,
        ).length,
      ).toBeLessThanOrEqual(3);
    const twins = all.filter(({ topUpOf }: { topUpOf: number }) => topUpOf === 2 || topUpOf === 5);
    expect(twins[1].startsAt).toBeGreaterThan(twins[0].startsAt);
    expect(rows('SELECT * FROM failed_event')).toEqual([]);
  });

  it('belongs to its workspace', async () => {
    const child = { name: 'Berlin', campaigns: [{ name: 'Autumn' }], savedSearches: [search] };
    const { open, imports, rows } = await planted({ workspaces: [child] });
    await open.advance(8 * day);
    expect(await imports()).toEqual([]);
    expect(rows('SELECT workspace_id AS workspace, top_up_of AS search FROM finder_import')).toEqual([
      { workspace: 2, search: 1 },
    ]);
  });

  it('brings people that a running campaign writes to at once, among those it has', async () => {
    const { call, open, rows } = await planted({ savedSearches: [{ ...search, weekday: 2 }] });
    const lead = (at: number) => ({ email: `person${at}@acme${at}.example` });
    await call('POST', '/leads', { campaignId: 1, leads: Array.from({ length: 30 }, (_, at) => lead(at)) });
    await call('PUT', '/campaigns/1/sequence', {
      steps: [
        { order: 1, subject: 'Hello', body: 'Hello' },
        { order: 2, body: 'Again', delayDays: 1 },
      ],
    });
    await call('PUT', '/campaigns/1/schedule', { daysSchedule: '0,1,2,3,4,5,6' });
    await call('POST', '/campaigns/1/sender-emails', { senderEmailIds: [1, 2] });
    await call('POST', '/campaigns/1/resume');
    await open.advance(2 * day);
    const [found] = rows<{ sent: number }>(
      "SELECT count(*) AS sent FROM email JOIN lead ON lead.id = lead_id WHERE origin = 'finder' AND sent_at > 0",
    );
    expect(found?.sent).toBeGreaterThan(5);
  });

  it('is the same whether the clock goes in one move or in many', async () => {
    const world = { savedSearches: [search, { ...search, name: 'Other', weekly: 300 }] };
    const [once, often] = [await planted(world), await planted(world)];
    await once.open.advance(20 * day);
    for (let at = 0; at < 80; at++) await often.open.advance(day / 4);
    expect(dump(often.database)).toEqual(dump(once.database));
  });
});
