import { describe, expect, it } from 'vitest';
import { areas, operations } from '../../src/contract/index.ts';
import { sandboxKey, sandboxReadOnlyKey } from '../../src/contract/keys.ts';
import { addKey, addWorkspace } from '../../src/sandbox/seed.ts';
import { sections } from '../../src/sandbox/service/sections.ts';
import { sandboxAtHand } from './sandbox-at-hand.ts';

const otherKey = `run_SANDBOX0_${'b'.repeat(40)}`;

describe('keys', () => {
  it.each([
    ['no header', {}, 'Missing Authorization header'],
    ['a header that is too short', { authorization: 'Bear' }, 'Invalid Authorization header format'],
    ['Bearer without its space', { authorization: 'Bearer' }, 'Missing API key'],
    ['nothing after Bearer', { authorization: 'Bearer ' }, 'Missing API key'],
    ['another scheme', { authorization: `Basic   ${sandboxKey}` }, 'Invalid API key format'],
    ['a key without Bearer', { authorization: sandboxKey }, 'Invalid API key format'],
    ['a key of another make', { authorization: 'Bearer sk_live_1234' }, 'Invalid API key format'],
    ['an unknown key', { authorization: `Bearer ${otherKey}` }, 'Invalid API key'],
    ['a live key', { authorization: `Bearer run_ABCDEFGH_${'a'.repeat(40)}` }, 'Invalid API key'],
  ] as [string, Record<string, string>, string][])('refuses %s', async (_, headers, message) => {
    const { call } = await sandboxAtHand();
    const answer = await call('GET', '/leads', undefined, headers);
    expect(answer.status).toBe(401);
    expect(answer.json).toEqual({ error: message });
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  });

  it('refuses a key once it is paused, and an expired one with what to do', async () => {
    const { call, run, open } = await sandboxAtHand();
    addKey(open.state, 1, otherKey, 'read_write');
    const headers = { authorization: `Bearer ${otherKey}` };
    expect((await call('GET', '/leads', undefined, headers)).status).toBe(200);
    run('UPDATE api_key SET expires_at = ? WHERE key = ?', open.state.now() + 60_000, otherKey);
    expect((await call('GET', '/leads', undefined, headers)).status).toBe(200);
    await open.advance(60_000);
    expect((await call('GET', '/leads', undefined, headers)).json.error).toMatch(/^API key expired.*new key/);
    run("UPDATE api_key SET expires_at = NULL, status = 'paused' WHERE key = ?", otherKey);
    expect((await call('GET', '/leads', undefined, headers)).json.error).toBe('Invalid API key');
  });

  it('lets a read-only key read and search, and refuses every write before it has an effect', async () => {
    const { call, rows } = await sandboxAtHand();
    const headers = { authorization: `Bearer ${sandboxReadOnlyKey}` };
    expect((await call('GET', '/leads', undefined, headers)).status).toBe(200);
    const search = { filters: { companySizes: ['1-10'] } };
    expect((await call('POST', '/lead-finder/searches', search, headers)).status).toBe(200);
    const refused = await call('POST', '/credits/purchase', { credits: 1000 }, headers);
    expect(refused.status).toBe(403);
    expect(refused.json.error).toBe('This API key is read-only; this endpoint requires the read_write scope');
    expect(refused.headers['content-type']).toMatch(/^text\/plain/);
    expect(rows('SELECT * FROM ledger')).toEqual([]);
  });
});

describe('paths', () => {
  it.each([
    ['GET', '/nothing'],
    ['GET', '/'],
    ['GET', '/leads/'],
    ['DELETE', '/leads'],
    ['GET', '/constructor'],
    ['GET', '/leads/1/2/3'],
    ['GET', '/leads/%E0%A4%A'],
  ] as const)('knows nothing of %s %s', async (method, path) => {
    const { call } = await sandboxAtHand();
    const answer = await call(method, path);
    expect(answer.status).toBe(404);
    expect(answer.text).toBe('404 page not found');
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  });

  it('takes PUT /leads for POST /leads', async () => {
    const { call } = await sandboxAtHand();
    const answer = await call('PUT', '/leads', { leads: [{ email: 'a@acme.example' }] });
    expect(answer.json).toMatchObject({ count: 1, leads: [{ id: 1, email: 'a@acme.example' }] });
  });

  it.each(['0', '-1', 'abc', '1.5'])('refuses %s as an id', async (id) => {
    const { call } = await sandboxAtHand();
    const answer = await call('GET', `/leads/${id}`);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ field: 'id', value: id });
  });

  it('has a handler for every operation of the contract', async () => {
    for (const operation of operations) {
      const load = sections[operation.route.path.split('/')[1] ?? ''];
      const { section } = (await load?.()) ?? {};
      expect(Object.values(section?.operations ?? {}), operation.id).toContain(operation);
    }
    expect(Object.keys(sections)).toHaveLength(Object.keys(areas).length);
  });
});

describe('requests', () => {
  it.each([
    ['{', /not valid JSON/],
    ['', /no JSON body/],
    ['[]', /must be an object/],
    ['{"leads":[]}', /^leads must have at least 1 item/],
    ['{"leads":[{"firstName":"A"}]}', /^leads\.0\.email is required/],
    ['{"leads":[{"email":"a@b.example","phone":5}]}', /^leads\.0\.phone must be text, not 5/],
    ['{"leads":[{"email":"nobody"}]}', /^leads\.0\.email is not an email address/],
    ['{"leads":[{"email":"a@b.example"}],"campaign":1}', /^campaign is not a field/],
  ])('answers 400 to %s', async (body, message) => {
    const { call, rows } = await sandboxAtHand();
    const answer = await call('POST', '/leads', body);
    expect(answer.status).toBe(400);
    expect(answer.json.error).toMatch(message);
    expect(rows('SELECT * FROM lead')).toEqual([]);
  });

  it('names field, value and reason', async () => {
    const { call } = await sandboxAtHand();
    const answer = await call('GET', '/leads?limit=500');
    expect(answer.json).toMatchObject({ field: 'limit', value: 500, reason: 'must be 1 to 200' });
  });

  it('ignores what it does not know in a query', async () => {
    const { call } = await sandboxAtHand();
    expect((await call('GET', '/leads?verbose=1&page=2')).json).toMatchObject({ page: 2, limit: 20 });
  });

  it('answers an unexpected exception with plain text, and tells whoever listens', async () => {
    const { open, run } = await sandboxAtHand({ strict: false });
    run('DROP TABLE campaign_lead');
    const request = {
      method: 'GET',
      path: '/leads',
      query: [['campaignId', '1']],
      headers: { authorization: `Bearer ${sandboxKey}` },
    } as const;
    expect(await open.transport(request)).toMatchObject({ status: 500, body: 'Internal Server Error' });
    const strict = await sandboxAtHand();
    strict.run('DROP TABLE campaign_lead');
    await expect(strict.open.transport(request)).rejects.toThrow(/campaign_lead/);
  });
});

describe("other workspaces' items", () => {
  it('are forbidden where the spec says so and else not found', async () => {
    const { call, open } = await sandboxAtHand();
    const other = addWorkspace(open.state, { name: 'Other', parentId: 1 });
    addKey(open.state, other, otherKey, 'read_write');
    const headers = { authorization: `Bearer ${otherKey}` };
    const created = await call('POST', '/leads', { leads: [{ email: 'a@acme.example' }] }, headers);
    const { id } = created.json.leads[0];
    expect((await call('GET', `/leads/${id}`)).status).toBe(403);
    expect((await call('PUT', `/leads/${id}`, { title: 'CEO' })).status).toBe(403);
    expect((await call('DELETE', `/leads/${id}`)).status).toBe(403);
    expect((await call('PUT', `/leads/${id}/category`, { category: 'interested' })).status).toBe(404);
    expect((await call('GET', `/leads/${id}/conversation`)).status).toBe(404);
    expect((await call('GET', '/leads/999')).status).toBe(404);
    expect((await call('GET', '/leads')).json.total).toBe(0);
    expect((await call('GET', `/leads/${id}`, undefined, headers)).json.lead.title).toBeNull();
  });
});
