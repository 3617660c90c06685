import { describe, expect, it } from 'vitest';
import { sandboxChildKey, sandboxReadOnlyKey, sandboxTrialKey } from '../../src/contract/keys.ts';
import { campaignWithReplies } from '../commands/conversation.ts';
import { newWorld } from '../world.ts';
import { sandboxAtHand } from './sandbox-at-hand.ts';

const as = (key: string) => ({ authorization: `Bearer ${key}` });
const child = as(sandboxChildKey);

describe('the blocklist', () => {
  it('skips what is already on it, repeats itself or is no value', async () => {
    const { call } = await sandboxAtHand();
    const first = await call('POST', '/blocklist', { values: ['Acme.com', 'ana@lumen.example', 'acme'] });
    expect(first.json).toEqual({ created: 2, skipped: 1, scope: 'workspace' });
    const second = await call('POST', '/blocklist', { values: ['acme.COM', 'li.example', 'LI.example'] });
    expect(second.json).toEqual({ created: 1, skipped: 2, scope: 'workspace' });
    expect((await call('GET', '/blocklist')).json).toMatchObject({
      totalCount: 3,
      items: [
        { id: 3, domain: 'li.example', emailAddress: null, scope: 'workspace', workspaceId: 1 },
        { id: 2, domain: null, emailAddress: 'ana@lumen.example' },
        { id: 1, domain: 'acme.com' },
      ],
    });
  });

  it('takes 1 to 1,000 values a call and is paged by offset', async () => {
    const { call } = await sandboxAtHand();
    const values = Array.from({ length: 1001 }, (_, n) => `acme${n}.example`);
    expect((await call('POST', '/blocklist', { values })).status).toBe(400);
    expect((await call('POST', '/blocklist', { values: [] })).status).toBe(400);
    expect((await call('POST', '/blocklist', { values: values.slice(1) })).json.created).toBe(1000);
    expect((await call('GET', '/blocklist')).json.items).toHaveLength(100);
    const last = (await call('GET', '/blocklist?limit=1000&offset=999')).json;
    expect(last).toMatchObject({ totalCount: 1000, items: [{ domain: 'acme1.example' }] });
    for (const query of ['limit=0', 'limit=1001', 'offset=-1'])
      expect((await call('GET', `/blocklist?${query}`)).status).toBe(400);
  });

  it('shows global entries to child workspaces, and lets only the main one write them', async () => {
    const { call } = await sandboxAtHand();
    await call('POST', '/blocklist', { values: ['acme.com'], scope: 'global' });
    await call('POST', '/blocklist', { values: ['main.example'] });
    await call('POST', '/blocklist', { values: ['child.example'] }, child);
    const seen = (await call('GET', '/blocklist', undefined, child)).json;
    expect(seen.items).toMatchObject([
      { domain: 'child.example', scope: 'workspace', workspaceId: 2 },
      { domain: 'acme.com', scope: 'global', workspaceId: 1 },
    ]);
    const id = seen.items[1].id;
    const tries = await Promise.all([
      call('POST', '/blocklist', { values: ['x.example'], scope: 'global' }, child),
      call('PUT', `/blocklist/${id}`, { value: 'y.example' }, child),
      call('PUT', `/blocklist/${seen.items[0].id}`, { scope: 'global' }, child),
      call('DELETE', '/blocklist', { values: ['acme.com'], scope: 'global' }, child),
      call('DELETE', '/blocklist', { values: ['acme.com'], scope: 'all' }, child),
      call('DELETE', `/blocklist/${id}`, undefined, child),
    ]);
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    for (const { json } of tries) expect(json.error).toContain('main workspace');
    expect((await call('GET', '/blocklist', undefined, as(sandboxTrialKey))).json.totalCount).toBe(0);
    expect((await call('DELETE', '/blocklist/3')).status).toBe(404);
    const readOnly = await call('POST', '/blocklist', { values: ['x.example'] }, as(sandboxReadOnlyKey));
    expect(readOnly.status).toBe(403);
  });

  it('deletes by id and by value on the list that is meant', async () => {
    const { call } = await sandboxAtHand();
    await call('POST', '/blocklist', { values: ['acme.com', 'li.example', 'kim.example'] });
    await call('POST', '/blocklist', { values: ['acme.com', 'orchid.example'], scope: 'global' });
    const one = await call('DELETE', '/blocklist', { ids: [2, 5, 99], values: ['ACME.com', 'no.example'] });
    expect(one.json).toEqual({ deleted: 2, skipped: 3 });
    const both = await call('DELETE', '/blocklist', { values: ['kim.example', 'acme.com'], scope: 'all' });
    expect(both.json).toEqual({ deleted: 2, skipped: 0 });
    expect((await call('DELETE', '/blocklist', {})).status).toBe(400);
    expect((await call('DELETE', '/blocklist/5')).json).toMatchObject({ id: 5 });
    expect((await call('DELETE', '/blocklist/5')).status).toBe(404);
    expect((await call('GET', '/blocklist')).json.totalCount).toBe(0);
  });

  it('changes an entry and moves it between the lists', async () => {
    const { call } = await sandboxAtHand();
    await call('POST', '/blocklist', { values: ['acme.com', 'li.example'] });
    const changed = await call('PUT', '/blocklist/1', { value: 'Ana@acme.com', scope: 'global' });
    expect(changed.json.entry).toMatchObject({
      id: 1,
      domain: null,
      emailAddress: 'ana@acme.com',
      scope: 'global',
    });
    expect((await call('PUT', '/blocklist/1', {})).status).toBe(400);
    expect((await call('PUT', '/blocklist/1', { value: 'acme' })).status).toBe(400);
    expect((await call('PUT', '/blocklist/1', { value: 'li.example', scope: 'workspace' })).status).toBe(409);
    expect((await call('PUT', '/blocklist/99', { value: 'li.example' })).status).toBe(404);
  });

  it('keeps everyone on it from being emailed', async () => {
    const { call } = await sandboxAtHand();
    await call('POST', '/blocklist', { values: ['acme.example'], scope: 'global' });
    await call('POST', '/campaigns', { name: 'Autumn' });
    await call('POST', '/leads', {
      campaignId: 1,
      leads: [{ email: 'ana@acme.example' }, { email: 'li@orchid.example' }],
    });
    await call('PUT', '/campaigns/1/sequence', { steps: [{ order: 1, subject: 'Hello', body: 'Hi' }] });
    await call('PUT', '/campaigns/1/schedule', { daysSchedule: '1,2,3,4,5' });
    await call('POST', '/campaigns/1/sender-emails', { senderEmailIds: [1] });
    expect((await call('POST', '/campaigns/1/resume')).status).toBe(200);
    expect((await call('GET', '/campaigns/1/stats')).json.emailCounts).toMatchObject({ blocked: 1 });
  });

  it('lets an answer go to someone on it', async () => {
    const world = await newWorld();
    await campaignWithReplies(world);
    const [draft] = (await world.outreach('drafts list --json')).json().items;
    await world.outreach(`blocklist add ${draft.to[0]}`);
    const run = await world.outreach(`drafts send ${draft.id} --yes --accept blocklisted=asked`);
    expect([run.exit, world.ledger.of('drafts.send')]).toEqual([0, [expect.anything()]]);
  });
});
