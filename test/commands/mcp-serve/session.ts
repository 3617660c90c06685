import { expect } from 'vitest';
import type { TestWorld } from '../../world.ts';

export interface ToolCall {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** What a tool said, or how the protocol refused the request. */
export interface Said {
  readonly result?: {
    readonly content: readonly { readonly type: string; readonly text: string }[];
    // biome-ignore lint/suspicious/noExplicitAny: a document of any command
    readonly structuredContent: any;
    readonly isError?: true;
    // biome-ignore lint/suspicious/noExplicitAny: of tools/list
    readonly tools?: any;
  };
  readonly error?: { readonly code: number; readonly message: string };
}

export const message = (fields: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...fields })}\n`;

export const greeting =
  message({
    id: 'hello',
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  }) + message({ method: 'notifications/initialized' });

export const callMessage = (id: number, call: ToolCall): string =>
  message({ id, method: 'tools/call', params: call });

export const imports = (count: number, country: string) => ({
  name: 'finder_import',
  arguments: { campaign: '1', count, jobTitle: ['CEO'], country: [country] },
});

/** What the server wrote. */
export const messagesIn = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** One session: all requests at once, then the end of the input. Gives what came for each, in their order. */
export async function requests(
  world: TestWorld,
  options: string,
  sent: readonly object[],
): Promise<{ readonly said: readonly Said[]; readonly err: string }> {
  const stdin = greeting + sent.map((fields, id) => message({ id, ...fields })).join('');
  const { exit, out, err } = await world.outreach(`mcp serve ${options}`, { stdin });
  expect({ exit, err: exit === 0 ? '' : err }).toEqual({ exit: 0, err: '' });
  const lines = messagesIn(out);
  // Nothing is ever asked of the client.
  expect(lines.filter(({ method }) => method !== undefined)).toEqual([]);
  const byId = new Map(lines.map(({ id, ...said }) => [id, said as Said]));
  return { said: sent.map((_, id) => byId.get(id) ?? {}), err };
}

/** What tools said to these calls, in one session. */
export async function called(world: TestWorld, options: string, ...calls: readonly ToolCall[]) {
  const { said } = await requests(
    world,
    options,
    calls.map((params) => ({ method: 'tools/call', params })),
  );
  return said.map(({ result, error }) => {
    if (result === undefined) throw new Error(`refused: ${error?.message}`);
    // The same JSON as data and as text, with every digit.
    expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent);
    return result;
  });
}

/** The document of one call. */
export async function call(
  world: TestWorld,
  options: string,
  name: string,
  given: ToolCall['arguments'] = {},
) {
  const [result] = await called(world, options, { name, arguments: given });
  return result?.structuredContent;
}

export async function listed(world: TestWorld, options: string): Promise<readonly ListedTool[]> {
  const { said } = await requests(world, options, [{ method: 'tools/list', params: {} }]);
  return said[0]?.result?.tools;
}

export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly properties: Readonly<Record<string, { readonly type?: unknown }>>;
    readonly required: readonly string[];
  };
  readonly outputSchema: object;
  readonly annotations: Readonly<Record<string, boolean>>;
}
