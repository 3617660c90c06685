import { strangeCall } from '../../cli/spending/raw-call.ts';
import type { Tool } from '../../client/mcp/mcp.ts';
import { consentOf } from '../../contract/consent.ts';
import { type AnyOperation, area, documented, never, read, write } from '../../contract/operation.ts';
import { notShown } from '../../contract/schema/answer-shape.ts';
import { unknown } from '../../contract/schema/schema.ts';
import { operationOfTool } from '../../contract/tools.ts';

/** What a tool does, as far as anybody here can tell. */
export interface Meaning {
  /** The rules its call follows: effect, repeats, failures. */
  readonly operation: AnyOperation;
  /** The operation of the contract that it is by its name. */
  readonly same: AnyOperation | undefined;
  /** Cannot be taken back, or unknown. */
  readonly consent: boolean;
}

/**
 * The name decides where the contract has the operation, whatever the server says of it, unless the server claims that
 * it changes something which by its name only reads. Of any other tool the server's own word is all there is: without
 * one that it only reads, it might do anything, and is never repeated.
 */
export function meaningOf(tool: Pick<Tool, 'name' | 'readOnly' | 'destructive'>): Meaning {
  const same = operationOfTool(tool.name);
  const believed = same?.kind === 'read' && tool.readOnly === false ? undefined : same;
  if (believed !== undefined) {
    const consent = consentOf(believed) !== 'never' || tool.destructive === true;
    return { operation: asTool(believed), same: believed, consent };
  }
  const onlyReads = tool.readOnly === true && same === undefined;
  const entry = { summary: `Call the tool ${tool.name}`, route, body: unknown() };
  return {
    operation: strangeCall(`mcp.${tool.name}`, entry, onlyReads),
    same: undefined,
    consent: !onlyReads,
  };
}

const route = documented('POST', '/mcp');

/** The same deed in another shape. There is no header for an Idempotency-Key, so what relies on one is not repeated. */
function asTool(operation: AnyOperation): AnyOperation {
  const { query: _, paging: __, watch: ___, ...rest } = operation;
  const retry = operation.retry.kind === 'idempotencyKey' ? never : operation.retry;
  return { ...rest, retry, route, body: unknown(), answer: notShown, response: unknown() };
}

/** What the commands here do, for their help: the server's address, with its path, is the profile's. */
export const agentProtocol = area('mcp', {
  tools: read({
    summary: 'List the tools of the agent-protocol server',
    route: documented('POST', '/mcp'),
    answer: notShown,
    response: unknown(),
  }),
  call: write({
    summary: 'Call a tool of the agent-protocol server',
    route: documented('POST', '/mcp'),
    /** The gravest that a tool can do. */
    effect: 'sends',
    tells: 'nothing',
    mails: 'always',
    billed: ['credits', 'top-up', 'checks', 'dollars'],
    retry: never,
    body: unknown(),
    answer: notShown,
    response: unknown(),
    statuses: [402, 404, 409],
  }),
});
