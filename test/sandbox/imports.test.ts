import { describe, expect, it } from 'vitest';
import { sandboxReadOnlyKey } from '../../src/contract/keys.ts';
import { sandboxAtHand } from './sandbox-at-hand.ts';

const start = '/imports/instantly';
const accounts = '/imports/instantly/accounts';
const apiKey = 'the-key-of-the-other-tool';

describe('an import from Instantly', () => {
  it('brings campaigns over as drafts with their leads, and sends nothing', async () => {
    const at = await sandboxAtHand();
    const { status, json } = await at.call('POST', start, { apiKey });
    expect(status).toBe(202);
    expect(json).toMatchObject({ status: 'queued' });
    expect(typeof json.jobId).toBe('string');
    expect((await at.call('GET', '/campaigns')).json.total).toBe(0);
    await at.open.advance(60_000);
    const { campaigns } = (await at.call('GET', '/campaigns')).json;
    expect(campaigns).toHaveLength(3);
    for (const { id, status: state } of campaigns) {
      expect(state).toBe('draft');
      expect((await at.call('GET', `/campaigns/${id}/sequence`)).json.total).toBe(2);
      expect((await at.call('GET', `/leads?campaignId=${id}`)).json.total).toBeGreaterThan(10);
    }
    await at.open.advance(14 * 86_400_000);
    expect(at.rows('SELECT id FROM email')).toEqual([]);
  });

  it('brings them again when it is made again: so look first', async () => {
    const at = await sandboxAtHand();
    for (const _ of [1, 2]) await at.call('POST', start, { apiKey });
    await at.open.advance(60_000);
    expect((await at.call('GET', '/campaigns')).json.total).toBe(6);
    const { total } = (await at.call('GET', '/leads')).json;
    expect(total).toBeLessThanOrEqual(60);
  });

  it('stops at the contact limit of the plan', async () => {
    const at = await sandboxAtHand();
    at.run('UPDATE workspace SET contact_cap = 7 WHERE id = 1');
    await at.call('POST', start, { apiKey });
    await at.open.advance(60_000);
    expect((await at.call('GET', '/leads')).json.total).toBe(7);
  });

  it('keeps the other key nowhere', async () => {
    const at = await sandboxAtHand();
    await at.call('POST', start, { apiKey });
    await at.call('POST', accounts, { apiKey });
    const names = at.rows<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'");
    const kept = names.map(({ name }) => JSON.stringify(at.rows(`SELECT * FROM "${name}"`))).join();
    expect(kept).toContain('imports.instantly');
    expect(kept).not.toContain(apiKey);
  });

  it.each([
    [start, {}, 400],
    [start, { apiKey: '' }, 400],
    [start, { apiKey: 'malformed-key' }, 400],
    [start, { apiKey: 'wrong-key' }, 401],
    [start, { apiKey: 'unavailable-key' }, 500],
    [accounts, {}, 400],
    [accounts, { apiKey: 'malformed-key' }, 400],
    [accounts, { apiKey: 'wrong-key' }, 401],
    [accounts, { apiKey: 'unavailable-key' }, 502],
  ])('POST %s with %j answers %i', async (path, body, status) => {
    const at = await sandboxAtHand();
    expect((await at.call('POST', path, body)).status).toBe(status);
    await at.open.advance(60_000);
    expect((await at.call('GET', '/campaigns')).json.total).toBe(0);
  });

  it.each([start, accounts])('needs a read-and-write key for %s', async (path) => {
    const at = await sandboxAtHand();
    const headers = { authorization: `Bearer ${sandboxReadOnlyKey}` };
    expect((await at.call('POST', path, { apiKey }, headers)).status).toBe(403);
  });
});

describe('the accounts at Instantly', () => {
  it('are the same for the same key, with a template for those that take SMTP and IMAP', async () => {
    const at = await sandboxAtHand();
    const { json } = await at.call('POST', accounts, { apiKey });
    expect((await at.call('POST', accounts, { apiKey })).json).toEqual(json);
    expect((await at.call('POST', accounts, { apiKey: 'another' })).json).not.toEqual(json);
    const providers = new Set(json.accounts.map(({ provider }: { provider: string }) => provider));
    expect([...providers].sort()).toEqual(['google', 'microsoft', 'other']);
    const [header, ...rows] = json.imapCsvTemplate.trimEnd().split('\n');
    expect(header.split(',')).toContain('password');
    const others = json.accounts.filter(({ provider }: { provider: string }) => provider === 'other');
    expect(rows.map((row: string) => row.split(',')[0])).toEqual(
      others.map(({ email }: { email: string }) => email),
    );
    for (const row of rows) expect(row.endsWith(',')).toBe(true);
  });
});
