import type { Failure } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import type { Share } from '../declare/context-parts.ts';
import type { AgentSession, World } from '../declare/world.ts';
import { exactJson } from '../output/text/json.ts';
import { jsonSafe } from '../output/text/safe-text.ts';
import { sinkOf } from '../output/text/sink.ts';
import type { ToolAnswer } from './tool-answer.ts';

/** A tool as the protocol lists it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly additionalProperties: false;
    readonly properties: Readonly<Record<string, object>>;
    readonly required: readonly string[];
  };
  readonly annotations: object;
  readonly outputSchema: object;
}

export interface ToolServer {
  /** What a model reads before it sees the tools. */
  readonly instructions: string;
  readonly names: ReadonlySet<string>;
  /** The tools as the protocol lists them: JSON without a character that acts on a terminal. */
  list(): string;
  /** Throws nothing: a call that goes wrong is an answer. */
  call(name: string, given: Readonly<Record<string, unknown>>, watch: CallWatch): Promise<ToolAnswer>;
  /** A line for the log of the client. */
  log(line: string): void;
}

export interface CallWatch extends Pick<AgentSession, 'progress'> {
  /** Aborted where the client cancels the call. */
  readonly cancelled: AbortSignal;
}

/**
 * Speaks the Model Context Protocol on standard input and output until the input ends and all calls are answered, or the
 * client has gone. Throws the signal's reason where it is aborted before, and then every call has ended. The only place
 * that knows the protocol.
 */
export async function serveOnStdio(world: World, server: ToolServer): Promise<void> {
  // As zod's `config` does, but before the library makes its schemas: compiling them pays for thousands of messages only.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  const { Server } = await import('@modelcontextprotocol/sdk/server/index.js');
  const { deserializeMessage } = await import('@modelcontextprotocol/sdk/shared/stdio.js');
  const { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema } = await import(
    '@modelcontextprotocol/sdk/types.js'
  );
  const problemOf = await requestProblems(server);
  const { stdin, stdout, signal, version } = world;
  const { instructions } = server;
  const protocol = new Server({ name: 'outreach', version }, { capabilities: { tools: {} }, instructions });
  const list = { tools: [] };
  protocol.setRequestHandler(ListToolsRequestSchema, () => list);
  const running = new Set<Promise<unknown>>();
  protocol.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal: cancelled, _meta }) => {
    const { progress, end } = reporter(_meta?.progressToken, (fields) => void transport.send(fields));
    const call = server.call(params.name, params.arguments ?? {}, { cancelled, progress });
    running.add(call);
    return call.finally(() => {
      end();
      running.delete(call);
    }) as never;
  });
  const sink = sinkOf(stdout);
  let hasEnded: (failure: Failure | undefined) => void = () => undefined;
  const ended = new Promise<Failure | undefined>((end) => {
    stdin.once('end', () => end(undefined));
    stdin.once('close', () => end(undefined));
    signal.addEventListener('abort', () => end(signal.reason), { once: true });
    hasEnded = end;
  });
  let stopReading: (() => void) | undefined;
  // That of the library ends at a long line, waits for a reader that has gone, and cannot write a long id.
  const transport: Wire = {
    async start() {
      stopReading = readLines(stdin, { take, skip });
    },
    async send(message) {
      const text = jsonSafe(exactJson(message));
      // The tools are text since the program was built: to read it and write it again takes longer than to send it.
      const tools = () => `"tools":${server.list()}`;
      await sink.write(`${message.result === list ? text.replace('"tools":[]', tools) : text}\n`);
      if (sink.closed) hasEnded(undefined);
    },
    close: async () => stopReading?.(),
  };
  const refuse = (id: unknown, code: number, message: string) =>
    void transport.send({ jsonrpc: '2.0', id, error: { code, message } });
  const skip = () => refuse(null, ErrorCode.InvalidRequest, tooLong);
  let revision: unknown;
  const take = (line: string) => messagesIn(line, revision).forEach(takeOne);
  const takeOne = (line: string) => {
    try {
      const message = deserializeMessage(line);
      const { method, params } = 'method' in message ? message : {};
      const problem = problemOf(message, method, params?.name);
      if (problem !== undefined)
        return refuse('id' in message ? message.id : null, ErrorCode.InvalidParams, problem);
      if (method === 'initialize') revision = params?.protocolVersion;
      transport.onmessage?.(message);
    } catch (error) {
      const isJson = !(error instanceof SyntaxError);
      const problem = isBatch(line) ? notBatch : notMessage;
      server.log(`The client sent what is not understood: ${isJson ? problem : error.message}`);
      if (isJson) refuse(idIn(line), ErrorCode.InvalidRequest, problem);
      else refuse(null, ErrorCode.ParseError, 'A line is not JSON');
    }
  };
  await protocol.connect(transport as never);
  const failure = signal.aborted ? signal.reason : await ended;
  // The library begins what it has read, and writes what was answered, in later turns.
  do {
    await Promise.allSettled(running);
    await new Promise((resolve) => setImmediate(resolve));
  } while (running.size > 0);
  await protocol.close();
  if (failure) throw failure;
}

/** In words of ours: what the library says of a request is a list of its own, or has its code in front. */
async function requestProblems({ names }: Pick<ToolServer, 'names'>) {
  const { CallToolRequestSchema, InitializeRequestSchema, ListToolsRequestSchema } = await import(
    '@modelcontextprotocol/sdk/types.js'
  );
  const shapes = {
    initialize: [InitializeRequestSchema, 'initialize takes protocolVersion, capabilities and clientInfo'],
    'tools/call': [CallToolRequestSchema, 'tools/call takes a name, and arguments as an object'],
    'tools/list': [ListToolsRequestSchema, 'tools/list takes nothing, or a cursor as text'],
  } as const;
  return (message: object, method: unknown, name: unknown): string | undefined => {
    const [shape, problem] = shapes[method as keyof typeof shapes] ?? [];
    if (shape?.safeParse(message).success === false) return problem;
    const isThere = method !== 'tools/call' || names.has(name as string);
    return isThere ? undefined : `There is no tool ${name} in this session`;
  };
}

/** What the library needs of a transport. */
interface Wire {
  start(): Promise<void>;
  send(message: Readonly<Record<string, unknown>> & { readonly result?: object }): Promise<void>;
  close(): Promise<void>;
  onmessage?: (message: object) => void;
}

/** The only revision with several messages in a line. Each is answered in a line of its own, which it allows. */
const withBatches = '2025-03-26';

const isBatch = (line: string): boolean => line.trimStart().startsWith('[');

/** Those of a batch as lines; the line as it is where it is none, is empty or no JSON. */
function messagesIn(line: string, revision: unknown): string[] {
  if (revision !== withBatches || !isBatch(line)) return [line];
  try {
    const messages = JSON.parse(line).map((message: unknown) => JSON.stringify(message));
    return messages.length > 0 ? messages : [line];
  } catch {
    return [line];
  }
}

/** Of a line that is JSON; null where there is none that JavaScript reads as it was sent. */
function idIn(line: string): unknown {
  const message: unknown = JSON.parse(line);
  const id = isRecord(message) ? message.id : null;
  return typeof id === 'string' || Number.isSafeInteger(id) ? id : null;
}

const notMessage = 'A line is not a message of the protocol';
const notBatch = `Send one message a line: only protocol ${withBatches} allows a list, which must not be empty`;
const longestMessage = 10 * 1024 * 1024;
const tooLong = 'A message has more than 10 MiB; nothing was done';

/** Until it is stopped, which lets the process end. A line that is too long is skipped. */
function readLines(
  stdin: World['stdin'],
  { take, skip }: { take(line: string): void; skip(): void },
): () => void {
  let [pieces, size] = [[] as Buffer[], 0];
  const add = (piece: Buffer) => {
    size += piece.length;
    if (size > longestMessage) pieces = [];
    else pieces.push(piece);
  };
  const end = () => {
    const line = Buffer.concat(pieces).toString('utf8');
    const isLong = size > longestMessage;
    [pieces, size] = [[], 0];
    if (isLong) skip();
    else if (line.trim() !== '') take(line);
  };
  const read = (chunk: Buffer | string) => {
    const bytes = Buffer.from(chunk as Buffer);
    let from = 0;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
      add(bytes.subarray(from, at));
      end();
      from = at + 1;
    }
    add(bytes.subarray(from));
  };
  stdin.on('data', read).on('end', end);
  return () => void stdin.off('data', read).off('end', end).pause();
}

/** Clients give a call up after a while without a word of it. */
const heartbeat = 5000;
const mostOften = 1000;

/** Tells the client of a call that it goes on, where it has asked for that: what happens now, and every few seconds. */
function reporter(progressToken: unknown, send: (fields: Readonly<Record<string, unknown>>) => void) {
  if (progressToken === undefined) return { progress: undefined, end: () => undefined };
  let [progress, message, last] = [0, 'The call is running', Number.NEGATIVE_INFINITY];
  const tell = () => {
    progress += 1;
    last = performance.now();
    const params = { progressToken, progress, message };
    send({ jsonrpc: '2.0', method: 'notifications/progress', params });
  };
  // Real time on purpose: that is how long the client has waited.
  const timer = setInterval(tell, heartbeat);
  return {
    progress(label: string, share?: Share) {
      message = share === undefined ? label : `${label} (${share.done} of ${share.total})`;
      if (performance.now() - last >= mostOften) tell();
    },
    end: () => clearInterval(timer),
  };
}
