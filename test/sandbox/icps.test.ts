import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sandboxReadOnlyKey } from '../../src/contract/keys.ts';
import { providerDownKeyword } from '../../src/sandbox/world/audience/audience-size.ts';
import { addIcp } from '../../src/sandbox/world/audience/icps.ts';
import { runs } from '../sweep/slice.ts';
import { type SandboxAtHand, sandboxAtHand } from './sandbox-at-hand.ts';

const sales = { titles: ['Head of Sales'], locations: ['Germany'] };
const readOnly = { authorization: `Bearer ${sandboxReadOnlyKey}` };
const day = 86_400_000;

const sizeOf = async ({ call }: SandboxAtHand, body: unknown) =>
  (await call('POST', '/audience/size', body)).json;

describe('the size of an audience', () => {
  it('is that of a search for the same people, and a read-only key may ask', async () => {
    const { call } = await sandboxAtHand();
    const filters = { jobTitles: ['Head of Sales'], countries: ['Germany'], companySizes: ['11-50'] };
    const { total } = (await call('POST', '/lead-finder/searches', { filters })).json;
    const body = { ...sales, companySizes: ['11 – 50 employees'] };
    const answer = await call('POST', '/audience/size', body, readOnly);
    expect([answer.status, answer.json]).toEqual([200, { audienceSize: total }]);
    expect(total).toBeGreaterThan(0);
  });

  it('costs nothing', async () => {
    const sandbox = await sandboxAtHand();
    await sizeOf(sandbox, sales);
    expect(sandbox.rows('SELECT * FROM ledger')).toEqual([]);
    expect((await sandbox.call('GET', '/credits/balance')).json.balance).toBe(5000);
  });

  it('grows with the words of a list and shrinks with every further list', { tags: 'slow' }, async () => {
    const sandbox = await sandboxAtHand();
    const places = fc.uniqueArray(fc.constantFrom('Germany', 'Bavaria', 'DACH', 'Paris', 'Asia', 'France'), {
      minLength: 2,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(places, async ([first = '', ...others]) => {
        const size = async (body: object) => (await sizeOf(sandbox, body)).audienceSize as number;
        const one = await size({ ...sales, locations: [first] });
        const all = await size({ ...sales, locations: [first, ...others] });
        const narrow = await size({ ...sales, locations: [first, ...others], keywords: ['saas'] });
        expect(all).toBeGreaterThanOrEqual(one);
        expect(narrow).toBeLessThanOrEqual(all);
      }),
      { numRuns: runs(15) },
    );
  });

  it('adds the companies of all keywords', async () => {
    const sandbox = await sandboxAtHand();
    const size = async (...keywords: string[]) => (await sizeOf(sandbox, { keywords })).audienceSize;
    const [saas, banks, both] = [
      await size('saas'),
      await size('retail banking'),
      await size('saas', 'retail banking'),
    ];
    expect(Math.max(saas, banks)).toBeGreaterThan(0);
    expect(both).toBeGreaterThan(Math.max(saas, banks));
    expect(both).toBeLessThanOrEqual(saas + banks);
  });

  it.each([
    [{}, ''],
    [{ titles: [], keywords: [] }, ''],
    [{ companySizes: ['middling'] }, 'companySizes.0'],
    [{ titles: ['CEO'], seniorities: ['Director', 'Wizard'] }, 'seniorities.1'],
    [{ industries: ['Alchemy'] }, 'industries.0'],
    [{ titles: 'CEO' }, 'titles'],
    [{ jobs: ['CEO'] }, 'jobs'],
  ])('is refused for %j naming the field', async (body, field) => {
    const { call } = await sandboxAtHand();
    const answer = await call('POST', '/audience/size', body);
    expect(answer.status).toBe(400);
    expect(answer.json.field).toBe(field);
    expect(answer.json.reason).not.toBe('');
  });

  it('answers 502 where the contact database is out of reach, which a keyword brings about', async () => {
    const { call } = await sandboxAtHand();
    expect((await call('POST', '/audience/size', { keywords: [providerDownKeyword] })).status).toBe(502);
  });
});

describe('ideal customer profiles', () => {
  it('are created, listed newest first and shown', async () => {
    const { call } = await sandboxAtHand();
    const first = await call('POST', '/icps', { name: 'Sales', summary: 'Who sells', ...sales });
    expect(first.status).toBe(201);
    expect(first.json.icp).toEqual({
      id: 1,
      name: 'Sales',
      summary: 'Who sells',
      sourceWebsite: '',
      titles: ['Head of Sales'],
      seniorities: [],
      industries: [],
      companySizes: [],
      keywords: [],
      locations: ['Germany'],
      personas: [],
      estimatedAudienceSize: 0,
      audienceSizedAt: null,
      isPrimary: false,
      isGenerated: false,
      createdAt: '2026-03-02T08:00:00.000Z',
    });
    for (const name of ['Two', 'Three']) await call('POST', '/icps', { name });
    const page = (await call('GET', '/icps?limit=2&page=1')).json;
    expect([page.total, page.icps.map(({ name }: { name: string }) => name)]).toEqual([3, ['Three', 'Two']]);
    expect((await call('GET', '/icps?limit=2&page=2')).json.icps).toEqual([first.json.icp]);
    expect((await call('GET', '/icps/1')).json).toEqual(first.json);
    for (const query of ['limit=201', 'limit=0', 'page=0'])
      expect((await call('GET', `/icps?${query}`)).status).toBe(400);
  });

  it('keep what a change leaves out, and lose what an empty list clears', async () => {
    const { call } = await sandboxAtHand();
    await call('POST', '/icps', { name: 'Sales', summary: 'Who sells', ...sales });
    const { icp } = (await call('PUT', '/icps/1', { titles: [], keywords: ['saas'] })).json;
    expect(icp).toMatchObject({
      name: 'Sales',
      summary: 'Who sells',
      titles: [],
      keywords: ['saas'],
      locations: ['Germany'],
    });
    expect((await call('GET', '/icps/1')).json.icp).toEqual(icp);
    for (const body of [{ makePrimary: true }, { name: '' }, { titles: null }])
      expect((await call('PUT', '/icps/1', body)).status).toBe(400);
    expect((await call('POST', '/icps', { titles: ['CEO'] })).json).toMatchObject({
      field: 'name',
      reason: 'is required',
    });
  });

  it('are generated until a person edits them', async () => {
    const { call, open } = await sandboxAtHand();
    const id = addIcp(open.state, 1, { name: 'Proposed', criteria: sales, isGenerated: true });
    expect((await call('GET', `/icps/${id}`)).json.icp.isGenerated).toBe(true);
    await call('POST', `/icps/${id}/refresh-audience-size`);
    await call('POST', `/icps/${id}/set-primary`);
    expect((await call('GET', `/icps/${id}`)).json.icp.isGenerated).toBe(true);
    expect((await call('PUT', `/icps/${id}`, { summary: '' })).json.icp.isGenerated).toBe(false);
  });

  it('have one primary at most, and none once it is deleted', async () => {
    const { call } = await sandboxAtHand();
    expect((await call('GET', '/icps/primary')).status).toBe(404);
    await call('POST', '/icps', { name: 'One', makePrimary: true });
    await call('POST', '/icps', { name: 'Two', makePrimary: true });
    const primaries = async () =>
      (await call('GET', '/icps')).json.icps
        .filter(({ isPrimary }: { isPrimary: boolean }) => isPrimary)
        .map(({ name }: { name: string }) => name);
    expect(await primaries()).toEqual(['Two']);
    expect((await call('POST', '/icps/1/set-primary')).json.icp).toMatchObject({
      name: 'One',
      isPrimary: true,
    });
    expect(await primaries()).toEqual(['One']);
    expect((await call('GET', '/icps/primary')).json.icp.id).toBe(1);
    expect((await call('DELETE', '/icps/1')).json).toEqual({ success: true });
    expect((await call('GET', '/icps/primary')).status).toBe(404);
    expect(await primaries()).toEqual([]);
  });

  it('are sized for free, and the count is kept for a day unless the lists change', async () => {
    const sandbox = await sandboxAtHand();
    const { call, open } = sandbox;
    await call('POST', '/icps', { name: 'Sales', ...sales });
    const size = async () => (await call('POST', '/icps/1/refresh-audience-size')).json;
    const first = await size();
    expect(first.audienceSize).toBe((await sizeOf(sandbox, sales)).audienceSize);
    expect(first.icp).toMatchObject({
      estimatedAudienceSize: first.audienceSize,
      audienceSizedAt: '2026-03-02T08:00:00.000Z',
    });
    await open.advance(day / 2);
    await call('PUT', '/icps/1', { summary: 'the same lists' });
    expect((await size()).icp.audienceSizedAt).toBe('2026-03-02T08:00:00.000Z');
    await call('PUT', '/icps/1', { locations: ['Germany', 'France'] });
    const wider = await size();
    expect(wider.icp.audienceSizedAt).toBe('2026-03-02T20:00:00.000Z');
    expect(wider.audienceSize).toBeGreaterThan(first.audienceSize);
    await open.advance(day);
    expect((await size()).icp.audienceSizedAt).toBe('2026-03-03T20:00:00.000Z');
    expect(sandbox.rows('SELECT * FROM ledger')).toEqual([]);
  });

  it('that say nothing, or nothing known, cannot be sized', async () => {
    const { call } = await sandboxAtHand();
    await call('POST', '/icps', { name: 'Nobody' });
    await call('POST', '/icps', { name: 'Wizards', seniorities: ['Wizard'] });
    await call('POST', '/icps', { name: 'Out of reach', keywords: [providerDownKeyword] });
    const statuses = [1, 2, 3].map(
      async (id) => (await call('POST', `/icps/${id}/refresh-audience-size`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([400, 400, 502]);
  });

  it('of other workspaces are not found', async () => {
    const { call, open, run } = await sandboxAtHand();
    const other = run(
      "INSERT INTO workspace (name, plan, contact_cap, has_subscription, has_card) VALUES ('Other', 'growth', 10, 1, 1)",
    );
    const id = addIcp(open.state, other, { name: 'Theirs', criteria: sales });
    const calls = [
      call('GET', `/icps/${id}`),
      call('PUT', `/icps/${id}`, { name: 'Mine' }),
      call('DELETE', `/icps/${id}`),
      call('POST', `/icps/${id}/refresh-audience-size`),
      call('POST', `/icps/${id}/set-primary`),
      call('GET', '/icps/99'),
    ];
    for (const { status, json } of await Promise.all(calls)) {
      expect(status).toBe(404);
      expect(json.error).toContain('not found');
    }
    expect((await call('GET', '/icps')).json.total).toBe(0);
  });

  it('are read but not changed with a read-only key', async () => {
    const { call } = await sandboxAtHand();
    await call('POST', '/icps', { name: 'Sales', ...sales });
    expect((await call('GET', '/icps/1', undefined, readOnly)).status).toBe(200);
    expect((await call('POST', '/icps/1/refresh-audience-size', undefined, readOnly)).status).toBe(403);
    expect((await call('POST', '/icps', { name: 'More' }, readOnly)).status).toBe(403);
  });
});
