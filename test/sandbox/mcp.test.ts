import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/index.ts';
import { sandboxExpiredKey, sandboxReadOnlyKey } from '../../src/contract/keys.ts';
import { sandboxAtHand } from './sandbox-at-hand.ts';

async function server() {
  const sandbox = await sandboxAtHand();
  const ask = async (method: string, params?: unknown, key?: string) => {
    const headers = key === undefined ? undefined : { authorization: `Bearer ${key}` };
    const { status, json } = await sandbox.call(
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 7, method, params },
      headers,
    );
    return { status, ...json };
  };
  const tool = async (name: string, given: object = {}, key?: string) => {
    const { result } = await ask('tools/call', { name, arguments: given }, key);
    return { failed: result.isError === true, said: JSON.parse(result.content[0].text) };
  };
  return { ...sandbox, ask, tool };
}

describe('the agent-protocol server of the sandbox', () => {
  it('shakes hands in a version that both know', async () => {
    const { ask } = await server();
    const told = async (protocolVersion: string) =>
      (await ask('initialize', { protocolVersion })).result.protocolVersion;
    expect(await told('2025-06-18')).toBe('2025-06-18');
    expect(await told('1999-01-01')).toBe('2025-11-25');
    expect((await ask('ping')).result).toEqual({});
  });

  it('describes every operation as a tool with its fields', async () => {
    const { ask } = await server();
    const { tools } = (await ask('tools/list')).result;
    expect(tools).toHaveLength(operations.length);
    const listed = tools.find(({ name }: { name: string }) => name === 'list_leads');
    expect(listed.annotations).toEqual({ readOnlyHint: true, destructiveHint: false });
    expect(listed.inputSchema.properties).toHaveProperty('limit');
    const update = tools.find(({ name }: { name: string }) => name === 'update_reply_draft');
    expect(Object.keys(update.inputSchema.properties)).toEqual(expect.arrayContaining(['id', 'subject']));
    expect(update.inputSchema.required).toEqual(['id']);
    expect(JSON.stringify(tools)).not.toMatch(/"(min|max)\w*":null/);
  });

  it('puts arguments into path, query and body', async () => {
    const { call, tool } = await server();
    const made = await tool('create_campaign', { name: 'Autumn' });
    const { id } = made.said.campaign;
    expect((await tool('update_campaign', { id, name: 'Winter' })).failed).toBe(false);
    expect((await tool('get_campaign', { id })).said.campaign.name).toBe('Winter');
    expect((await tool('list_campaigns', { limit: 1 })).said).toMatchObject({ limit: 1, total: 1 });
    expect((await call('GET', `/campaigns/${id}`)).json.campaign.name).toBe('Winter');
  });

  it('takes the same keys, and tells failures with the status of the call', async () => {
    const { ask, tool, call } = await server();
    expect((await ask('tools/list', {}, sandboxExpiredKey)).status).toBe(401);
    expect((await ask('initialize', {}, 'nonsense')).status).toBe(401);
    expect(await tool('get_credit_balance', {}, sandboxReadOnlyKey)).toMatchObject({ failed: false });
    const refused = await tool('create_campaign', { name: 'Autumn' }, sandboxReadOnlyKey);
    expect(refused).toEqual({
      failed: true,
      said: { status: 403, error: expect.stringContaining('read-only') },
    });
    const byTool = await tool('purchase_credits', { credits: 5 });
    const byCall = await call('POST', '/credits/purchase', { credits: 5 });
    expect(byTool).toEqual({ failed: true, said: { status: byCall.status, ...byCall.json } });
  });

  it('refuses what is no call of a tool', async () => {
    const { ask, call } = await server();
    expect((await ask('tools/call', { name: 'nothing' })).error.code).toBe(-32602);
    expect((await ask('tools/call', { name: 'get_lead', arguments: 5 })).error.code).toBe(-32602);
    expect((await ask('resources/list')).error.code).toBe(-32601);
    for (const body of ['', '[]', '{', '"x"', '{"id": 1}'])
      expect((await call('POST', '/mcp', body)).json.error.code, body).toBe(-32700);
    expect((await call('GET', '/mcp')).status).toBe(405);
    expect((await call('POST', '/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(
      202,
    );
  });
});
