import { describe, expect, it } from 'vitest';
import {
  isKey,
  isSandboxKey,
  sandboxChildKey,
  sandboxExpiredKey,
  sandboxReadOnlyKey,
  sandboxTrialKey,
} from '../../src/contract/keys.ts';
import { sandboxAtHand } from './sandbox-at-hand.ts';

const as = (key: string) => ({ authorization: `Bearer ${key}` });
const child = as(sandboxChildKey);

describe('the seed', () => {
  it('has a key for each refusal', async () => {
    const { call } = await sandboxAtHand();
    const expired = await call('GET', '/leads', undefined, as(sandboxExpiredKey));
    expect([expired.status, expired.json.error]).toEqual([401, expect.stringMatching(/^API key expired/)]);
    expect(expired.headers['content-type']).toMatch(/^text\/plain/);
    const readOnly = await call('POST', '/campaigns', { name: 'Autumn' }, as(sandboxReadOnlyKey));
    expect([readOnly.status, readOnly.json.error]).toEqual([403, expect.stringContaining('read-only')]);
    const trial = await call('POST', '/credits/purchase', { credits: 1000 }, as(sandboxTrialKey));
    expect([trial.status, trial.json.code]).toEqual([402, 'billing_required']);
    await call('POST', '/leads', { leads: [{ email: 'ana@lumen.example' }] });
    expect((await call('GET', '/leads/1', undefined, child)).status).not.toBe(200);
    expect((await call('GET', '/leads', undefined, child)).json.total).toBe(0);
  });
});

describe('workspaces', () => {
  it('are all listed for the main one; another key sees its own', async () => {
    const { call } = await sandboxAtHand();
    expect((await call('GET', '/workspaces')).json).toMatchObject({
      total: 2,
      workspaces: [
        { id: 1, name: 'Main workspace', isMain: true, parentId: null },
        { id: 2, name: 'Child workspace', isMain: false, parentId: 1 },
      ],
    });
    expect((await call('GET', '/workspaces', undefined, child)).json.workspaces).toMatchObject([{ id: 2 }]);
    expect((await call('GET', '/workspaces', undefined, as(sandboxTrialKey))).json.workspaces).toMatchObject([
      { id: 3, plan: 'trial', isMain: true },
    ]);
  });

  it('are created by the main one, each with keys that see it alone', async () => {
    const { call, rows } = await sandboxAtHand();
    const made = (await call('POST', '/workspaces', { name: 'Agency client' })).json.workspace;
    expect(made).toMatchObject({ id: 4, name: 'Agency client', parentId: 1 });
    const answer = await call('POST', `/workspaces/${made.id}/api-keys`, { scope: 'read_write', name: 'CI' });
    const { key } = answer.json.apiKey;
    expect([isKey(key), isSandboxKey(key)]).toEqual([true, true]);
    expect(answer.json.apiKey).toMatchObject({ scope: 'read_write', name: 'CI', workspaceId: 4 });
    await call('POST', '/leads', { leads: [{ email: 'ana@lumen.example' }] });
    expect((await call('GET', '/leads', undefined, as(key))).json.total).toBe(0);
    const added = await call('POST', '/leads', { leads: [{ email: 'li@orchid.example' }] }, as(key));
    expect(added.status).toBe(200);
    const second = (await call('POST', '/workspaces/4/api-keys', {})).json.apiKey;
    expect(second.key).not.toBe(key);
    expect((await call('POST', '/campaigns', { name: 'Autumn' }, as(second.key))).status).toBe(403);
    expect(JSON.stringify(rows('SELECT * FROM request'))).not.toContain(key);
  });

  it('and keys are refused to every other key', async () => {
    const { call } = await sandboxAtHand();
    const tries = [
      await call('POST', '/workspaces', { name: 'Mine' }, child),
      await call('POST', '/workspaces/2/api-keys', { scope: 'read' }, child),
      await call('POST', '/workspaces', { name: 'Mine' }, as(sandboxReadOnlyKey)),
    ];
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(tries[0]?.json.error).toContain('main workspace');
    expect((await call('POST', '/workspaces/1/api-keys', {})).status).toBe(404);
    expect((await call('POST', '/workspaces/3/api-keys', {})).status).toBe(404);
    expect((await call('POST', '/workspaces', {})).status).toBe(400);
    expect((await call('POST', '/workspaces/2/api-keys', { scope: 'admin' })).status).toBe(400);
  });
});

describe('the billing profile', () => {
  it('changes only in what is given, and shows the address in one line', async () => {
    const { call } = await sandboxAtHand();
    expect((await call('GET', '/billing-profile')).json).toMatchObject({ country: null, postalAddress: '' });
    const address = { addressLineOne: 'Main St 1', postalCode: '1010', city: 'Wien', country: 'AT' };
    await call('PUT', '/billing-profile', { ...address, phone: '1234567', phoneCc: '43' });
    const later = await call('PUT', '/billing-profile', { company: 'Acme', city: 'Linz' });
    expect(later.json).toMatchObject({
      company: 'Acme',
      phoneCc: '43',
      postalAddress: 'Main St 1, 1010 Linz, AT',
      updatedAt: '2026-03-02T08:00:00.000Z',
    });
    expect((await call('GET', '/billing-profile')).json).toEqual(later.json);
    expect((await call('GET', '/billing-profile', undefined, child)).json.company).toBeNull();
  });

  it.each([
    { country: 'at' },
    { country: 'AUT' },
    { country: 'UK' },
    { country: 'XX' },
    { phoneCc: '+43' },
    { postalAddress: 'x' },
  ])('refuses %j', async (body) => {
    const { call } = await sandboxAtHand();
    const answer = await call('PUT', '/billing-profile', body);
    expect([answer.status, answer.json.field]).toEqual([400, Object.keys(body)[0]]);
  });
});

describe('the ping', () => {
  it('may be made with a read-only key', async () => {
    const { call } = await sandboxAtHand();
    expect((await call('POST', '/setup/ping', undefined, as(sandboxReadOnlyKey))).status).toBe(200);
    expect((await call('POST', '/setup/ping', undefined, as(sandboxExpiredKey))).status).toBe(401);
  });
});
