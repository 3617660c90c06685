import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unlistedFields } from '../../src/cli/spending/unlisted-fields.ts';
import { consentOf } from '../../src/contract/consent.ts';
import { operations } from '../../src/contract/index.ts';
import type { AnyOperation } from '../../src/contract/operation.ts';
import { toolName } from '../../src/contract/tools.ts';
import type { Transport, WireAnswer } from '../../src/contract/wire.ts';
import { baseUrl, liveKey } from '../commands/live-service.ts';
import { newWorld } from '../world.ts';
import { errorOf, liveWorld, online } from './live.ts';
import { operationBy, scriptedService } from './service.ts';
import { sliced } from './slice.ts';

/** A field that the contract does not list may start a campaign or send a draft: no raw write takes one without consent. */

const quiet = operations.filter(
  (operation) => operation.kind === 'write' && consentOf(operation) === 'never',
);
const open = (operation: AnyOperation) => operation.body?.type === 'loose_object';

/** The body that the command of an operation sends; none where it has no command. */
async function bodyOf({ id }: AnyOperation): Promise<object> {
  const line = online.find(({ main }) => main === id);
  if (line === undefined) return {};
  const { world, service } = await liveWorld();
  await world.outreach(`${line.path} ${line.words} --json`);
  return JSON.parse(service.requests[service.seen.indexOf(id)]?.body ?? '{}');
}

const paramsIn = ({ route }: AnyOperation) => [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
const addressOf = ({ route }: AnyOperation) => `${route.method} ${route.path.replaceAll(/:\w+/g, '1')}`;

/** The service, and a server of tools that has every operation and nothing to say of its fields. */
async function withTools() {
  const service = scriptedService();
  const called: string[] = [];
  const network: Transport = async (request, signal) => {
    if (!request.path.startsWith('/agents')) return service.transport(request, signal);
    if (request.method !== 'POST') return { status: 405, headers: {}, body: '' };
    const { id, method, params } = JSON.parse(request.body ?? '');
    const reply = (result: unknown): WireAnswer => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, result }),
    });
    if (method === 'initialize')
      return reply({
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'hosted', version: '1' },
      });
    if (id === undefined) return { status: 202, headers: {}, body: '' };
    if (method === 'tools/list')
      return reply({
        tools: operations.map((operation) => ({
          name: toolName(operation),
          inputSchema: { type: 'object' },
        })),
      });
    called.push(params.name);
    return reply({ content: [{ type: 'text', text: '{}' }] });
  };
  const world = await newWorld({ network, lazySandbox: true });
  const key = { keys: { prod: { key: liveKey, origin: new URL(baseUrl).origin } } };
  const profile = { baseUrl, mcpUrl: 'https://mcp.outreach.example/agents/v1' };
  const config = { profile: 'prod', profiles: { prod: profile } };
  await writeFile(join(world.home, 'keys.json'), JSON.stringify(key), { mode: 0o600 });
  await writeFile(join(world.home, 'config.json'), JSON.stringify(config), { mode: 0o600 });
  return { world, called };
}

/** The ways in which `api` takes an operation. */
const targets = [addressOf, (operation: AnyOperation) => `${operation.id} ${paramsOf(operation)}`] as const;
const paramsOf = (operation: AnyOperation) =>
  paramsIn(operation)
    .map((name) => `--param ${name}=1`)
    .join(' ');
const rows = quiet.map((operation) => ({ id: operation.id, operation }));

describe.each(sliced(rows, targets, 2))('$id', ({ operation, modes }) => {
  const added = { status: 'running', send: true, resume: true };

  it('takes no unlisted field through api without consent', async () => {
    const stdin = JSON.stringify({ ...(await bodyOf(operation)), ...added });
    for (const target of modes) {
      const { world, service } = await liveWorld();
      const line = `api ${target(operation)} --input - --json`.replaceAll(/ +/g, ' ');
      const refused = await world.outreach(line, { stdin });
      // What the contract closes is refused altogether.
      expect([refused.exit, service.seen], line).toEqual([open(operation) ? 3 : 2, []]);
      if (!open(operation)) continue;
      expect(errorOf(refused).details.facts.join(' ')).toContain('status, send, resume');
      for (const ceiling of ['--max-credits 100', '--max-usd 100', '--max-recipients 100'])
        expect((await world.outreach(`${line} --yes ${ceiling}`, { stdin })).exit, ceiling).toBe(3);
      expect(service.writes()).toBe(0);
      expect((await world.outreach(`${line} --yes`, { stdin })).exit).toBe(0);
      expect(service.writes()).toBe(1);
    }
  });

  it('takes none through mcp call without consent', async () => {
    const { world, called } = await withTools();
    const ids = Object.fromEntries(paramsIn(operation).map((name) => [name, 1]));
    const body = await bodyOf(operation);
    const line = `mcp call ${toolName(operation)} --input - --json`;
    const stdin = JSON.stringify({ ...ids, ...body, ...added });
    const refused = await world.outreach(line, { stdin });
    expect([refused.exit, called]).toEqual([3, []]);
    expect(errorOf(refused).details.facts.join(' ')).toContain('status, send, resume');
    expect((await world.outreach(`${line} --yes --max-recipients 100`, { stdin })).exit).toBe(3);
    expect(called).toEqual([]);
    expect((await world.outreach(`${line} --yes`, { stdin })).exit).toBe(0);
    expect(called).toEqual([toolName(operation)]);
    // The same call as the contract has it goes without a question.
    const plain = await world.outreach(line, { stdin: JSON.stringify({ ...ids, ...body }) });
    expect(plain.exit).toBe(0);
  });
});

describe('a field that the contract does not list', () => {
  const named = (id: string, body: object) => unlistedFields(operationBy(id), { body });

  it('is found at any depth, but not where names are free', () => {
    const lead = { email: 'ana@lumen.example', customVariables: { status: 'running', deep: { send: true } } };
    expect(named('leads.upsert', { leads: [lead] })).toEqual([]);
    expect(named('leads.upsert', { leads: [{ ...lead, send: true }] })).toEqual(['leads.0.send']);
    const variants = [{ label: 'A', body: 'Hi', send: true }];
    const steps = [{ order: 1, body: 'Hello', variants }];
    expect(named('campaigns.replaceSequence', { steps })).toEqual(['steps.0.variants.0.send']);
    expect(named('campaigns.update', { dailyLimit: 5, constructor: 1 })).toEqual(['constructor']);
  });

  it('makes a call that is otherwise safe to repeat go once', async () => {
    const { world, service } = await liveWorld();
    service.play((id) => (id === 'drafts.update' ? { status: 503, body: 'busy' } : undefined));
    await world.outreach('api PUT /reply-drafts/5 --field send=true --yes --json');
    expect(service.writes()).toBe(1);
  });

  it.each([
    'PUT /campaigns/12 --field status=running',
    'campaigns.update --param id=12 --field status=running',
    'PUT /campaigns/12/schedule --field days[]=monday --field status=running',
    'PUT /campaigns/12/schedule --field days[]=monday --field resume=true',
    'PUT /reply-drafts/5 --field status=sent',
    'PUT /reply-drafts/5 --field send=true',
  ])('api %s asks', async (line) => {
    const { world, service } = await liveWorld();
    const { exit } = await world.outreach(`api ${line} --json`);
    expect([exit, service.seen]).toEqual([3, []]);
  });
});
