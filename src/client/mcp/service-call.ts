import { operations } from '../../contract/index.ts';
import type { AnyInput, AnyOperation, Id } from '../../contract/operation.ts';
import { operationOfTool } from '../../contract/tools.ts';
import type { WireRequest } from '../../contract/wire.ts';
import type { Guarded } from '../guard/guard-options.ts';
import type { ToolInput } from './mcp.ts';

/** The journal treats both as the same call and looks for its effect alike. A tool has ids and body side by side. */
export function serviceCall<C extends Pick<Guarded, 'operation' | 'input'>>(call: C): C {
  const input = call.input as ToolInput;
  const known = operations.find(({ id }) => id === call.operation.id);
  return {
    ...call,
    input: known === undefined ? { body: input.body.arguments } : serviceInput(known, input),
  };
}

export function serviceInput(
  { route, body }: AnyOperation,
  { body: { arguments: given } }: ToolInput,
): AnyInput {
  const ids = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !ids.includes(name)));
  const params: Record<string, Id> = {};
  for (const name of ids) {
    if (!Object.hasOwn(given, name)) continue;
    // Commands give an id as a number wherever one can hold it.
    const text = String(given[name]).trim();
    const id = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    params[name] = Number.isSafeInteger(id) ? id : text;
  }
  return {
    ...(ids.length > 0 && { params }),
    ...(body !== undefined && { body: rest }),
    ...(body === undefined && Object.keys(rest).length > 0 && { query: rest }),
  };
}

/** The operation that a call of a tool of the agent-protocol server is: it counts against the same limits. */
export function operationOfRequest({ body }: Pick<WireRequest, 'body'>): string | undefined {
  const message: { method?: string; params?: { name?: string } } = JSON.parse(body ?? '{}');
  if (message.method !== 'tools/call') return undefined;
  return operationOfTool(message.params?.name ?? '')?.id;
}
