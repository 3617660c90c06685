import type { Writable } from 'node:stream';
import { Failure } from '../../base/errors.ts';
import type { World } from '../declare/world.ts';
import { exactJson } from '../output/text/json.ts';
import { jsonSafe } from '../output/text/safe-text.ts';
import { sinkOf } from '../output/text/sink.ts';
import type { ToolAnswer } from './tool-answer.ts';

/** A tool as the protocol lists it. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly additionalProperties: false;
    readonly properties: Readonly<Record<string, object>>;
    readonly required: readonly string[];
  };
  readonly outputSchema: object;
  readonly annotations: object;
}

export interface ToolServer {
  /** What a model reads before it sees the tools. */
  readonly instructions: string;
  readonly names: ReadonlySet<string>;
  /** The tools as the protocol lists them: JSON without a character that acts on a terminal. */
  list(): string;
  /** Throws nothing: a call that goes wrong is an answer. `signal` is aborted where the client cancels it. */
  call(name: string, given: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ToolAnswer>;
  /** A line for the log of the client. */
  log(line: string): void;
}

/**
 * Speaks the Model Context Protocol on standard input and output until the input ends and all calls are answered, or the
 * client has gone. Throws the signal's reason where it is aborted before, and then every call has ended. The only place
 * that knows the protocol.
 */
export async function serveOnStdio(world: World, server: ToolServer): Promise<void> {
  const { Server } = await import('@modelcontextprotocol/sdk/server/index.js');
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } = await import(
    '@modelcontextprotocol/sdk/types.js'
  );
  const { stdin, stdout, signal, version } = world;
  const protocol = new Server(
    { name: 'outreach', version },
    { capabilities: { tools: {} }, instructions: server.instructions },
  );
  const list = { tools: [] };
  protocol.setRequestHandler(ListToolsRequestSchema, () => list);
  const running = new Set<Promise<unknown>>();
  protocol.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal: cancelled }) => {
    if (!server.names.has(params.name))
      throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name} in this session`);
    const call = server.call(params.name, params.arguments ?? {}, cancelled);
    running.add(call);
    return call.finally(() => running.delete(call)) as never;
  });
  const transport = new StdioServerTransport(stdin, stdout as Writable);
  const sink = sinkOf(stdout);
  const ended = new Promise<Failure | undefined>((end) => {
    stdin.once('end', () => end(undefined));
    stdin.once('close', () => end(undefined));
    protocol.onclose = () => end(new Failure('invalid_input', 'A message of the client is too long'));
    signal.addEventListener('abort', () => end(signal.reason), { once: true });
    // Of the library, it would wait for a reader that has gone, and could not write a long id.
    transport.send = async (message) => {
      const isList = 'result' in message && message.result === list;
      await sink.write(`${isList ? listLine(message.id, server.list()) : jsonSafe(exactJson(message))}\n`);
      if (sink.closed) end(undefined);
    };
  });
  const refuse = (id: unknown, code: number, message: string) =>
    void transport.send({ jsonrpc: '2.0', id, error: { code, message } } as never);
  protocol.onerror = (error) => {
    const isMessage = error.name !== 'ZodError';
    server.log(`The client sent what is not understood: ${isMessage ? error.message : notMessage}`);
    if (error instanceof SyntaxError) refuse(null, ErrorCode.ParseError, 'A line is not JSON');
    if (!isMessage) refuse(null, ErrorCode.InvalidRequest, notMessage);
  };
  await protocol.connect(transport);
  const deliver = transport.onmessage;
  transport.onmessage = (message) => {
    const asked = message as { readonly id?: unknown; readonly method?: unknown };
    if (asked.method !== 'tools/call' || CallToolRequestSchema.safeParse(message).success)
      return deliver?.(message);
    refuse(asked.id ?? null, ErrorCode.InvalidParams, 'tools/call takes a name, and arguments as an object');
  };
  const failure = signal.aborted ? signal.reason : await ended;
  // The library begins what it has read, and writes what was answered, in later turns.
  do {
    await Promise.allSettled(running);
    await new Promise((resolve) => setImmediate(resolve));
  } while (running.size > 0);
  protocol.onclose = () => undefined;
  await protocol.close();
  if (failure) throw failure;
}

const notMessage = 'A line is not a message of the protocol';

/** The tools are text since the program was built: to read it and write it again takes longer than to send it. */
const listLine = (id: unknown, tools: string): string =>
  `{"jsonrpc":"2.0","id":${jsonSafe(exactJson(id))},"result":{"tools":${tools}}}`;
