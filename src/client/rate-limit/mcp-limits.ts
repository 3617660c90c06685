import { operationOfTool } from '../../contract/tools.ts';
import type { WireRequest } from '../../contract/wire.ts';
import { type Lane, lanes } from './endpoint-limits.ts';

/** The lane of a call to a tool of the agent-protocol server, which counts like the operation that it is. */
export function laneOfTool({ body }: Pick<WireRequest, 'body'>): Lane | undefined {
  const message: { method?: string; params?: { name?: string } } = JSON.parse(body ?? '{}');
  if (message.method !== 'tools/call') return undefined;
  const operation = operationOfTool(message.params?.name ?? '')?.id;
  return lanes.find((lane) => lane.operation === operation);
}
