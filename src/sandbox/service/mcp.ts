import { exactText, parseExact } from '../../base/exact-json.ts';
import { isRecord } from '../../base/is-record.ts';
import type { WireAnswer, WireRequest } from '../../contract/wire.ts';
import { jsonAnswer, textAnswer } from '../core/answers.ts';
import type { State } from '../core/state.ts';
import type { FaultedResponse } from '../faults/faulted-response.ts';
import { authorise } from './authorise.ts';

/** Newest first. Each of them has these few calls in the same shape. */
const versions = ['2025-11-25', '2025-06-18', '2025-03-26'];

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
}

/**
 * The agent-protocol server: JSON-RPC over Streamable HTTP, without sessions and without streams. Its tools are the
 * operations of the contract, and a call of one is a call of the service with the same key. How the real server names
 * its tools and tells their failures is not shown; here a failure is JSON with the `status` of the call behind it.
 */
export function createMcpEndpoint(
  state: State,
  service: (request: WireRequest, signal?: AbortSignal) => Promise<FaultedResponse>,
): typeof service {
  return async (request, signal) => {
    if (request.method !== 'POST') return textAnswer(405, 'Method Not Allowed');
    const key = authorise(state, request.headers.authorization);
    if ('problem' in key) return textAnswer(401, exactText({ error: key.problem }));
    const message = objectIn(request.body ?? '');
    if (message === undefined || !('method' in message))
      return reply(null, failure(-32700, 'This is not a JSON-RPC message'));
    const { id, method, params = {} }: Message = message;
    if (id === undefined) return textAnswer(202, '');
    if (method === 'initialize')
      return reply(id, {
        result: {
          protocolVersion: versions.find((version) => version === params.protocolVersion) ?? versions[0],
          capabilities: { tools: {} },
          serverInfo: { name: 'outreach-sandbox', version: '1.0' },
        },
      });
    if (method === 'ping') return reply(id, { result: {} });
    if (method === 'tools/list')
      return reply(id, { result: { tools: (await import('./mcp-tools.ts')).describeTools() } });
    if (method !== 'tools/call') return reply(id, failure(-32601, 'Method not found'));
    const wanted = await requestOf(params, request);
    if (wanted === undefined) return reply(id, failure(-32602, `Unknown tool: ${String(params.name)}`));
    const { trouble, ...answer } = await service(wanted, signal);
    return { ...reply(id, { result: resultOf(answer) }), ...(trouble && { trouble }) };
  };
}

function objectIn(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = parseExact(body);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function requestOf(
  { name, arguments: given = {} }: Readonly<Record<string, unknown>>,
  { headers }: WireRequest,
): Promise<WireRequest | undefined> {
  if (typeof name !== 'string' || typeof given !== 'object' || given === null) return undefined;
  const { toolRequest } = await import('./mcp-tools.ts');
  const { authorization = '' } = headers;
  const call = toolRequest(name, given as Readonly<Record<string, unknown>>);
  return call && { ...call, headers: { authorization, 'content-type': 'application/json' } };
}

function resultOf({ status, body }: WireAnswer) {
  if (status < 400) return { content: [{ type: 'text', text: body }] };
  // Key errors are JSON under the name of plain text, and some failures are nothing but text.
  const said = objectIn(body) ?? { error: body };
  return { isError: true, content: [{ type: 'text', text: exactText({ status, ...said }) }] };
}

const failure = (code: number, message: string) => ({ error: { code, message } });

const reply = (id: unknown, what: object): WireAnswer => jsonAnswer(200, { jsonrpc: '2.0', id, ...what });
