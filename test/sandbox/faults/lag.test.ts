import { describe, expect, it } from 'vitest';
import { addFaults } from '../../../src/sandbox/faults/rules.ts';
import { sandboxAtHand } from '../sandbox-at-hand.ts';

describe('a list that lags', () => {
  it('does not show nor count what was made within its time, and shows what was there before', async () => {
    const { call, open } = await sandboxAtHand({
      faults: [{ operation: 'credits.transactions', kind: 'lag:60s' }],
    });
    const listed = async () => (await call('GET', '/credits/transactions')).json;
    expect((await listed()).total).toBe(1);
    await call('POST', '/credits/purchase', { credits: 2000 });
    expect(await listed()).toMatchObject({ total: 1, transactions: [{ reason: 'welcome_grant' }] });
    expect((await call('GET', '/credits/balance')).json.balance).toBe(7000);
    await open.advance(59_999);
    expect((await listed()).total).toBe(1);
    await open.advance(1);
    expect(await listed()).toMatchObject({ total: 2, transactions: [{ reason: 'top_up' }, {}] });
  });

  it('lags for every list there is, with filters and pages, and takes nothing away', async () => {
    const { call, open, rows } = await sandboxAtHand();
    await call('POST', '/leads', { leads: [{ email: 'old@acme.example' }] });
    await open.advance(3_600_000);
    await addFaults(open.state, [{ operation: '*', kind: 'lag:10m' }]);
    await call('POST', '/leads', { leads: [{ email: 'new@acme.example' }, { email: 'newer@acme.example' }] });
    await call('POST', '/campaigns', { name: 'Autumn' });
    await call('POST', '/webhooks', { name: 'Hook', type: 'lead_replied', url: 'https://acme.com/hook' });
    expect((await call('GET', '/leads?limit=1')).json).toMatchObject({
      total: 1,
      hasMore: false,
      leads: [{ email: 'old@acme.example' }],
    });
    expect((await call('GET', '/leads?email=new@acme.example')).json).toMatchObject({ total: 0, leads: [] });
    expect((await call('GET', '/campaigns')).json).toMatchObject({ total: 0, campaigns: [] });
    expect(rows('SELECT email FROM lead')).toHaveLength(3);
    await open.advance(600_000);
    expect((await call('GET', '/leads')).json.total).toBe(3);
    expect((await call('GET', '/campaigns')).json.total).toBe(1);
  });

  it.each([
    ['/lead-finder/imports', 'imports', '/lead-finder/imports'],
    ['/icps', 'icps', '/icps'],
    ['/autopilot/runs', 'runs', '/autopilot/runs'],
    ['/webhooks', 'webhooks', '/webhooks'],
    ['/blocklist', 'items', '/blocklist'],
    ['/workspaces', 'workspaces', '/workspaces'],
    ['/dfy/orders', 'orders', '/dfy/orders'],
    ['/email-verification/jobs', 'results', '/email-verification/jobs'],
    ['/inbox-placement/tests', 'items', '/inbox-placement/tests'],
    ['/inbox-placement/runs', 'items', '/inbox-placement/tests'],
    ['/sender-emails', 'senderEmails', '/sender-emails'],
  ])('%s', async (path, items, made) => {
    const { call, open } = await sandboxAtHand();
    await addFaults(open.state, [{ operation: '*', kind: 'lag:60s' }]);
    const campaignId = (await call('POST', '/campaigns', { name: 'Autumn', flow: 'api' })).json.campaign.id;
    const count = async () => (await call('GET', path)).json[items].length;
    const before = await count();
    const { status, text } = await call('POST', made, bodies(campaignId)[made]);
    expect(status, text).toBeLessThan(300);
    expect(await count()).toBe(before);
    await open.advance(60_000);
    expect(await count()).toBe(before + 1);
  });

  it('still knows a workspace that asks for itself', async () => {
    const { call } = await sandboxAtHand({ faults: [{ operation: '*', kind: 'lag:60s' }] });
    const { workspace } = (await call('POST', '/workspaces', { name: 'Branch' })).json;
    const { apiKey } = (await call('POST', `/workspaces/${workspace.id}/api-keys`, { scope: 'read' })).json;
    const own = await call('GET', '/workspaces', undefined, { authorization: `Bearer ${apiKey.key}` });
    expect(own.json.workspaces).toMatchObject([{ id: workspace.id }]);
  });

  it('goes along with a failure of the same list', async () => {
    const { call } = await sandboxAtHand({
      faults: [
        { operation: '*', kind: 'lag:60s' },
        { operation: 'credits.transactions', kind: 'status:500', nth: 1, times: 2 },
      ],
    });
    await call('POST', '/credits/purchase', { credits: 2000 });
    const seen = [];
    for (let i = 0; i < 3; i++) seen.push(await call('GET', '/credits/transactions'));
    expect(seen.map(({ status }) => status)).toEqual([500, 500, 200]);
    expect(seen[2]?.json.total).toBe(1);
  });
});

/** What makes one item of a list. */
const bodies = (campaignId: number): Readonly<Record<string, unknown>> => ({
  '/lead-finder/imports': { campaignId, mode: 'first_n', count: 2, filters: { seniorities: ['Director'] } },
  '/icps': { name: 'Buyers', industries: ['Software'] },
  '/autopilot/runs': { website: 'acme.com', budgetUsd: 500 },
  '/webhooks': { url: 'https://hooks.acme.com/in', type: 'EmailReply' },
  '/blocklist': { values: ['acme.com'] },
  '/workspaces': { name: 'Branch' },
  '/dfy/orders': { domains: [{ domainName: 'brightpath-mail.com' }] },
  '/email-verification/jobs': { emails: ['ana@lumen.example'] },
  '/inbox-placement/tests': { name: 'Weekly', senderEmailIds: [1], frequency: 'once' },
  '/sender-emails': {
    email: 'kim@orchid.example',
    imapServerUrl: 'imap.orchid.example',
    smtpServerUrl: 'smtp.orchid.example',
    password: 'secret',
  },
});
