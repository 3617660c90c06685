import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Transport, WireRequest } from '../../src/contract/wire.ts';
import { newWorld } from '../world.ts';
import { baseUrl, liveKey } from './live-service.ts';

/** A service, and its agent-protocol server at another origin. */
async function bothServers() {
  const asked: string[] = [];
  const json = (body: unknown) => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const tools = ['list_leads', 'plan_copilot'].map((name) => ({ name, inputSchema: { type: 'object' } }));
  const agent = (request: WireRequest) => {
    const { id, method } = JSON.parse(request.body ?? '{}');
    asked.push(method ?? request.method);
    if (id === undefined) return { status: 202, headers: {}, body: '' };
    if (method === 'initialize')
      return json({
        jsonrpc: '2.0',
        id,
        result: {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: 'x', version: '1' },
        },
      });
    const result = method === 'tools/list' ? { tools } : { content: [{ type: 'text', text: '{}' }] };
    return json({ jsonrpc: '2.0', id, result });
  };
  const network: Transport = async (request) => {
    if (request.path === '/agents/v1') return agent(request);
    asked.push(`${request.method} ${request.path}`);
    return json({ leads: [], total: 0, page: 1, limit: 20, hasMore: false });
  };
  const world = await newWorld({ network });
  const keys = { prod: { key: liveKey, origin: new URL(baseUrl).origin } };
  const prod = { baseUrl, mcpUrl: 'https://mcp.outreach.example/agents/v1' };
  const write = (name: string, content: unknown) =>
    writeFile(join(world.home, name), JSON.stringify(content), { mode: 0o600 });
  await write('keys.json', { keys });
  await write('config.json', { profile: 'prod', profiles: { prod } });
  return { world, asked };
}

describe('calls of tools', () => {
  it('take from the budget of the account, like every other call', { tags: 'slow' }, async () => {
    const { world, asked } = await bothServers();
    while (asked.length < 98) expect((await world.outreach('mcp call list_leads')).exit).toBe(0);
    expect(world.clock.slept).toEqual([]);
    for (let n = 0; n < 3; n++) await world.outreach('leads list --limit 1');
    expect(world.clock.slept.length).toBeGreaterThan(0);
    expect(readdirSync(join(world.home, 'state', 'pace'))).toEqual([expect.stringMatching(/\.0$/)]);
  });

  it('have the limit of the operation that they are', async () => {
    const { world, asked } = await bothServers();
    const line = 'mcp call plan_copilot --field website=acme.example --yes';
    for (let n = 0; n < 5; n++) expect((await world.outreach(line)).exit).toBe(0);
    expect(world.clock.slept).toEqual([]);
    const { exit, err } = await world.outreach(line);
    expect({ exit, err }).toMatchObject({
      exit: 0,
      err: expect.stringContaining('the rate limit of 5 plans a minute is used up'),
    });
    expect(asked.filter((what) => what === 'tools/call')).toHaveLength(6);
  });
});
