import { operationOfTool } from '../../contract/tools.ts';
import type { WireRequest } from '../../contract/wire.ts';

/** The operation that a call of a tool of the agent-protocol server is: it counts against the same limits. */
export function operationOfRequest({ body }: Pick<WireRequest, 'body'>): string | undefined {
  const message: { method?: string; params?: { name?: string } } = JSON.parse(body ?? '{}');
  if (message.method !== 'tools/call') return undefined;
  return operationOfTool(message.params?.name ?? '')?.id;
}
